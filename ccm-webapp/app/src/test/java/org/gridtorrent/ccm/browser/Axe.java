package org.gridtorrent.ccm.browser;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What axe-core finds on a page, one line for each element that breaks a rule. */
final class Axe {
    private static final String PLACE = "/axe.min.js";
    private static final String RUN = """
            async rules => {
              const how = {resultTypes: ['violations'], preload: false};
              if (rules.length > 0) how.runOnly = {type: 'rule', values: rules};
              const found = await axe.run(document, how);
              return found.violations.flatMap(one => one.nodes.map(node =>
                `${one.impact}: ${one.id} at ${node.target.join(' ')}: ${one.help}`));
            }""";
    private final String script = read();

    List<String> everything(Page page) {
        if (!(boolean) page.evaluate("'axe' in window")) {
            page.evaluate(script);
        }
        return run(page, List.of());
    }

    /** Of the page that was looked at before, in other colours. */
    List<String> colours(Page page) {
        return run(page, List.of("color-contrast"));
    }

    @SuppressWarnings("unchecked")
    private static List<String> run(Page page, List<String> rules) {
        return (List<String>) page.evaluate(RUN, rules);
    }

    private static String read() {
        try (InputStream in = Axe.class.getResourceAsStream(PLACE)) {
            if (in == null) {
                throw new IllegalStateException("missing: " + PLACE);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package org.gridtorrent.ccm.help;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;

/** Shows the help's documents and their pictures. Safe for use by several threads. */
final class HelpPages {
    private final Map<HelpDocument, HelpView> rendered = new ConcurrentHashMap<>();
    private final MarkdownRenderer renderer = new MarkdownRenderer();

    Reply start() {
        return new Reply.SeeOther("/help/" + HelpDocument.USER_GUIDE.slug());
    }

    Reply show(Exchange exchange) {
        HelpDocument document = HelpDocument.of(exchange.segment("name"))
                .orElseThrow(Refusal::notFound);
        return Reply.html("help",
                Map.of("view", rendered.computeIfAbsent(document, this::render)));
    }

    private HelpView render(HelpDocument document) {
        byte[] markdown = resource(document.file()).orElseThrow(
                () -> new IllegalStateException("missing from the program: " + document.file()));
        return renderer.render(document, new String(markdown, StandardCharsets.UTF_8));
    }

    Reply image(Exchange exchange) {
        String name = exchange.segment("name");
        if (!name.matches("[a-z0-9-]+\\.png")) {
            throw Refusal.notFound();
        }
        return new Reply.File("image/png",
                resource("images/" + name).orElseThrow(Refusal::notFound));
    }

    private static Optional<byte[]> resource(String path) {
        try (InputStream in = HelpPages.class.getResourceAsStream(path)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

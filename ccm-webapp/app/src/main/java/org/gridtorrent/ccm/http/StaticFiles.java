package org.gridtorrent.ccm.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/** The few files of the pages' own look, read once. Safe for use by several threads. */
public final class StaticFiles {
    private static final String OURS = "/org/gridtorrent/ccm/static/";
    private static final String WEBJARS = "/META-INF/resources/webjars/";

    private final Map<String, Reply.File> files = Map.of(
            "ccm.css", file("text/css; charset=utf-8", OURS + "ccm.css"),
            "copy.js", file("text/javascript; charset=utf-8", OURS + "copy.js"),
            "drop.js", file("text/javascript; charset=utf-8", OURS + "drop.js"),
            "logo.svg", file("image/svg+xml", OURS + "logo.svg"),
            "htmx.js",
            file("text/javascript; charset=utf-8", WEBJARS + "htmx.org/2.0.10/dist/htmx.min.js"));

    public Reply serve(Exchange exchange) {
        Reply file = files.get(exchange.segment("name"));
        if (file == null) {
            throw Refusal.notFound();
        }
        return file;
    }

    private static Reply.File file(String type, String resource) {
        try (InputStream in = StaticFiles.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("missing from the program: " + resource);
            }
            return new Reply.File(type, in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

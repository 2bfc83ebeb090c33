package org.gridtorrent.ccm.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The answer to a request, before it is written. */
public sealed interface Reply {

    /** A page or a piece of one. {@code parameters} go to the template, beside the frame. */
    record Html(int status, String template, Map<String, Object> parameters) implements Reply {}

    /** Go to that page of this site with GET: the answer to every form that did something. */
    record SeeOther(String path) implements Reply {}

    record Json(int status, Object body) implements Reply {}

    record Text(int status, String body) implements Reply {}

    /** A file of the program itself, which may be cached for a while. */
    @SuppressWarnings("ArrayRecordComponent") // never compared, only carried
    record File(String type, byte[] body) implements Reply {}

    /** A file to be kept: its name, of letters that mean nothing in a header, and its bytes. */
    @SuppressWarnings("ArrayRecordComponent") // never compared, only carried
    record Download(String type, String name, byte[] body) implements Reply {

        public static Download text(String type, String name, String text) {
            return new Download(type + "; charset=utf-8", name,
                    text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** A file or a part of it, sent while it comes; length in bytes. */
    record Part(int status, Map<String, String> headers, long length, Opening opening)
            implements
                Reply {}

    /** Begins to fetch what is sent; not called when only the headers were asked for. */
    @FunctionalInterface
    interface Opening {
        Body open() throws IOException;
    }

    /** What is sent; failing to write all of it breaks the connection off. */
    interface Body extends Closeable {
        void writeTo(OutputStream out) throws IOException;
    }

    /** Tells htmx to load the whole page again: what it shows has changed in kind. */
    record Reload() implements Reply {}

    static Reply html(String template, Map<String, Object> parameters) {
        return new Html(200, template, parameters);
    }
}

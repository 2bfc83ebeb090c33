package org.gridtorrent.standalone.site;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** What Jetty refuses by itself, before the pages see it: one line, for people and programs alike. */
final class PlainErrors extends ErrorHandler {

    @Override
    protected void generateResponse(Request request, Response response, int code,
            @Nullable String message, @Nullable Throwable cause, Callback callback) {
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain;charset=utf-8");
        Content.Sink.write(response, true, sentence(code) + "\n", callback);
    }

    private static String sentence(int code) {
        return switch (code) {
            case HttpStatus.BAD_REQUEST_400 -> "The request or its address is malformed.";
            case HttpStatus.URI_TOO_LONG_414 -> "The address is too long.";
            case HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431 ->
                "The address and the headers are too long; at fault may be cookies of other sites"
                        + " on this host.";
            case HttpStatus.SERVICE_UNAVAILABLE_503 -> "The site is just ending; come again soon.";
            default -> HttpStatus.getMessage(code) + ".";
        };
    }
}

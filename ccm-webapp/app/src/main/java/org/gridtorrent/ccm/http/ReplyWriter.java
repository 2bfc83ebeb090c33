package org.gridtorrent.ccm.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.gridtorrent.ccm.ui.Frame;
import org.gridtorrent.ccm.ui.Templates;

/** Writes answers. Safe for use by several threads. */
final class ReplyWriter {
    private static final ObjectMapper JSON = new ObjectMapper();
    private final Templates templates;

    ReplyWriter(Templates templates) {
        this.templates = templates;
    }

    void write(Reply.Html html, Frame frame, HttpServletResponse response) throws IOException {
        Map<String, Object> parameters = new HashMap<>(html.parameters());
        parameters.put("f", frame);
        // Rendered before anything is sent, so that a failure can still become an error page.
        String text = templates.render(html.template(), parameters);
        send(response, html.status(), "text/html; charset=utf-8",
                text.getBytes(StandardCharsets.UTF_8));
    }

    /** @param root the path below which the pages lie; empty, or with a slash in front and none at its end */
    static void write(Reply.SeeOther other, String root, HttpServletResponse response) {
        response.setStatus(303);
        response.setHeader("Location", root + other.path());
        response.setContentLength(0);
    }

    static void write(Reply.Json json, HttpServletResponse response) throws IOException {
        send(response, json.status(), "application/json", JSON.writeValueAsBytes(json.body()));
    }

    static void write(Reply.Text text, HttpServletResponse response) throws IOException {
        send(response, text.status(), "text/plain; charset=utf-8",
                text.body().getBytes(StandardCharsets.UTF_8));
    }

    static void write(Reply.File file, HttpServletResponse response) throws IOException {
        response.setHeader("Cache-Control", "public, max-age=600");
        send(response, 200, file.type(), file.body());
    }

    static void write(Reply.Download download, HttpServletResponse response) throws IOException {
        response.setHeader("Content-Disposition",
                "attachment; filename=\"" + download.name() + "\"");
        send(response, 200, download.type(), download.body());
    }

    /** Nothing is sent before the first bytes are there: until then it may still become an error page. */
    static void write(Reply.Part part, boolean headersAlone, HttpServletResponse response)
            throws IOException {
        if (headersAlone || part.length() == 0) {
            head(part, response);
            return;
        }
        try (Reply.Body body = part.opening().open()) {
            head(part, response);
            body.writeTo(response.getOutputStream());
        }
    }

    private static void head(Reply.Part part, HttpServletResponse response) {
        response.setStatus(part.status());
        part.headers().forEach(response::setHeader);
        response.setContentLengthLong(part.length());
    }

    private static void send(HttpServletResponse response, int status, String type, byte[] body)
            throws IOException {
        response.setStatus(status);
        response.setContentType(type);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}

package org.gridtorrent.tracker;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** {@code /.well-known/gridtorrent}: where the site's parts are, and its authority's certificate. */
final class DiscoveryServlet extends HttpServlet {
    static final String PATH = "/.well-known/gridtorrent";

    private static final long serialVersionUID = 1L;

    private final byte[] document;

    DiscoveryServlet(String siteName, String pagesUrl, String trackerUrl, String caCertificate) {
        String json = "{\"site\":" + quoted(siteName) + ",\"pagesUrl\":" + quoted(pagesUrl)
                + ",\"trackerUrl\":" + quoted(trackerUrl) + ",\"caCertificate\":"
                + quoted(caCertificate) + "}\n";
        this.document = json.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.setContentType("application/json");
        response.setContentLength(document.length);
        response.getOutputStream().write(document);
    }

    private static String quoted(String text) {
        var json = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (letter == '"' || letter == '\\') {
                json.append('\\').append(letter);
            } else if (letter < 0x20) {
                json.append(String.format("\\u%04x", (int) letter));
            } else {
                json.append(letter);
            }
        }
        return json.append('"').toString();
    }
}

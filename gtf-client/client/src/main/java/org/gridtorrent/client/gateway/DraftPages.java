package org.gridtorrent.client.gateway;

import java.util.List;
import java.util.StringJoiner;
import org.gridtorrent.client.gateway.DraftFolder.Entry;
import org.gridtorrent.terminal.ByteSize;

/** HTML of the pages of drafts: a listing, and a place where files and folders can be dropped. */
final class DraftPages {
    private static final String SCRIPT = GatewayPages.resource("drafts.js");
    /** The script of the pages, which sends files to their own origin, and nothing else. */
    static final String POLICY = GatewayPages.POLICY + "; script-src 'sha256-"
            + GatewayPages.hash(SCRIPT) + "'; connect-src 'self'";

    private DraftPages() {}

    /** @param path of the folder; empty for the folder of all drafts */
    static String folder(List<String> path, List<Entry> entries) {
        String title = path.isEmpty() ? "Drafts" : path.getLast();
        StringBuilder html = new StringBuilder(GatewayPages.head(title))
                .append("<nav aria-label=\"Path\">").append(trail(path)).append("</nav><h1>")
                .append(GatewayPages.escape(title)).append("</h1>")
                .append("<section id=\"drop\"><p>").append(path.isEmpty()
                        ? "Drop folders here: each becomes a draft of its name."
                        : "Drop files and folders here to add them to this draft.")
                .append("</p><p><label>Or choose files: <input type=\"file\" multiple></label></p>")
                .append("<ul id=\"uploads\" aria-live=\"polite\"></ul></section>");
        if (entries.isEmpty()) {
            html.append("<p class=\"muted\">").append(path.isEmpty()
                    ? "There are no drafts."
                    : "This folder is empty.").append("</p>");
        } else {
            html.append("<table><thead><tr><th scope=\"col\">Name</th><th scope=\"col\""
                    + " class=\"number\">Size</th></tr></thead><tbody>");
            entries.forEach(entry -> html.append(row(entry)));
            html.append("</tbody></table>");
        }
        if (!path.isEmpty()) {
            html.append("<p>Publish it with: <code>gridtorrent draft publish ")
                    .append(GatewayPages.escape(quoted(path.getFirst()))).append("</code></p>");
        }
        return html.append("<script>").append(SCRIPT).append("</script>")
                .append(GatewayPages.FOOT).toString();
    }

    private static String trail(List<String> path) {
        if (path.isEmpty()) {
            return "<span>On this computer, not published yet</span>";
        }
        StringBuilder html = new StringBuilder("<a href=\"/\">Drafts</a>");
        StringJoiner at = new StringJoiner("/", "/", "/");
        for (String name : path.subList(0, path.size() - 1)) {
            at.add(GatewayPages.encode(name));
            html.append(" / <a href=\"").append(at).append("\">")
                    .append(GatewayPages.escape(name)).append("</a>");
        }
        return html.toString();
    }

    private static String row(Entry entry) {
        String name = GatewayPages.escape(entry.name());
        return entry.isFolder()
                ? "<tr><td><a href=\"./" + GatewayPages.encode(entry.name()) + "/\">" + name
                        + "/</a></td><td></td></tr>"
                : "<tr><td>" + name + "</td><td class=\"number\">" + ByteSize.words(entry.size())
                        + "</td></tr>";
    }

    /** As a shell takes it for one word. */
    private static String quoted(String name) {
        return name.matches("[\\w.@%+=-]+") ? name : "'" + name.replace("'", "'\\''") + "'";
    }
}

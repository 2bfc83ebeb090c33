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

    /** Texts that the script shows. */
    private static final List<String> SAID_BY_SCRIPT = List.of("waiting", "closed", "broken");

    private DraftPages() {}

    /** @param path of the folder; empty for the folder of all drafts */
    static String folder(GatewayTexts texts, List<String> path, List<Entry> entries) {
        String title = path.isEmpty() ? texts.text("drafts") : path.getLast();
        StringBuilder html = new StringBuilder(GatewayPages.head(texts, title))
                .append("<nav aria-label=\"").append(texts.html("path")).append("\">")
                .append(trail(texts, path)).append("</nav><h1>")
                .append(GatewayPages.escape(title)).append("</h1><section id=\"drop\"");
        for (String said : SAID_BY_SCRIPT) {
            html.append(" data-").append(said).append("=\"")
                    .append(texts.html("drafts." + said)).append('"');
        }
        html.append("><p>")
                .append(texts.html(path.isEmpty() ? "drafts.dropfolders" : "drafts.dropfiles"))
                .append("</p><p><label>").append(texts.html("drafts.choose"))
                .append(" <input type=\"file\" multiple></label></p>")
                .append("<ul id=\"uploads\" aria-live=\"polite\"></ul></section>");
        if (entries.isEmpty()) {
            html.append("<p class=\"muted\">").append(texts.html(path.isEmpty()
                    ? "drafts.none"
                    : "empty")).append("</p>");
        } else {
            html.append("<table><thead><tr><th scope=\"col\">").append(texts.html("name"))
                    .append("</th><th scope=\"col\" class=\"number\">")
                    .append(texts.html("size")).append("</th></tr></thead><tbody>");
            entries.forEach(entry -> html.append(row(entry)));
            html.append("</tbody></table>");
        }
        if (!path.isEmpty()) {
            html.append("<p>").append(texts.html("drafts.publish"))
                    .append(" <code>gridtorrent draft publish ")
                    .append(GatewayPages.escape(quoted(path.getFirst()))).append("</code></p>");
        }
        return html.append("<script>").append(SCRIPT).append("</script>")
                .append(GatewayPages.foot(texts)).toString();
    }

    private static String trail(GatewayTexts texts, List<String> path) {
        if (path.isEmpty()) {
            return "<span>" + texts.html("drafts.here") + "</span>";
        }
        StringBuilder html = new StringBuilder("<a href=\"/\">").append(texts.html("drafts"))
                .append("</a>");
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

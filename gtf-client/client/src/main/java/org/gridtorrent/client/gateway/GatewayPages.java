package org.gridtorrent.client.gateway;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.gridtorrent.client.tree.DatasetFile;
import org.gridtorrent.client.tree.TreeFolder;
import org.gridtorrent.client.tree.TreeNode;
import org.gridtorrent.terminal.ByteSize;

/** HTML of the gateway's pages, in the look of the site's. They have no script and load nothing. */
final class GatewayPages {
    /** Entries of a folder on one page. */
    static final int PER_PAGE = 500;

    private static final String STYLE = resource("gateway.css");
    /** For pages of the gateway's own: nothing but their style, which they have in them. */
    static final String POLICY = "default-src 'none'; style-src 'sha256-" + hash(STYLE)
            + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyy-MM-dd");

    private GatewayPages() {}

    static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(
                GatewayPages.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String hash(String text) {
        try {
            return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256")
                    .digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /**
     * A page of a folder, its folders first.
     *
     * @param title of the data set
     * @param path below the data set's own folder; empty for that
     * @param number from 1 on; of a page that is not there, the last one is shown
     */
    static String folder(GatewayTexts texts, String title, String path, TreeFolder folder,
            int number) throws IOException {
        List<TreeNode> entries = folder.children().stream()
                .sorted(Comparator.comparing(DatasetFile.class::isInstance)).toList();
        int pages = Math.max(1, Math.ceilDiv(entries.size(), PER_PAGE));
        int shown = Math.clamp(number, 1, pages);
        String name = path.isEmpty() ? title : path.substring(path.lastIndexOf('/') + 1);
        var html = new StringBuilder(head(texts, name)).append("<nav aria-label=\"")
                .append(texts.html("path")).append("\">").append(trail(texts, title, path))
                .append("</nav><h1>").append(escape(name)).append("</h1>");
        if (entries.isEmpty()) {
            html.append("<p class=\"muted\">").append(texts.html("empty")).append("</p>");
        } else {
            html.append("<table><thead><tr><th scope=\"col\">").append(texts.html("name"))
                    .append("</th><th scope=\"col\" class=\"number\">")
                    .append(texts.html("size")).append("</th><th scope=\"col\">")
                    .append(texts.html("published")).append("</th></tr></thead><tbody>");
            entries.stream().skip((shown - 1L) * PER_PAGE).limit(PER_PAGE)
                    .forEach(entry -> html.append(row(entry)));
            html.append("</tbody></table>");
        }
        if (pages > 1) {
            html.append("<nav class=\"pages\" aria-label=\"").append(texts.html("pages"))
                    .append("\">")
                    .append(shown > 1 ? turn(shown - 1, texts.html("previous")) : "")
                    .append("<span>").append(texts.html("page", shown, pages)).append("</span>")
                    .append(shown < pages ? turn(shown + 1, texts.html("next")) : "")
                    .append("</nav>");
        }
        return html.append(foot(texts)).toString();
    }

    private static String turn(int page, String words) {
        return "<a href=\"?page=" + page + "\">" + words + "</a>";
    }

    private static String trail(GatewayTexts texts, String title, String path) {
        if (path.isEmpty()) {
            return "<span>" + texts.html("dataset") + "</span>";
        }
        var html = new StringBuilder("<a href=\"/\">").append(escape(title)).append("</a>");
        String at = "";
        String[] names = path.split("/", -1);
        for (int i = 0; i < names.length - 1; i++) {
            at += "/" + encode(names[i]);
            html.append(" / <a href=\"").append(at).append("/\">").append(escape(names[i]))
                    .append("</a>");
        }
        return html.toString();
    }

    private static String row(TreeNode entry) {
        boolean isFolder = entry instanceof TreeFolder;
        String size = entry instanceof DatasetFile file ? ByteSize.words(file.size()) : "";
        return "<tr><td><a href=\"./" + encode(entry.name()) + (isFolder ? "/" : "") + "\">"
                + escape(entry.name()) + (isFolder ? "/" : "") + "</a></td><td class=\"number\">"
                + size + "</td><td>"
                + DATE.format(entry.modified().atOffset(ZoneOffset.UTC)) + "</td></tr>";
    }

    /**
     * What happened, and what to do.
     *
     * @param key of the texts {@code KEY.title}, {@code KEY.happened} and {@code KEY.advice}
     */
    static String failure(GatewayTexts texts, String key, Object... arguments) {
        String title = texts.text(key + ".title");
        return head(texts, title) + "<h1>" + escape(title) + "</h1><p>"
                + texts.html(key + ".happened", arguments) + "</p><p>"
                + texts.html(key + ".advice", arguments) + "</p>" + foot(texts);
    }

    static String foot(GatewayTexts texts) {
        return "</main><footer>" + texts.html("footer") + "</footer></body></html>\n";
    }

    static String head(GatewayTexts texts, String title) {
        return "<!doctype html><html lang=\"" + texts.language()
                + "\"><head><meta charset=\"utf-8\">"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                + "<title>" + escape(title) + " · GridTorrent</title><style>" + STYLE
                + "</style></head><body><header>GridTorrent</header><main>";
    }

    static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
                .replace("\"", "&quot;").replace("'", "&#39;");
    }

    /** One name, for a path of an address. */
    static String encode(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }
}

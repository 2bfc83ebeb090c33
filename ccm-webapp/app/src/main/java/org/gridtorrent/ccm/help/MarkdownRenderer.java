package org.gridtorrent.ccm.help;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.text.TextContentRenderer;
import org.gridtorrent.ccm.help.HelpView.Page;
import org.gridtorrent.ccm.help.HelpView.Section;

/**
 * Renders Markdown (CommonMark with tables) as HTML. Headings have identifiers as on code hosting sites
 * and link to themselves. Links between the help's documents lead to their pages; other relative links
 * become plain text. Safe for use by several threads.
 */
final class MarkdownRenderer {
    private static final List<TablesExtension> TABLES = List.of(
            (TablesExtension) TablesExtension.create());

    private final Parser parser = Parser.builder().extensions(TABLES).build();
    private final TextContentRenderer plain = TextContentRenderer.builder().build();
    private final HtmlRenderer html = HtmlRenderer.builder().extensions(TABLES).escapeHtml(true)
            .attributeProviderFactory(_ -> (node, _, attributes) -> {
                if (node instanceof Heading && node.getFirstChild() instanceof Link link) {
                    attributes.put("id", link.getDestination().substring(1));
                }
            }).build();

    HelpView render(HelpDocument document, String markdown) {
        Node root = parser.parse(markdown);
        List<Link> links = new ArrayList<>();
        List<Heading> headings = new ArrayList<>();
        root.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                links.add(link);
                visitChildren(link);
            }

            @Override
            public void visit(Heading heading) {
                headings.add(heading);
                visitChildren(heading);
            }
        });
        links.forEach(MarkdownRenderer::resolve);
        Heading first = headings.removeFirst();
        String title = text(first);
        first.unlink();
        List<Section> sections = headings.stream().filter(heading -> heading.getLevel() == 2)
                .map(heading -> new Section(id(heading), text(heading))).toList();
        headings.forEach(this::linkToItself);
        return new HelpView(document.slug(), title, scrollable(html.render(root)), sections,
                Stream.of(HelpDocument.values())
                        .map(each -> new Page(each.slug(), each.title())).toList());
    }

    /** Wide tables scroll in a box, which the keyboard reaches. */
    private static String scrollable(String html) {
        return html.replace("<table>", "<div class=\"wide-table\" tabindex=\"0\"><table>")
                .replace("</table>", "</table></div>");
    }

    private String text(Heading heading) {
        return plain.render(heading).strip();
    }

    private String id(Heading heading) {
        return text(heading).toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    private void linkToItself(Heading heading) {
        var link = new Link("#" + id(heading), null);
        moveChildren(heading, link);
        heading.appendChild(link);
    }

    private static void resolve(Link link) {
        String target = link.getDestination();
        if (target.startsWith("#") || target.matches("[a-z]+:.*")) {
            return;
        }
        Optional<String> page = page(target);
        page.ifPresent(link::setDestination);
        if (page.isEmpty()) {
            for (Node child = link.getFirstChild(); child != null; child = link.getFirstChild()) {
                link.insertBefore(child);
            }
            link.unlink();
        }
    }

    /** Address relative to the pages of the help, as {@code operator-guide#https}. */
    private static Optional<String> page(String target) {
        int hash = target.indexOf('#');
        String path = hash < 0 ? target : target.substring(0, hash);
        String fragment = hash < 0 ? "" : target.substring(hash);
        String name = path.substring(path.lastIndexOf('/') + 1);
        return Stream.of(HelpDocument.values())
                .filter(each -> each.file().substring(each.file().lastIndexOf('/') + 1)
                        .equals(name))
                .findFirst().map(each -> each.slug() + fragment);
    }

    private static void moveChildren(Node from, Node to) {
        for (Node child = from.getFirstChild(); child != null; child = from.getFirstChild()) {
            to.appendChild(child);
        }
    }
}

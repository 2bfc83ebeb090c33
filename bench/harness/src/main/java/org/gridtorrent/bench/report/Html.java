package org.gridtorrent.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Piece of an HTML page. Not thread-safe.
 *
 * <p>Texts and attributes are escaped where they are written, and there is no other way to add one, so
 * results cannot become markup.
 */
sealed interface Html {
    void write(StringBuilder page);

    static Html text(String text) {
        return new Text(text);
    }

    static Element of(String name, Html... children) {
        return new Element(name).add(children);
    }

    static Element of(String name, String text) {
        return new Element(name).add(text);
    }

    /** Row of a table, with cells of this element. */
    static Element row(String kind, String... cells) {
        Element row = of("tr");
        for (String cell : cells) {
            row.add(of(kind, cell));
        }
        return row;
    }

    /** Cell with a number, aligned to the right. */
    static Element number(String text) {
        return of("td", text).with("class", "number");
    }

    /** Table that scrolls by itself, not the page. */
    static Element table(Element head, List<? extends Html> rows) {
        Element body = of("tbody");
        rows.forEach(body::add);
        return of("div", of("table", of("thead", head), body)).with("class", "wide-table")
                .with("tabindex", "0");
    }

    static Element list(Collection<String> items) {
        Element list = of("ul");
        items.forEach(item -> list.add(of("li", item)));
        return list;
    }

    /** A paragraph that warns; {@code bad} or {@code warn}. */
    static Element notice(String kind, String text) {
        return of("p", text).with("class", "notice " + kind);
    }

    /** A part of the page with a heading. */
    static Element card(String id, String title, Html... children) {
        return of("section", of("h2", title)).add(children).with("class", "card").with("id", id);
    }

    /** SVG of our own renderer, which escapes what it writes. */
    record Drawn(String svg) implements Html {
        @Override
        public void write(StringBuilder page) {
            page.append(svg);
        }
    }

    /** Style sheet of this program. */
    record Style(String css) implements Html {
        @Override
        public void write(StringBuilder page) {
            page.append(css);
        }
    }

    record Text(String text) implements Html {
        @Override
        public void write(StringBuilder page) {
            escape(page, text);
        }
    }

    /** Element with attributes and children. */
    final class Element implements Html {
        private static final List<String> VOID = List.of("meta", "br");

        private final String name;
        private final Map<String, String> attributes = new LinkedHashMap<>();
        private final List<Html> children = new ArrayList<>();

        private Element(String name) {
            this.name = name;
        }

        Element with(String attribute, String value) {
            attributes.put(attribute, value);
            return this;
        }

        Element add(Html... more) {
            children.addAll(Arrays.asList(more));
            return this;
        }

        Element add(String text) {
            children.add(new Text(text));
            return this;
        }

        @Override
        public void write(StringBuilder page) {
            page.append('<').append(name);
            attributes.forEach((attribute, value) -> {
                page.append(' ').append(attribute).append("=\"");
                escape(page, value);
                page.append('"');
            });
            page.append('>');
            if (!VOID.contains(name)) {
                children.forEach(child -> child.write(page));
                page.append("</").append(name).append('>');
            }
        }
    }

    private static void escape(StringBuilder page, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> page.append("&amp;");
                case '<' -> page.append("&lt;");
                case '>' -> page.append("&gt;");
                case '"' -> page.append("&quot;");
                case '\'' -> page.append("&#39;");
                default -> page.append(c);
            }
        }
    }
}

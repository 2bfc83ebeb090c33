package org.gridtorrent.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A piece of a page. Texts and attributes are escaped where they are written and there is no other way
 * to bring one in, so what results say cannot become markup. Not thread-safe.
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

    /** A figure that was drawn here, which escapes what it writes. */
    record Drawn(String svg) implements Html {
        @Override
        public void write(StringBuilder page) {
            page.append(svg);
        }
    }

    /** The program's own style sheet. */
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

    /** With attributes and what is in it. */
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

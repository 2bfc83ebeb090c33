package org.gridtorrent.ccm.dataset.cite;

import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;

/** A reference to a data set: for a text, and for the programs that keep references. */
public final class Citation {
    private Citation() {}

    /** As DataCite recommends: creators (year): title. Version. Publisher. Data set. Address. */
    public static String text(Citable work) {
        StringBuilder text = new StringBuilder(String.join("; ", work.names()))
                .append(" (").append(work.year()).append("): ").append(work.title()).append('.');
        work.version().ifPresent(version -> text.append(" Version ").append(version).append('.'));
        text.append(' ').append(work.publisher()).append(". Data set. ").append(work.url());
        work.sha256().ifPresent(hash -> text.append(" (SHA-256 ").append(hash).append(')'));
        return text.toString();
    }

    /** BibTeX; the type {@code misc} is known to every style. */
    public static String bibtex(Citable work) {
        StringJoiner fields = new StringJoiner(",\n", "@misc{gridtorrent-" + work.id() + ",\n",
                "\n}\n");
        fields.add(field("author", String.join(" and ", work.names().stream()
                .map(Citation::oneName).toList())));
        fields.add(field("title", "{" + tex(work.title()) + "}"));
        fields.add(field("year", Integer.toString(work.year())));
        fields.add(field("howpublished", "Data set, " + tex(work.publisher())));
        work.version().ifPresent(version -> fields.add(field("version", tex(version))));
        if (!work.metadata().keywords().isEmpty()) {
            fields.add(field("keywords", tex(String.join(", ", work.metadata().keywords()))));
        }
        fields.add(field("url", work.url().toString()));
        note(work).ifPresent(note -> fields.add(field("note", note)));
        return fields.toString();
    }

    /** In braces, so that a name with “and” or a comma in it stays one. */
    private static String oneName(String name) {
        return name.contains(",") || name.toLowerCase(Locale.ROOT).contains(" and ")
                ? "{" + tex(name) + "}"
                : tex(name);
    }

    private static String field(String name, String value) {
        return "  " + name + " = {" + value + "}";
    }

    private static Optional<String> note(Citable work) {
        return work.sha256().map(hash -> "SHA-256 " + hash
                + work.infoHash().map(info -> ", info-hash " + info).orElse(""));
    }

    /** What TeX takes for its own; lines become one. */
    static String tex(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 8);
        text.codePoints().forEach(letter -> {
            switch (letter) {
                case '\\' -> escaped.append("{\\textbackslash}");
                // BibTeX counts braces, also those behind a backslash.
                case '{' -> escaped.append("{\\textbraceleft}");
                case '}' -> escaped.append("{\\textbraceright}");
                case '#', '$', '%', '&', '_' -> escaped.append('\\')
                        .appendCodePoint(letter);
                case '~' -> escaped.append("{\\textasciitilde}");
                case '^' -> escaped.append("{\\textasciicircum}");
                case '\r', '\n' -> escaped.append(' ');
                default -> escaped.appendCodePoint(letter);
            }
        });
        return escaped.toString();
    }

    /** RIS, whose lines end with CR and LF. */
    public static String ris(Citable work) {
        StringBuilder lines = new StringBuilder();
        line(lines, "TY", "DATA");
        work.names().forEach(name -> line(lines, "AU", name));
        line(lines, "TI", work.title());
        line(lines, "PY", Integer.toString(work.year()));
        work.dayOfYear().ifPresent(day -> line(lines, "DA", day.replace('-', '/')));
        line(lines, "PB", work.publisher());
        work.version().ifPresent(version -> line(lines, "ET", version));
        work.metadata().keywords().forEach(word -> line(lines, "KW", word));
        line(lines, "UR", work.url().toString());
        line(lines, "ID", work.id());
        note(work).ifPresent(note -> line(lines, "N1", note));
        if (!work.description().isBlank()) {
            line(lines, "AB", work.description());
        }
        line(lines, "ER", "");
        return lines.toString();
    }

    private static void line(StringBuilder lines, String tag, String value) {
        lines.append(tag).append("  - ").append(value.replaceAll("[\\p{Cntrl}\\s]+", " ").strip())
                .append("\r\n");
    }
}

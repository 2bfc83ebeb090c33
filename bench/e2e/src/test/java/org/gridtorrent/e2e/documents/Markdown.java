package org.gridtorrent.e2e.documents;

import java.util.Collections;
import java.util.List;

/** Writes Markdown. */
final class Markdown {
    private Markdown() {}

    static void table(StringBuilder text, List<String> head, List<List<String>> rows) {
        row(text, head);
        row(text, Collections.nCopies(head.size(), "---"));
        rows.forEach(row -> row(text, row));
    }

    private static void row(StringBuilder text, List<String> cells) {
        text.append("| ")
                .append(String.join(" | ",
                        cells.stream().map(cell -> cell.replace("|", "\\|")).toList()))
                .append(" |\n");
    }
}

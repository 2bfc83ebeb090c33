package org.gridtorrent.bench.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Text table of results. */
public final class ResultTable {
    private static final List<String> HEADER = List.of("experiment", "case", "subject", "metric",
            "value", "peer", "value", "ratio");

    private ResultTable() {}

    public static String of(List<Result> results) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEADER);
        results.forEach(result -> rows.add(row(result)));
        int[] widths = new int[HEADER.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                // Why a peer is skipped stands alone at its end and stretches no column.
                boolean last = i == row.size() - 1;
                widths[i] = last ? widths[i] : Math.max(widths[i], row.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                text.append(row.get(i));
                text.repeat(' ', Math.max(0, widths[i] - row.get(i).length()) + 2);
            }
            text.setLength(text.toString().stripTrailing().length());
            text.append(System.lineSeparator());
        }
        return text.toString();
    }

    static List<String> row(Result result) {
        return switch (result) {
            case Result.Measured measured -> List.of(
                    measured.experiment(),
                    measured.setting(),
                    measured.subject(),
                    measured.metric().name(),
                    number(measured.value(), measured.metric()),
                    measured.peer(),
                    number(measured.peerValue(), measured.metric()),
                    measured.ratioText() + " (" + measured.metric().better().describe() + ")");
            case Result.Skipped skipped -> List.of(
                    skipped.experiment(),
                    skipped.setting(),
                    skipped.subject(),
                    "not compared with " + skipped.peer() + ": " + skipped.reason());
        };
    }

    private static String number(double value, Result.Metric metric) {
        String digits = value >= 100 ? "%.0f %s" : "%.3f %s";
        return String.format(Locale.ROOT, digits, value, metric.unit());
    }
}

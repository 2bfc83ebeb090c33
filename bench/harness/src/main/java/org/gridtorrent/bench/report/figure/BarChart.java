package org.gridtorrent.bench.report.figure;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gridtorrent.bench.result.Result;

/**
 * Bars of one metric in one case: the subject and its peers, the best first.
 *
 * @param title experiment and case
 * @param subject the program that the peers stand beside
 */
public record BarChart(String title, String subject, Result.Metric metric, List<Bar> bars) {
    /** Fewer make no chart. */
    private static final int FEWEST_PEERS = 2;
    /** Value from which decimals are left out. */
    private static final double LONG_VALUE = 100;

    /**
     * Value of a program.
     *
     * @param own whether the program is GridTorrent's
     */
    public record Bar(String name, double value, boolean own) {}

    /** Format of the values: one decimal where the largest is short. */
    NumberFormat numbers() {
        double largest = bars.stream().mapToDouble(Bar::value).max().orElse(0);
        return new DecimalFormat(largest < LONG_VALUE ? "0.0" : "#,##0",
                DecimalFormatSymbols.getInstance(Locale.ROOT));
    }

    private record Group(String experiment, String setting, Result.Metric metric, String subject) {}

    /** Name of the chart's file, such as "private-one-file-of-3-gib-gridtorrent-rate.svg". */
    public String fileName() {
        return (title + " " + subject + " " + metric.name()).toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9.]+", "-")
                + ".svg";
    }

    /** One chart for each case and metric with enough peers. Aims and published figures are no peers. */
    public static List<BarChart> of(List<Result.Measured> results) {
        Map<Group, List<Result.Measured>> groups = new LinkedHashMap<>();
        for (Result.Measured result : results) {
            if (!ChartFinder.isAim(result.peer())) {
                groups.computeIfAbsent(new Group(result.experiment(), result.setting(),
                        result.metric(), result.subject()), group -> new ArrayList<>())
                        .add(result);
            }
        }
        List<BarChart> charts = new ArrayList<>();
        groups.forEach((group, rows) -> {
            if (rows.size() >= FEWEST_PEERS) {
                charts.add(of(group, rows));
            }
        });
        return charts;
    }

    private static BarChart of(Group group, List<Result.Measured> rows) {
        List<Bar> bars = new ArrayList<>();
        bars.add(new Bar(group.subject, rows.getFirst().value(), true));
        rows.forEach(row -> bars.add(new Bar(row.peer(), row.peerValue(),
                row.peer().startsWith("GridTorrent"))));
        Comparator<Bar> ascending = Comparator.comparingDouble(Bar::value);
        bars.sort(group.metric.better() == Result.Better.HIGHER
                ? ascending.reversed()
                : ascending);
        return new BarChart(group.experiment + ": " + group.setting, group.subject,
                group.metric, bars);
    }
}

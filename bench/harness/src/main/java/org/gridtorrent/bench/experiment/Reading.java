package org.gridtorrent.bench.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.gridtorrent.bench.result.Result.Metric;

/** Values that one turn of a subject gave, by quantity. Not thread-safe. */
public final class Reading {
    private final Map<Quantity, List<Double>> values = new LinkedHashMap<>();

    private Reading() {}

    public static Reading of(Metric metric, double value) {
        return new Reading().and(metric, value);
    }

    public static Reading of(Quantity quantity, double value) {
        return new Reading().and(quantity, value);
    }

    public Reading and(Metric metric, double value) {
        return and(Quantity.of(metric), value);
    }

    /** Several values of one quantity are several samples. */
    public Reading and(Quantity quantity, double value) {
        values.computeIfAbsent(quantity, _ -> new ArrayList<>()).add(value);
        return this;
    }

    Map<Quantity, List<Double>> values() {
        return values;
    }

    /** For the user, such as "118 Mb/s, the last leecher 3.50 s". */
    String describe() {
        return values.entrySet().stream()
                .map(one -> (one.getKey().what() + " " + one.getValue().stream()
                        .map(value -> String.format(Locale.ROOT, value >= 100 ? "%.0f" : "%.2f",
                                value))
                        .collect(Collectors.joining("/")) + " " + one.getKey().metric().unit())
                        .strip())
                .collect(Collectors.joining(", "));
    }
}

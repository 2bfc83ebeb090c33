package org.gridtorrent.bench.report;

import java.io.IOException;
import java.io.InputStream;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.gridtorrent.bench.result.Result.Measured;
import org.gridtorrent.terminal.Json;
import org.jspecify.annotations.Nullable;

/**
 * Number that a paper published ({@code papers.json}), and where the same is found in results.
 *
 * @param experiment that repeats it
 * @param source the paper and its section
 * @param what it is of
 * @param from the number, or the least of a range
 * @param to the same number, or the range's most
 * @param rows result rows that repeat it, if any
 * @param divisor rows to divide by, if the number is a ratio
 * @param points where it stands in figures, if it is a point of one
 * @param note why it may differ
 */
record PublishedFigure(String experiment, String source, String what, double from, double to,
        String unit, @Nullable Rows rows, @Nullable Rows divisor, @Nullable List<Point> points,
        String note) {
    /** Tolerance: machines, lines and systems differ from the paper's. */
    private static final double NEAR = 0.15;
    /** Tolerance of ratios, which depend less on machines and lines. */
    private static final double NEAR_RATIO = 0.05;
    private static final String RATIO = "×";

    private static final List<PublishedFigure> ALL = load();

    /**
     * Rows, and what is taken of them.
     *
     * @param of a regular expression that is found in "case; metric; subject; peer"
     * @param value of each row
     */
    record Rows(String of, Value value, Take take) {
        Optional<Found> in(List<Measured> results) {
            Pattern pattern = Pattern.compile(of);
            var found = results.stream().filter(row -> pattern.matcher(String.join("; ",
                    row.setting(), row.metric().name(), row.subject(), row.peer())).find())
                    .map(row -> new Found(switch (value) {
                        case VALUE -> row.value();
                        case PEER_VALUE -> row.peerValue();
                    }, row.setting()));
            Comparator<Found> order = Comparator.comparingDouble(Found::value);
            return take == Take.MAX ? found.max(order) : found.min(order);
        }
    }

    /**
     * A place in a figure.
     *
     * @param over what is counted, as the figure's axis says it
     */
    record Point(String name, String over, double at) {}

    enum Value {
        VALUE,
        PEER_VALUE
    }

    enum Take {
        MAX,
        MIN
    }

    /** @param setting the case in which it was */
    record Found(double value, String setting) {}

    static List<PublishedFigure> of(String experiment) {
        return ALL.stream().filter(figure -> figure.experiment.equals(experiment)).toList();
    }

    List<Point> places() {
        return points == null ? List.of() : points;
    }

    /** The same number, found in these results. */
    Optional<Found> found(List<Measured> results) {
        if (rows == null) {
            return Optional.empty();
        }
        Optional<Found> found = rows.in(results);
        if (divisor == null) {
            return found;
        }
        return found.flatMap(one -> divisor.in(results).map(other -> new Found(
                one.value / other.value, one.setting + " ÷ " + other.setting)));
    }

    /** Published range with its unit. */
    String range() {
        String least = ResultRows.text(from);
        return (from == to ? least : least + " to " + ResultRows.text(to)) + " " + unit;
    }

    boolean agrees(double value) {
        double near = unit.equals(RATIO) ? NEAR_RATIO : NEAR;
        return value >= from * (1 - near) && value <= to * (1 + near);
    }

    private static List<PublishedFigure> load() {
        try (InputStream in = Objects.requireNonNull(
                PublishedFigure.class.getResourceAsStream("papers.json"))) {
            return List.of(Json.MAPPER.readValue(in, PublishedFigure[].class));
        } catch (IOException e) {
            throw new IllegalStateException("the program's own papers.json", e);
        }
    }
}

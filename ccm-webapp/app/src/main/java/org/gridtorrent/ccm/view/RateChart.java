package org.gridtorrent.ccm.view;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.gridtorrent.catalog.TaskRates;
import org.gridtorrent.catalog.TaskRates.Rate;

/**
 * A line of the rates in the last minutes, in a frame of {@link #WIDTH} by {@link #HEIGHT}; the highest
 * touches its top, now is its right end.
 */
public record RateChart(List<Rate> rates, Instant now) {
    public static final int WIDTH = 600;
    public static final int HEIGHT = 80;
    /** One point is no line. */
    private static final int FEWEST = 2;

    public boolean isDrawn() {
        return rates.size() >= FEWEST && highest() > 0;
    }

    public long highest() {
        return rates.stream().mapToLong(Rate::bytesPerSecond).max().orElse(0);
    }

    public long mean() {
        return Math.round(
                rates.stream().mapToLong(Rate::bytesPerSecond).average().orElse(0));
    }

    public Duration span() {
        return Duration.between(rates.getFirst().at(), now);
    }

    /** The points of an SVG polyline. */
    public String points() {
        return rates.stream().map(rate -> x(rate.at()) + "," + y(rate.bytesPerSecond()))
                .collect(Collectors.joining(" "));
    }

    /** The same, closed along the bottom. */
    public String area() {
        return x(rates.getFirst().at()) + "," + HEIGHT + " " + points() + " "
                + x(rates.getLast().at()) + "," + HEIGHT;
    }

    private long x(Instant at) {
        long agoMs = Duration.between(at, now).toMillis();
        return Math.round(WIDTH - (double) WIDTH * agoMs / TaskRates.KEPT.toMillis());
    }

    private long y(long rate) {
        return Math.round(HEIGHT - (HEIGHT - 2.0) * rate / highest());
    }
}

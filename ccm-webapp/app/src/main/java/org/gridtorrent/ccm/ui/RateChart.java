package org.gridtorrent.ccm.ui;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.gridtorrent.catalog.task.TaskRates.Rate;

/**
 * Stepped line of the rates in the last minutes, in a frame of {@link #WIDTH} by {@link #HEIGHT}. The first is at
 * its left end, now is its right end, and the highest touches its top. Each rate holds since the one before, so the
 * first one only begins the line, and the area below the line is the bytes done since then.
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
        return rates.stream().skip(1).mapToLong(Rate::bytesPerSecond).max().orElse(0);
    }

    /** Over the whole span, so that both multiplied are the bytes done. */
    public long mean() {
        double bytes = 0;
        for (int i = 1; i < rates.size(); i++) {
            bytes += rates.get(i).bytesPerSecond()
                    * seconds(rates.get(i - 1).at(), rates.get(i).at());
        }
        return Math.round(bytes / seconds(rates.getFirst().at(), now));
    }

    private static double seconds(Instant from, Instant to) {
        return Math.max(1, Duration.between(from, to).toMillis()) / 1000.0;
    }

    public Duration span() {
        return Duration.between(rates.getFirst().at(), now);
    }

    /** The points of an SVG polyline. */
    public String points() {
        return IntStream.range(1, rates.size()).mapToObj(i -> {
            long y = y(rates.get(i).bytesPerSecond());
            return x(rates.get(i - 1).at()) + "," + y + " " + x(rates.get(i).at()) + "," + y;
        }).collect(Collectors.joining(" "));
    }

    /** The same, closed along the bottom. */
    public String area() {
        return x(rates.getFirst().at()) + "," + HEIGHT + " " + points() + " "
                + x(rates.getLast().at()) + "," + HEIGHT;
    }

    private long x(Instant at) {
        Instant first = rates.getFirst().at();
        return Math.round(WIDTH * seconds(first, at) / seconds(first, now));
    }

    private long y(long rate) {
        return Math.round(HEIGHT - (HEIGHT - 2.0) * rate / highest());
    }
}

package org.gridtorrent.ccm.ui;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How much of a data set each of its machines has, the fullest first: a bar for each in a frame of
 * {@link #WIDTH} by {@link #HEIGHT}, where that of a machine with all of it touches the top.
 *
 * @param parts the greatest first
 */
public record SwarmChart(List<Part> parts) {
    public static final int WIDTH = 600;
    public static final int HEIGHT = 80;
    private static final int ALL = 100;
    /** Of one machine its line in the list says enough. */
    private static final int FEWEST = 2;
    /** More than can be told apart. */
    private static final int MOST_BARS = 200;
    /** Whose names have room below their bars. */
    private static final int MOST_NAMED = 6;

    public SwarmChart {
        parts = parts.stream().sorted(Comparator.comparingLong(Part::share).reversed()).toList();
    }

    /** What a machine has, of a hundred. */
    public record Part(String name, long share) {}

    /** A rectangle, from the frame's top left. */
    public record Bar(double x, long y, double width, long height) {}

    public boolean isDrawn() {
        return parts.size() >= FEWEST;
    }

    public boolean isNamed() {
        return parts.size() <= MOST_NAMED;
    }

    public int machines() {
        return parts.size();
    }

    public long whole() {
        return parts.stream().filter(part -> part.share() == ALL).count();
    }

    /** What all of them have together, in copies. */
    public double copies() {
        return parts.stream().mapToLong(Part::share).sum() / (double) ALL;
    }

    /** Half as far from the frame's edges as from each other. */
    public List<Bar> bars() {
        int bars = Math.min(parts.size(), MOST_BARS);
        double step = (double) WIDTH / bars;
        return IntStream.range(0, bars).mapToObj(bar -> {
            long height = HEIGHT * parts.get(bar * parts.size() / bars).share() / ALL;
            return new Bar((bar + 0.1) * step, HEIGHT - height, 0.8 * step, height);
        }).toList();
    }
}

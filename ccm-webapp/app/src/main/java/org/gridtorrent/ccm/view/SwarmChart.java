package org.gridtorrent.ccm.view;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How much of a data set each of its machines has, the fullest first: steps in a frame of {@link #WIDTH} by
 * {@link #HEIGHT}, where a machine with all of it touches the top.
 *
 * @param shares of a hundred, the greatest first
 */
public record SwarmChart(List<Long> shares) {
    public static final int WIDTH = 600;
    public static final int HEIGHT = 80;
    private static final int ALL = 100;
    /** Of one machine its line in the list says enough. */
    private static final int FEWEST = 2;
    /** More than can be told apart. */
    private static final int MOST_STEPS = 200;

    public boolean isDrawn() {
        return shares.size() >= FEWEST;
    }

    public int machines() {
        return shares.size();
    }

    public long whole() {
        return shares.stream().filter(share -> share == ALL).count();
    }

    /** What all of them have together, in copies. */
    public double copies() {
        return shares.stream().mapToLong(Long::longValue).sum() / (double) ALL;
    }

    /** The corners of an SVG polygon, from the bottom at the left to the bottom at the right. */
    public String area() {
        int steps = Math.min(shares.size(), MOST_STEPS);
        Stream<String> corners = IntStream.range(0, steps).boxed().flatMap(step -> {
            long y = HEIGHT - HEIGHT * shares.get(step * shares.size() / steps) / ALL;
            return Stream.of(WIDTH * step / steps + "," + y,
                    WIDTH * (step + 1) / steps + "," + y);
        });
        return Stream.of(Stream.of("0," + HEIGHT), corners, Stream.of(WIDTH + "," + HEIGHT))
                .flatMap(part -> part).collect(Collectors.joining(" "));
    }
}

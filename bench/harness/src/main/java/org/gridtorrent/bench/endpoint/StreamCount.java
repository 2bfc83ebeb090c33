package org.gridtorrent.bench.endpoint;

/** How many streams a transfer had a moment before it ended: while it ends, they go one by one. */
final class StreamCount {
    private static final double MOMENT_SECONDS = 0.1;

    private int before;
    private int last;
    private double lastSeconds = Double.NEGATIVE_INFINITY;

    void look(double seconds, int count) {
        if (seconds - lastSeconds >= MOMENT_SECONDS) {
            before = last;
            last = count;
            lastSeconds = seconds;
        }
    }

    int beforeTheEnd() {
        return before;
    }
}

package org.gridtorrent.bench.tracker;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Latencies of many answers, in nanoseconds. Not thread-safe. */
public final class LatencySamples {
    private long[] nanos = new long[1024];
    private int count;

    void add(long latencyNs) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count++] = latencyNs;
    }

    void addAll(LatencySamples others) {
        for (int i = 0; i < others.count; i++) {
            add(others.nanos[i]);
        }
    }

    public int count() {
        return count;
    }

    /** Percentile: milliseconds within which this part was answered, such as 0.99. */
    public double millis(double part) {
        if (count == 0) {
            throw new IllegalStateException("nothing was answered");
        }
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        int rank = Math.clamp((int) Math.ceil(part * count), 1, count);
        return sorted[rank - 1] / (double) TimeUnit.MILLISECONDS.toNanos(1);
    }
}

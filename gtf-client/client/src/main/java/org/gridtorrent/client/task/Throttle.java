package org.gridtorrent.client.task;

import java.time.Duration;

/** Lets one call through every 200 ms, and works out a rate between them. Thread-safe. */
final class Throttle {
    private static final long INTERVAL_NS = Duration.ofMillis(200).toNanos();

    private final long startNs = System.nanoTime();
    private long passedNs = startNs;

    synchronized boolean passes() {
        long now = System.nanoTime();
        if (now - passedNs < INTERVAL_NS) {
            return false;
        }
        passedNs = now;
        return true;
    }

    /** Bytes a second since the beginning. */
    long rate(long bytes) {
        return (long) (bytes / Math.max(1e-3, (System.nanoTime() - startNs) / 1e9));
    }
}

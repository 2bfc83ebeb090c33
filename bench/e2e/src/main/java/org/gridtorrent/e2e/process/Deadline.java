package org.gridtorrent.e2e.process;

import java.time.Duration;

/** The end of a time that several waits share. */
public final class Deadline {
    private final Duration limit;
    private final long endNs;

    private Deadline(Duration limit) {
        this.limit = limit;
        this.endNs = System.nanoTime() + limit.toNanos();
    }

    /** The time begins now. */
    public static Deadline after(Duration limit) {
        return new Deadline(limit);
    }

    /** The whole time, as it was at the beginning. */
    public Duration limit() {
        return limit;
    }

    /** Time left; zero when it is over. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, endNs - System.nanoTime()));
    }

    public boolean isOver() {
        return System.nanoTime() - endNs > 0;
    }
}

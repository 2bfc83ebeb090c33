package org.gridtorrent.bench.mdtp;

import java.time.Duration;

/**
 * Line to one replica, before and after the change of its case.
 *
 * @param bytesPerSecond that TCP carries, without headers
 * @param laterBytesPerSecond the same after the change; zero if nothing useful comes any more
 * @param delay of every packet from the replica, in addition to half the round trip
 */
record ReplicaLine(long bytesPerSecond, long laterBytesPerSecond, Duration delay) {
    /** Round trip of a line without a delay of its own. */
    static final Duration RTT = Duration.ofMillis(20);

    /** Line of a rate that does not change. */
    static ReplicaLine steady(long bytesPerSecond) {
        return new ReplicaLine(bytesPerSecond, bytesPerSecond, Duration.ZERO);
    }

    ReplicaLine withLater(long later) {
        return new ReplicaLine(bytesPerSecond, later, delay);
    }

    ReplicaLine withDelay(Duration added) {
        return new ReplicaLine(bytesPerSecond, laterBytesPerSecond, added);
    }

    double rttSeconds() {
        return RTT.plus(delay).toNanos() / 1e9;
    }

    long fastestBytesPerSecond() {
        return Math.max(bytesPerSecond, laterBytesPerSecond);
    }
}

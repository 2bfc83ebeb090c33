package org.gridtorrent.ptcp;

import java.time.Duration;

/**
 * Whether the peer is still there, as its control frames tell, and how far away it is.
 *
 * <p>Thread-safe; the clock comes in from outside.
 */
final class KeepAlive {
    private static final double NEWEST = 1.0 / 8;

    private final long pingAfterNanos;
    private final long lostAfterNanos;
    private long heardNanos;
    private long pingedNanos;
    private long pingNumber;
    private boolean answered = true;
    private long roundTripNanos;
    private boolean measured;

    KeepAlive(SessionTimeouts timing, Duration roundTrip, long nowNanos) {
        pingAfterNanos = timing.pingAfter().toNanos();
        lostAfterNanos = timing.lostAfter().toNanos();
        roundTripNanos = roundTrip.toNanos();
        heardNanos = nowNanos;
    }

    /** Some frame came. */
    synchronized void heard(long nowNanos) {
        heardNanos = nowNanos;
    }

    /** The answer to a PING came; one that was not asked for is ignored. */
    synchronized void answered(long number, long nowNanos) {
        if (!answered && number == pingNumber) {
            answered = true;
            long sample = nowNanos - pingedNanos;
            // The handshake's included what both sides had to do for it.
            double share = measured ? NEWEST : 1;
            measured = true;
            roundTripNanos += (long) (share * (sample - roundTripNanos));
        }
    }

    /** A PING is due: after a silence, or when something seems to be stuck and it is to be known. */
    synchronized boolean isPingDue(boolean wanted, long nowNanos) {
        boolean silent = nowNanos - heardNanos >= pingAfterNanos;
        return (wanted || silent) && (answered || nowNanos - pingedNanos >= pingAfterNanos);
    }

    /** Begins a PING; returns its number. */
    synchronized long ping(long nowNanos) {
        pingedNanos = nowNanos;
        pingNumber = nowNanos & Long.MAX_VALUE; // a frame's number is never negative, nanoTime may be
        answered = false;
        return pingNumber;
    }

    synchronized boolean isLost(long nowNanos) {
        return nowNanos - heardNanos >= lostAfterNanos;
    }

    /** Whether something was heard within the last so many nanoseconds. */
    synchronized boolean wasHeardWithin(long nanos, long nowNanos) {
        return nowNanos - heardNanos < nanos;
    }

    synchronized long roundTripNanos() {
        return roundTripNanos;
    }
}

package org.gridtorrent.ptcp.session;

import java.time.Duration;

/**
 * Smoothed round trip time of the control channel, averaged as TCP does (RFC 6298).
 *
 * <p>Thread-safe.
 */
public final class RttEstimator {
    /** Weight of the newest sample. */
    private static final double GAIN = 1.0 / 8;

    private long smoothedNanos;
    private boolean sampled;

    /** @param handshake what the handshake took; the first sample replaces it, because it included work */
    RttEstimator(Duration handshake) {
        smoothedNanos = handshake.toNanos();
    }

    synchronized void add(long sampleNanos) {
        double weight = sampled ? GAIN : 1;
        sampled = true;
        smoothedNanos += (long) (weight * (sampleNanos - smoothedNanos));
    }

    synchronized long roundTripNanos() {
        return smoothedNanos;
    }
}

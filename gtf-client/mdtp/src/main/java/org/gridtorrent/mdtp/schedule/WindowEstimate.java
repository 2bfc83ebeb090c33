package org.gridtorrent.mdtp.schedule;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Estimate of how soon the next request to a replica brings bytes at the replica's rate.
 *
 * <p>TCP sends ten segments in the first round trip of a connection (RFC 6928) and twice as many in each
 * further one, until the window carries the rate. A kept connection that is idle halves its window for each
 * retransmission timeout (RFC 2861). The caller is assumed to use the connection that was used last.
 *
 * <p>Confined to one thread. Rates are in bytes a second, round trips in seconds.
 */
final class WindowEstimate {
    private static final double INITIAL_WINDOW_BYTES = 10 * 1448;
    private static final double MIN_RETRANSMISSION_TIMEOUT_SECONDS = 0.2;
    private static final double RETRANSMISSION_TIMEOUT_ROUND_TRIPS = 1.5;
    private static final int MAX_KEPT = 64;

    /** When each connection that is kept became idle, the latest last. */
    private final Deque<Long> keptSinceNs = new ArrayDeque<>();

    boolean hasKeptConnection() {
        return !keptSinceNs.isEmpty();
    }

    void keepConnection(long nowNs) {
        if (keptSinceNs.size() < MAX_KEPT) {
            keptSinceNs.addLast(nowNs);
        }
    }

    /** A request was sent: it takes a kept connection, if there is one. */
    void takeConnection() {
        keptSinceNs.pollLast();
    }

    /** Kept connections are believed closed. */
    void forgetConnections() {
        keptSinceNs.clear();
    }

    /** Seconds until the first byte, a round trip more on a new connection. */
    double firstByteSeconds(double rtt) {
        return hasKeptConnection() ? rtt : 2 * rtt;
    }

    /** Seconds from the first byte until bytes come at the rate. */
    double openingSeconds(double rate, double rtt, long nowNs) {
        return rtt * log2(Math.max(1, rate * rtt / windowBytes(rate, rtt, nowNs)));
    }

    /** Most bytes that the next request brings within this time, however fast the replica is. */
    double bytesWithin(double seconds, double rate, double rtt, long nowNs) {
        double sending = seconds - firstByteSeconds(rtt);
        return sending <= 0
                ? 0
                : windowBytes(rate, rtt, nowNs) * (Math.pow(2, sending / rtt) - 1);
    }

    /** Least time in which the next request brings these bytes, however fast the replica is. */
    double secondsFor(long bytes, double rate, double rtt, long nowNs) {
        return firstByteSeconds(rtt) + rtt * log2(1 + bytes / windowBytes(rate, rtt, nowNs));
    }

    /** Window with which the next request begins. */
    private double windowBytes(double rate, double rtt, long nowNs) {
        Long sinceNs = keptSinceNs.peekLast();
        if (sinceNs == null) {
            return INITIAL_WINDOW_BYTES;
        }
        double timeout = Math.max(MIN_RETRANSMISSION_TIMEOUT_SECONDS,
                RETRANSMISSION_TIMEOUT_ROUND_TRIPS * rtt);
        double halvings = Math.floor((nowNs - sinceNs) / 1e9 / timeout);
        return Math.max(INITIAL_WINDOW_BYTES, rate * rtt / Math.pow(2, halvings));
    }

    private static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }
}

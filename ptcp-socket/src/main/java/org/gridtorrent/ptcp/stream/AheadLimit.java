package org.gridtorrent.ptcp.stream;

import java.util.concurrent.TimeUnit;
import org.gridtorrent.ptcp.net.WireFormat;

/**
 * Bound on the bytes between the oldest sub-packet that the peer lacks and the newest that was sent.
 *
 * <p>Streams share a line unevenly, and on a line with a short queue some of them nearly stand still. What the
 * others send ahead meanwhile is of no use to the reader, so beyond what the session delivers in
 * {@code AHEAD_NANOS} they copy what is late instead. The time is several of the longest round trips, so
 * that the bound does not hold back a session whose rate doubles with each of them.
 *
 * <p>Guarded by the splitter's lock.
 */
final class AheadLimit {
    private static final long AHEAD_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Bytes allowed at any rate: enough for the slow start of many streams. */
    private static final long MIN_BYTES = 64L * WireFormat.PAYLOAD_LENGTH;

    /** Shortest time over which the rate is measured, because confirmations come in bursts. */
    private static final long RATE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Share of the last rate that a single slow measurement leaves. */
    private static final double RATE_KEPT = 0.9;

    private long sinceNanos;
    private long sinceBytes;
    private double bytesPerNano;

    AheadLimit(long nowNanos) {
        sinceNanos = nowNanos;
    }

    /** @param bytes that the peer has confirmed since the session began */
    void confirmed(long bytes, long nowNanos) {
        long nanos = nowNanos - sinceNanos;
        if (nanos >= RATE_NANOS) {
            double rate = (double) (bytes - sinceBytes) / nanos;
            bytesPerNano = Math.max(rate, RATE_KEPT * bytesPerNano);
            sinceNanos = nowNanos;
            sinceBytes = bytes;
        }
    }

    long bytes() {
        return Math.max(MIN_BYTES, (long) (bytesPerNano * AHEAD_NANOS));
    }
}

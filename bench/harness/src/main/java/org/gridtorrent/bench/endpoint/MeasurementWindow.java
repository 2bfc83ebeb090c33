package org.gridtorrent.bench.endpoint;

/**
 * Counts bytes received within the measurement window. The clock is passed in. Thread-safe: several flows
 * may arrive.
 *
 * <p>The window begins some seconds after the first bytes. It begins and ends with an arrival, so that a
 * pause at its ends is neither lost nor counted twice.
 */
final class MeasurementWindow {
    private final long omitNs;
    private final long spanNs;
    private long firstNs;
    private long beginNs;
    private long endNs;
    private long total;
    private long atBegin = -1;
    private long atEnd;

    MeasurementWindow(double omitSeconds, double seconds) {
        omitNs = (long) (omitSeconds * 1e9);
        spanNs = (long) (seconds * 1e9);
    }

    synchronized void add(int count, long nowNs) {
        firstNs = total == 0 ? nowNs : firstNs;
        total += count;
        if (nowNs - firstNs < omitNs) {
            return;
        }
        if (atBegin < 0) {
            atBegin = total;
            beginNs = nowNs;
        }
        if (nowNs - beginNs <= spanNs) {
            atEnd = total;
            endNs = nowNs;
        }
    }

    synchronized boolean isOver(long nowNs) {
        return atBegin >= 0 && nowNs - beginNs > spanNs;
    }

    /** A window without bytes has the requested length. */
    synchronized EndpointOrder.Received received(double cpuSeconds) {
        long bytes = Math.max(0, atEnd - Math.max(0, atBegin));
        double seconds = bytes == 0 ? spanNs / 1e9 : (endNs - beginNs) / 1e9;
        return new EndpointOrder.Received(bytes, seconds, total, cpuSeconds);
    }
}

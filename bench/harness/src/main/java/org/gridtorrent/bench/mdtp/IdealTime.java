package org.gridtorrent.bench.mdtp;

import java.util.List;

/**
 * Least time in which a file can come from all replicas at once, one TCP connection to each.
 *
 * <p>A line brings nothing for two round trips, in which it connects and the request is answered. Then it
 * brings ten segments (RFC 6928), and twice as many in each further round trip, until its rate is the bound.
 * From then on it brings its rate, and after the change its later rate. The file is there when all lines
 * together brought its length.
 */
final class IdealTime {
    private static final double SEGMENT_BYTES = 1448;
    private static final double INITIAL_WINDOW_BYTES = 10 * SEGMENT_BYTES;
    private static final double STEP_SECONDS = 1e-3;
    private static final double MAX_SECONDS = 1e6;

    private IdealTime() {}

    /**
     * The least seconds, from the first packet on.
     *
     * @param changeSeconds when rates change
     */
    static double seconds(long length, List<ReplicaLine> lines, double changeSeconds) {
        double missing = length;
        for (long step = 0; step * STEP_SECONDS < MAX_SECONDS; step++) {
            double time = step * STEP_SECONDS;
            double rate = lines.stream()
                    .mapToDouble(line -> rate(line, time, time >= changeSeconds)).sum();
            if (missing <= rate * STEP_SECONDS) {
                return time + (rate == 0 ? 0 : missing / rate);
            }
            missing -= rate * STEP_SECONDS;
        }
        throw new IllegalArgumentException("these lines bring nothing: " + lines);
    }

    /** The same of lines that do not change. */
    static double seconds(long length, List<ReplicaLine> lines) {
        return seconds(length, lines, Double.POSITIVE_INFINITY);
    }

    /** Bytes a second at this time. */
    private static double rate(ReplicaLine line, double time, boolean changed) {
        double roundTrips = time / line.rttSeconds() - 2;
        if (roundTrips < 0) {
            return 0;
        }
        double window = INITIAL_WINDOW_BYTES * Math.pow(2, Math.floor(roundTrips));
        double byWindow = window / line.rttSeconds();
        double byLine = changed ? line.laterBytesPerSecond() : line.bytesPerSecond();
        // A line that became faster was full before, and stays it.
        return byWindow < line.bytesPerSecond() ? Math.min(byWindow, byLine) : byLine;
    }
}

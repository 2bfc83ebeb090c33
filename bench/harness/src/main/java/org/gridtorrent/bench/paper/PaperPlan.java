package org.gridtorrent.bench.paper;

import org.gridtorrent.bench.experiment.Experiment.Scale;

/**
 * Number of rounds, and length of each measurement.
 *
 * @param seconds that a transfer is to take where {@code maxBytes} are not too few for that
 * @param maxBytes of a content
 */
record PaperPlan(int rounds, double seconds, long maxBytes) {
    /** Length of the paper's content. */
    private static final long PAPERS_BYTES = 300_000_000;
    private static final long GRAIN = 1_000_000;

    static PaperPlan of(Scale scale) {
        return switch (scale) {
            case FULL -> new PaperPlan(3, 20, PAPERS_BYTES);
            case BRIEF -> new PaperPlan(2, 12, PAPERS_BYTES);
            case QUICK -> new PaperPlan(1, 0.5, 30_000_000);
        };
    }

    /** Whether processes move something before it counts. */
    boolean warmsUp() {
        return maxBytes == PAPERS_BYTES;
    }

    /** Length that the line should carry in that time. */
    long length(ExpectedThroughput line, StreamSetting setting) {
        double bytes = line.expectedMegabits(setting.seeders(), setting.streams()) * 1e6 / 8
                * seconds;
        return Math.clamp(Math.round(bytes / GRAIN) * GRAIN, GRAIN, maxBytes);
    }

    /** Seconds in which PTCP should send as many bytes from one sender. */
    double ptcpSeconds(ExpectedThroughput line, StreamSetting setting) {
        return length(line, setting) * 8 / 1e6 / line.expectedMegabits(1, setting.streams());
    }
}

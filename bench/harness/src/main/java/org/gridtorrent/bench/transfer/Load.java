package org.gridtorrent.bench.transfer;

/**
 * How much is to be moved; who goes by time moves for so many seconds, who cannot moves so many bytes.
 *
 * @param length that the line is expected to take the seconds for
 * @param flows side by side
 */
record Load(Way way, int flows, double seconds, long length) {
    private static final long MEBIBYTE = 1 << 20;

    /** Of whole MiB, with which a flow of this rate or all of the line is expected to be busy for so long. */
    static Load lasting(Way way, int flows, double seconds, double flowMegabits,
            double lineMegabits) {
        double bytes = Math.min(flows * flowMegabits, lineMegabits) * seconds * 1e6 / 8;
        return new Load(way, flows, seconds, Math.max(1, (long) (bytes / MEBIBYTE)) * MEBIBYTE);
    }

    /** Mb/s, if all of its bytes took so long. */
    double megabits(double seconds) {
        return length * 8 / seconds / 1e6;
    }
}

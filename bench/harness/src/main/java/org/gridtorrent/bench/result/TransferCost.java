package org.gridtorrent.bench.result;

/**
 * Cost of moving bytes.
 *
 * @param cpuSeconds of both ends together
 */
public record TransferCost(long bytes, double seconds, double cpuSeconds) {
    public double megabitsPerSecond() {
        return bytes * 8 / seconds / 1e6;
    }

    public double mebibytesPerSecond() {
        return bytes / seconds / (1 << 20);
    }

    public double megabytesPerSecond() {
        return bytes / seconds / 1e6;
    }

    public double cpuSecondsPerGigabyte() {
        return cpuSeconds / (bytes / 1e9);
    }

    public double cpuSecondsPerGibibyte() {
        return cpuSeconds / ((double) bytes / (1 << 30));
    }
}

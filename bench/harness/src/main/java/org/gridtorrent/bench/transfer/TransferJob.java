package org.gridtorrent.bench.transfer;

import java.util.List;
import org.gridtorrent.bench.endpoint.ExpectedRate;
import org.gridtorrent.bench.process.Tool;

/**
 * Amount to transfer: so many seconds, or as many bytes as the line should carry in them.
 *
 * <p>Tools that can go by time move for the seconds, the others move the bytes.
 *
 * @param length that the line is expected to take the seconds for
 * @param flows side by side
 */
record TransferJob(Medium medium, int flows, double seconds, long length) {
    private static final long MEBIBYTE = 1 << 20;
    private static final int EXTRA_SECONDS = 60;

    /** Job of whole MiB that should keep the flows busy for so long. */
    static TransferJob lasting(Medium medium, int flows, double seconds, ExpectedRate speed) {
        double bytes = speed.of(flows) * seconds * 1e6 / 8;
        return new TransferJob(medium, flows, seconds,
                Math.max(1, (long) (bytes / MEBIBYTE)) * MEBIBYTE);
    }

    /** Command that is stopped some time after the job should be done. */
    List<String> bounded(List<String> command) {
        return Tool.concat(
                List.of("timeout", Long.toString(Math.round(seconds) + EXTRA_SECONDS)), command);
    }

    /** Mb/s, if all bytes took so long. */
    double megabits(double seconds) {
        return length * 8 / seconds / 1e6;
    }
}

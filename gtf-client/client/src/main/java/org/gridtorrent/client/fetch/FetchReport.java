package org.gridtorrent.client.fetch;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.gridtorrent.client.status.ReplicaMessages;
import org.gridtorrent.mdtp.FetchStatus;
import org.gridtorrent.mdtp.ReplicaStatus;
import org.gridtorrent.terminal.Output;

/**
 * JSON lines of {@code gridtorrent fetch --json}: one every ten seconds, and one at the end.
 *
 * <p>Thread-safe: the first end that is told is the last line.
 */
final class FetchReport {
    private static final long LINE_NS = Duration.ofSeconds(10).toNanos();

    private final Output output;
    private final Path target;
    private final long beganNs = System.nanoTime();
    private long toldNs = beganNs;
    private boolean hasEnded;

    /** Kinds of lines. */
    enum Event {
        PROGRESS, DONE, FAILED, INTERRUPTED
    }

    /**
     * One line; lengths in bytes.
     *
     * @param bytesTotal -1 while it is not known
     * @param verified whether a checksum was known and matched
     * @param reason why it waits or failed; empty otherwise
     * @param reasonCode the same for programs
     */
    record Line(String event, String file, long bytesTotal, long bytesHad, long bytesDownloaded,
            long bytesWasted, double seconds, long bytesPerSecond, boolean verified, String reason,
            String reasonCode, List<ReplicaLine> replicas) {}

    /** One replica; its address without a query. */
    record ReplicaLine(String address, String state, long bytes, long bytesPerSecond,
            String reason) {
        static ReplicaLine of(ReplicaStatus status) {
            return new ReplicaLine(status.name(), status.state().name().toLowerCase(Locale.ROOT),
                    status.bytes(), status.bytesPerSecond(),
                    status.fault().map(ReplicaMessages::describe).orElse(""));
        }
    }

    FetchReport(Output output, Path target) {
        this.output = output;
        this.target = target.toAbsolutePath().normalize();
    }

    double seconds() {
        return (System.nanoTime() - beganNs) / 1e9;
    }

    /** Tells the progress when it is time. */
    synchronized void update(FetchStatus status) {
        if (!hasEnded && System.nanoTime() - toldNs >= LINE_NS) {
            toldNs = System.nanoTime();
            output.event(line(Event.PROGRESS, status, status.bytesPerSecond(), false,
                    status.isDiskFull() ? "the disk is full" : "",
                    status.isDiskFull() ? "DISK_FULL" : ""));
        }
    }

    /** Tells the end, in these words where people read. */
    synchronized void end(Event event, FetchStatus status, boolean isVerified, String reason,
            String reasonCode, List<String> words) {
        if (!hasEnded) {
            hasEnded = true;
            long rate = (long) (downloaded(status) / Math.max(0.001, seconds()));
            output.answer(line(event, status, rate, isVerified, reason, reasonCode), words);
        }
    }

    private Line line(Event event, FetchStatus status, long rate, boolean isVerified,
            String reason, String reasonCode) {
        return new Line(event.name().toLowerCase(Locale.ROOT), target.toString(),
                status.fileLength().orElse(-1), status.bytesPresent(), downloaded(status),
                status.bytesWasted(), seconds(), rate, isVerified, reason, reasonCode,
                status.replicas().stream().map(ReplicaLine::of).toList());
    }

    private static long downloaded(FetchStatus status) {
        return status.replicas().stream().mapToLong(ReplicaStatus::bytes).sum();
    }
}

package org.gridtorrent.client.fetch;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.gridtorrent.client.status.ReplicaMessages;
import org.gridtorrent.mdtp.FetchResult;
import org.gridtorrent.mdtp.FetchStatus;
import org.gridtorrent.mdtp.ReplicaStatus;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Output;

/**
 * JSON lines of {@code gridtorrent fetch --json}: for each file one every ten seconds, and one at its end.
 *
 * <p>What fails before a file is begun has a line too. Thread-safe: the first end that is told of a file is its
 * last line.
 */
final class FetchReport {
    private static final long LINE_NS = Duration.ofSeconds(10).toNanos();

    private final Output output;
    private Optional<Path> file = Optional.empty();
    private long beganNs = System.nanoTime();
    private long toldNs = beganNs;
    private boolean hasEnded;

    /** Kinds of lines. */
    enum Event {
        PROGRESS, DONE, FAILED, INTERRUPTED
    }

    /**
     * One line; lengths in bytes.
     *
     * @param file empty if the fetch failed before it was known
     * @param bytesTotal -1 while it is not known
     */
    record Line(String event, String file, long bytesTotal, long bytesHad, long bytesDownloaded,
            long bytesWasted, double seconds, long bytesPerSecond,
            @JsonUnwrapped Outcome outcome, List<ReplicaLine> replicas) {}

    /**
     * How it goes or ended.
     *
     * @param verified whether a checksum was known and matched
     * @param checksumServer server that named the checksum; empty if none did, or it was known before
     * @param reason why it waits or failed; empty otherwise
     * @param reasonCode the same for programs
     */
    record Outcome(boolean verified, String checksumServer, String reason, String reasonCode) {
        static final Outcome OPEN = failed("", "");

        static Outcome of(FetchResult result) {
            return new Outcome(result.isVerified(), result.checksumServer().orElse(""), "", "");
        }

        static Outcome verified(boolean isVerified) {
            return new Outcome(isVerified, "", "", "");
        }

        static Outcome failed(String reason, String reasonCode) {
            return new Outcome(false, "", reason, reasonCode);
        }
    }

    /**
     * One replica; its address without a query.
     *
     * @param reason why it failed last; empty while it serves
     * @param reasonCode the same for programs
     */
    record ReplicaLine(String address, String state, long bytes, long bytesPerSecond,
            String reason, String reasonCode) {
        static ReplicaLine of(ReplicaStatus status) {
            return new ReplicaLine(status.name(), status.state().name().toLowerCase(Locale.ROOT),
                    status.bytes(), status.bytesPerSecond(),
                    status.fault().map(ReplicaMessages::describe).orElse(""),
                    status.fault().map(fault -> fault.code().name()).orElse(""));
        }
    }

    FetchReport(Output output) {
        this.output = output;
    }

    Output output() {
        return output;
    }

    /** Begins the report of this file. */
    synchronized void begin(Path target) {
        file = Optional.of(target);
        beganNs = System.nanoTime();
        toldNs = beganNs;
        hasEnded = false;
    }

    private double seconds() {
        return (System.nanoTime() - beganNs) / 1e9;
    }

    /** Tells the progress when it is time. */
    synchronized void update(FetchStatus status) {
        if (!hasEnded && System.nanoTime() - toldNs >= LINE_NS) {
            toldNs = System.nanoTime();
            output.event(line(Event.PROGRESS, status, status.bytesPerSecond(),
                    status.isDiskFull()
                            ? Outcome.failed("the disk is full", "DISK_FULL")
                            : Outcome.OPEN));
        }
    }

    /** Tells the end, in these words where people read; returns false if it was told before. */
    synchronized boolean end(Event event, FetchStatus status, Outcome outcome,
            List<String> words) {
        if (hasEnded) {
            return false;
        }
        hasEnded = true;
        long rate = (long) (downloaded(status) / Math.max(0.001, seconds()));
        output.answer(line(event, status, rate, outcome), words);
        return true;
    }

    /** Tells that nothing was fetched, since the file was there before. */
    void present(Path target, boolean isVerified, OptionalLong length) {
        begin(target);
        FetchStatus status = new FetchStatus(FetchStatus.Phase.DONE, length, length.orElse(0), 0, 0,
                false, List.of());
        end(Event.DONE, status, Outcome.verified(isVerified),
                List.of(FetchMessages.present(target, isVerified)));
    }

    /** Tells why no server was asked, unless an end was told before; people read it elsewhere. */
    void failed(CommandFailure failure) {
        FetchStatus status = new FetchStatus(FetchStatus.Phase.FETCHING, OptionalLong.empty(), 0,
                0, 0, false, List.of());
        end(Event.FAILED, status,
                Outcome.failed(failure.line(), code(failure.exitStatus())), List.of());
    }

    private static String code(int exitStatus) {
        return switch (exitStatus) {
            case ExitStatus.WRONG_USAGE -> "WRONG_USAGE";
            case ExitStatus.BAD_INPUT -> "BAD_INPUT";
            case ExitStatus.NOT_ALLOWED -> "NOT_ALLOWED";
            case ExitStatus.NOT_FOUND -> "NOT_FOUND";
            case ExitStatus.NO_ANSWER -> "NO_ANSWER";
            default -> "FAILED";
        };
    }

    private Line line(Event event, FetchStatus status, long rate, Outcome outcome) {
        return new Line(event.name().toLowerCase(Locale.ROOT),
                file.map(path -> path.toAbsolutePath().normalize().toString()).orElse(""),
                status.fileLength().orElse(-1), status.bytesPresent(), downloaded(status),
                status.bytesWasted(), seconds(), rate, outcome,
                status.replicas().stream().map(ReplicaLine::of).toList());
    }

    private static long downloaded(FetchStatus status) {
        return status.replicas().stream().mapToLong(ReplicaStatus::bytes).sum();
    }
}

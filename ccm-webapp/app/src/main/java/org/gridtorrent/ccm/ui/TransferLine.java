package org.gridtorrent.ccm.ui;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.metainfo.reason.TaskReason;

/**
 * A transfer as its last report told it.
 *
 * @param kind of the task, in small letters
 * @param replaced whether its machine was told to do the same again later
 * @param reason empty before its machine has said anything
 * @param awaitsRetry whether it failed, and is tried again
 * @param state {@code waiting}, {@code running}, {@code paused}, {@code done}, {@code failed},
 *     {@code cancelled}
 */
public record TransferLine(String id, String kind, String datasetId, String title, String machine,
        boolean replaced, String state, long bytesDone, long bytesTotal, long bytesPerSecond,
        int peers,
        Optional<TaskReason> reason, boolean awaitsRetry, Instant updated,
        Optional<RateChart> chart) {

    /** Of the latest task that tries this. */
    public static TransferLine of(Task task) {
        return of(task, false);
    }

    public static TransferLine of(Task task, boolean replaced) {
        return new TransferLine(task.id(), lower(task.kind()), task.contentId(),
                task.contentTitle(), task.deviceName(), replaced, shown(task), task.bytesDone(),
                task.bytesTotal(), task.bytesPerSecond(), task.peers(), task.reason(),
                task.awaitsRetry(), task.changed(), Optional.empty());
    }

    /** A task that is not over may be paused, whatever its machine last said of it. */
    private static String shown(Task task) {
        return task.paused() && !task.state().isFinal() ? "paused" : lower(task.state());
    }

    private static String lower(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }

    /** The same with a chart of its rates. */
    public TransferLine with(RateChart rates) {
        return new TransferLine(id, kind, datasetId, title, machine, replaced, state, bytesDone,
                bytesTotal, bytesPerSecond, peers, reason, awaitsRetry, updated,
                Optional.of(rates));
    }

    /** The same as failed, because whoever ordered it has lost access. */
    public TransferLine withoutAccess() {
        return new TransferLine(id, kind, datasetId, title, machine, replaced, "failed", bytesDone,
                bytesTotal, 0, 0, Optional.empty(), false, updated, chart);
    }

    public boolean active() {
        return state.equals("waiting") || state.equals("running") || paused();
    }

    public boolean paused() {
        return state.equals("paused");
    }

    /** Whether it ended without doing what it was to do, and nobody has tried again yet. */
    public boolean retriable() {
        return (state.equals("failed") || state.equals("cancelled")) && !replaced;
    }

    /** 0 to 100, never 100 before it is done. */
    public int percent() {
        if (state.equals("done")) {
            return 100;
        }
        // Divided first: bytes times a hundred may not fit a long.
        return bytesTotal <= 0
                ? 0
                : (int) Math.min(99, Math.round(100.0 * bytesDone / bytesTotal - 0.5));
    }

    public Optional<Duration> left() {
        boolean known = state.equals("running") && bytesPerSecond > 0 && bytesTotal > bytesDone;
        return known
                ? Optional.of(Duration.ofSeconds((bytesTotal - bytesDone) / bytesPerSecond))
                : Optional.empty();
    }

    public String barClass() {
        return switch (state) {
            case "done" -> "good";
            case "failed", "cancelled" -> "off";
            default -> "";
        };
    }
}

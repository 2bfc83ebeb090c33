package org.gridtorrent.ccm.ui;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A transfer as its last report told it.
 *
 * @param kind of the task, in small letters
 * @param replaced whether its machine was told to do the same again later
 * @param state {@code waiting}, {@code running}, {@code paused}, {@code done}, {@code failed},
 *     {@code cancelled}
 */
public record TransferLine(String id, String kind, String datasetId, String title, String machine,
        boolean replaced, String state, long bytesDone, long bytesTotal, long bytesPerSecond,
        int peers,
        String message, Instant updated, Optional<RateChart> chart) {

    /** The same with a chart of its rates. */
    public TransferLine with(RateChart rates) {
        return new TransferLine(id, kind, datasetId, title, machine, replaced, state, bytesDone,
                bytesTotal, bytesPerSecond, peers, message, updated, Optional.of(rates));
    }

    /** The same as failed, because whoever ordered it has lost access. */
    public TransferLine withoutAccess() {
        return new TransferLine(id, kind, datasetId, title, machine, replaced, "failed", bytesDone,
                bytesTotal, 0, 0, "", updated, chart);
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

package org.gridtorrent.client.task;

import java.util.List;
import java.util.Objects;
import org.gridtorrent.client.tracker.Assignment;
import org.gridtorrent.client.tracker.Problem;
import org.gridtorrent.client.tracker.Report;
import org.gridtorrent.client.tracker.Report.BadFile;
import org.gridtorrent.client.tracker.Report.State;
import org.gridtorrent.engine.piece.MissingPieces;
import org.gridtorrent.engine.status.Obstacle;
import org.jspecify.annotations.Nullable;

/**
 * How a task stands on this device; what the journal keeps and {@code --json} prints. Lengths in
 * bytes of files.
 *
 * @param nonPrivate PUBLISH: the metainfo is made without the private flag (BEP 27); false in older journals
 * @param reasonCode why its content is not moving, or not faster, for programs; the message says it too
 * @param missing what nobody who is connected has, if that is the reason
 * @param files those that are not good
 */
public record TaskView(String id, Assignment.Kind kind, String contentId, String title,
        @Nullable String folder, @Nullable String uploadLimit, @Nullable String downloadLimit,
        long lease, boolean paused, boolean nonPrivate, State state, Problem problem, long done,
        long total,
        long bytesPerSecond, int peers, String message,
        @Nullable String reasonCode, @Nullable MissingPieces missing, @Nullable String infoHash,
        @Nullable String location, List<BadFile> files) {

    public TaskView {
        files = List.copyOf(Objects.requireNonNullElse(files, List.of())); // older journals have none
    }

    static TaskView fresh(Assignment task) {
        return new TaskView(task.id(), task.kind(), task.contentId(), task.title(), task.folder(),
                task.uploadLimit(), task.downloadLimit(), task.lease(), task.paused(),
                task.nonPrivate(),
                State.WAITING, Problem.NONE, 0, 0, 0, 0, "not begun", null, null, null, null,
                List.of());
    }

    TaskView in(State next, String why) {
        return standing(next, Problem.NONE, why, List.of());
    }

    /**
     * A failure that may pass waits to be handed out again, by a tracker that does so; others are
     * final.
     */
    TaskView failed(Problem what, String why, List<BadFile> bad) {
        return what == Problem.FAILED && lease != Assignment.NO_LEASE
                ? standing(State.WAITING, what, why + " (will be retried)", bad)
                : standing(State.FAILED, what, why, bad);
    }

    /** The tracker does not hand it out again. */
    TaskView failedForGood() {
        return standing(State.FAILED, problem, message, files);
    }

    /** Whether it failed, and the tracker will hand it out again. */
    boolean awaitsRetry() {
        return state == State.WAITING && problem != Problem.NONE;
    }

    TaskView moving(long bytesDone, long bytesTotal, long rate, int peerCount, String what) {
        return new TaskView(id, kind, contentId, title, folder, uploadLimit, downloadLimit, lease,
                paused, nonPrivate, State.RUNNING, problem, bytesDone, bytesTotal, rate, peerCount,
                what, null,
                null, infoHash, location, files);
    }

    /**
     * With the reason why it is not moving, or not faster, for programs and as a message. While the disk
     * is full it is waiting.
     */
    TaskView hindered(Obstacle why, String reason) {
        boolean full = why instanceof Obstacle.DiskFull;
        return new TaskView(id, kind, contentId, title, folder, uploadLimit, downloadLimit, lease,
                paused, nonPrivate, full ? State.WAITING : state, problem, done, total,
                full ? 0 : bytesPerSecond, peers, reason,
                why.code().name(), why.missing().orElse(null), infoHash, location, files);
    }

    /** Until what this device holds is where it was. */
    TaskView folderMissing(String why) {
        return new TaskView(id, kind, contentId, title, folder, uploadLimit, downloadLimit, lease,
                paused, nonPrivate, State.WAITING, problem, done, total, 0, 0, why,
                FolderMissingException.CODE, null, infoHash, location, files);
    }

    /** Once it is known what is shared, and where it lies. */
    TaskView of(String hash, String where) {
        return new TaskView(id, kind, contentId, title, folder, uploadLimit, downloadLimit, lease,
                paused, nonPrivate, state, problem, done, total, bytesPerSecond, peers, message,
                reasonCode,
                missing, hash, where, files);
    }

    /** The same work, under another lease. */
    TaskView leased(long newLease) {
        return new TaskView(id, kind, contentId, title, folder, uploadLimit, downloadLimit,
                newLease, paused, nonPrivate, state, problem, done, total, bytesPerSecond, peers,
                message,
                reasonCode, missing, infoHash, location, files);
    }

    TaskView paused(boolean now) {
        return new TaskView(id, kind, contentId, title, folder, uploadLimit, downloadLimit, lease,
                now, nonPrivate, State.WAITING, problem, done, total, 0, 0,
                now ? "paused" : "resuming",
                null, null, infoHash, location, files);
    }

    private TaskView standing(State next, Problem what, String why, List<BadFile> bad) {
        return new TaskView(id, kind, contentId, title, folder, uploadLimit, downloadLimit, lease,
                paused, nonPrivate, next, what, done, total, 0, 0, why, null, null, infoHash,
                location,
                bad);
    }

    Report report() {
        return new Report(id, awaitsRetry() ? State.FAILED : state, done, total, bytesPerSecond,
                peers, message, lease, problem, files);
    }
}

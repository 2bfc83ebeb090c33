package org.gridtorrent.client.tracker;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonProperty.Access;
import java.util.List;
import java.util.Objects;
import org.gridtorrent.client.status.ReasonText;
import org.gridtorrent.engine.piece.MissingPieces;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;
import org.jspecify.annotations.Nullable;

/**
 * A task of this device and how it stands: as the tracker hands it out, as it is worked on and reported; what the
 * journal keeps and {@code --json} prints. Lengths in bytes of files.
 *
 * @param lease goes with each report on it; {@link #NO_LEASE} from a tracker that knows none
 * @param paused it is not to be worked on until it is not paused any more
 * @param nonPrivate PUBLISH: the metainfo is made without the private flag (BEP 27); false in older journals
 * @param problem why it failed, by what can be done about it
 * @param reason what is being done, or why it waits or failed
 * @param reasonCode why its content is not moving, or not faster: the engine's code
 * @param missing what nobody who is connected has, if that is the reason
 * @param files those that are not good
 */
public record Task(String id, Kind kind, String contentId, String title,
        @Nullable String folder, @Nullable String uploadLimit, @Nullable String downloadLimit,
        long lease, boolean paused, boolean nonPrivate, State state, Problem problem, long done,
        long total, long bytesPerSecond, int peers, TaskReason reason,
        @Nullable String reasonCode, @Nullable MissingPieces missing, @Nullable String infoHash,
        @Nullable String location, List<BadFile> files) {
    public static final long NO_LEASE = 0;

    /** What is to be done; the contract says more of each. */
    public enum Kind {
        PUBLISH, DOWNLOAD, SEED, STOP, REMOVE, VERIFY, REPAIR, LIMIT;

        private boolean ends() {
            return this == STOP || this == REMOVE;
        }
    }

    /** As in the WSDL: the last three are final. */
    public enum State {
        WAITING, RUNNING, DONE, FAILED, CANCELLED;

        public boolean isFinal() {
            return this != WAITING && this != RUNNING;
        }
    }

    /** A file of the content that is missing, damaged or unproven. */
    public record BadFile(String path, String state, String reason) {}

    public Task {
        files = List.copyOf(Objects.requireNonNullElse(files, List.of())); // older journals have none
    }

    /** As it is handed out. */
    public static Task handedOut(String id, Kind kind, String contentId, String title,
            @Nullable String folder, @Nullable String uploadLimit,
            @Nullable String downloadLimit, long lease, boolean paused, boolean nonPrivate) {
        return new Task(id, kind, contentId, title, folder, uploadLimit, downloadLimit, lease,
                paused, nonPrivate, State.WAITING, Problem.NONE, 0, 0, 0, 0,
                TaskReason.of(ReasonCode.NOT_BEGUN), null, null, null, null, List.of());
    }

    /** The reason in English. */
    @JsonProperty(access = Access.READ_ONLY)
    public String message() {
        return ReasonText.describe(reason) + (awaitsRetry() ? " (will be retried)" : "");
    }

    public Task in(State next, ReasonCode why, Object... arguments) {
        return in(next, TaskReason.of(why, arguments));
    }

    public Task in(State next, TaskReason why) {
        return standing(next, Problem.NONE, why, List.of());
    }

    /**
     * A failure that may pass waits to be handed out again, by a tracker that does so; others are
     * final.
     */
    public Task failed(Problem what, TaskReason why, List<BadFile> bad) {
        return standing(what == Problem.FAILED && lease != NO_LEASE ? State.WAITING : State.FAILED,
                what, why, bad);
    }

    /** The tracker does not hand it out again. */
    public Task failedForGood() {
        return standing(State.FAILED, problem, reason, files);
    }

    /** Whether it failed, and the tracker will hand it out again. */
    public boolean awaitsRetry() {
        return state == State.WAITING && problem != Problem.NONE;
    }

    /** True if the site has cancelled the other task because this one contradicts it. */
    public boolean supersedes(Task cancelled) {
        boolean contradicts = (kind == Kind.LIMIT || cancelled.kind == Kind.LIMIT)
                ? kind == cancelled.kind
                : kind.ends() != cancelled.kind.ends();
        return contradicts && !state.isFinal() && contentId.equals(cancelled.contentId);
    }

    public Task moving(long bytesDone, long bytesTotal, long rate, int peerCount,
            ReasonCode what) {
        return standing(State.RUNNING, problem, bytesDone, bytesTotal, rate, peerCount,
                TaskReason.of(what), null, null, files);
    }

    /** With the reason why it is not moving, or not faster. While the disk is full it is waiting. */
    public Task hindered(Obstacle obstacle, TaskReason why) {
        boolean full = obstacle instanceof Obstacle.DiskFull;
        return standing(full ? State.WAITING : state, problem, done, total,
                full ? 0 : bytesPerSecond, peers, why, obstacle.code().name(),
                obstacle.missing().orElse(null), files);
    }

    /** Until what this device holds is where it was. */
    public Task folderMissing(TaskReason why) {
        return standing(State.WAITING, problem, done, total, 0, 0, why,
                ReasonCode.FOLDER_MISSING.name(), null, files);
    }

    /** Once it is known what is shared, and where it lies. */
    public Task of(String hash, String where) {
        return new Task(id, kind, contentId, title, folder, uploadLimit, downloadLimit, lease,
                paused, nonPrivate, state, problem, done, total, bytesPerSecond, peers, reason,
                reasonCode, missing, hash, where, files);
    }

    /** The same work, under another lease. */
    public Task leased(long newLease) {
        return new Task(id, kind, contentId, title, folder, uploadLimit, downloadLimit, newLease,
                paused, nonPrivate, state, problem, done, total, bytesPerSecond, peers, reason,
                reasonCode, missing, infoHash, location, files);
    }

    public Task paused(boolean now) {
        return new Task(id, kind, contentId, title, folder, uploadLimit, downloadLimit, lease,
                now, nonPrivate, State.WAITING, problem, done, total, 0, 0,
                TaskReason.of(now ? ReasonCode.PAUSED : ReasonCode.RESUMING), null, null,
                infoHash, location, files);
    }

    private Task standing(State next, Problem what, TaskReason why, List<BadFile> bad) {
        return standing(next, what, done, total, 0, 0, why, null, null, bad);
    }

    private Task standing(State next, Problem what, long bytesDone, long bytesTotal, long rate,
            int peerCount, TaskReason why, @Nullable String code, @Nullable MissingPieces lacking,
            List<BadFile> bad) {
        return new Task(id, kind, contentId, title, folder, uploadLimit, downloadLimit, lease,
                paused, nonPrivate, next, what, bytesDone, bytesTotal, rate, peerCount, why, code,
                lacking, infoHash, location, bad);
    }
}

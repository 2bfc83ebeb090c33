package org.gridtorrent.catalog.task;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;

/**
 * What a device was told to do, and how it stands.
 *
 * @param paused it is not to be worked on until it goes on
 * @param folder PUBLISH: what to publish. DOWNLOAD: where to put it, or empty for the device's own
 *     download folder. SEED: where it lies, or empty for what the device holds already
 * @param nonPrivate PUBLISH: its metainfo is made without the private flag (BEP 27)
 * @param uploadLimit of a LIMIT task, as people write rates, as is the download limit
 * @param lease grows whenever the task is handed out anew; a report under an older one is refused
 * @param attempt counts from 1
 * @param notBefore when it failed and is to be tried again
 * @param reason what is being done, or why it waits or failed; empty before its device has said anything
 */
public record Task(String id, Kind kind, State state, boolean paused, String contentId,
        String contentTitle, String deviceId, String deviceName, String accountId,
        Optional<String> folder, boolean nonPrivate, Optional<String> uploadLimit,
        Optional<String> downloadLimit, long lease, int attempt, Optional<Instant> notBefore,
        Optional<Problem> problem,
        long bytesDone, long bytesTotal, long bytesPerSecond, int peers,
        Optional<TaskReason> reason, Instant created, Instant changed) {

    /** Whether it failed, and is handed out again. The sentence of an old client says so itself. */
    public boolean awaitsRetry() {
        return state == State.WAITING && problem.isPresent()
                && reason.filter(why -> why.code() == ReasonCode.SENTENCE).isEmpty();
    }

    /** What a task does; the contract says more of each. */
    public enum Kind {
        PUBLISH, DOWNLOAD, SEED, STOP, REMOVE, VERIFY, REPAIR, LIMIT;

        /** Kinds that a device without a session knows. */
        static final Set<Kind> FIRST = Set.of(PUBLISH, DOWNLOAD);

        /** Whether it ends a device's part in a content. */
        public boolean ends() {
            return this == STOP || this == REMOVE;
        }
    }

    /** A final state is never left. */
    public enum State {
        WAITING, RUNNING, DONE, FAILED, CANCELLED;

        public boolean isFinal() {
            return this == DONE || this == FAILED || this == CANCELLED;
        }
    }

    /** Why a task failed. */
    public enum Problem {
        FAILED, BAD_INPUT, NOT_ALLOWED, NOT_FOUND, DAMAGED;

        /** Whether trying again may help. */
        boolean passes() {
            return this == FAILED;
        }
    }

    /** A file of the content that is not as it should be. */
    public record BadFile(String path, FileState state, String reason) {}

    /** What is wrong with a file. */
    public enum FileState {
        MISSING, DAMAGED,
        /** Of the right length, and its pieces cannot be checked: they reach into bad files. */
        UNPROVEN
    }

    /**
     * What somebody wants done; see {@link Task} for the parts.
     *
     * @param forced even when it leaves no verified copy of the content
     */
    public record Order(Kind kind, String contentId, String deviceId, Optional<String> folder,
            Optional<String> uploadLimit, Optional<String> downloadLimit, boolean forced) {
        public static Order of(Kind kind, String contentId, String deviceId) {
            return new Order(kind, contentId, deviceId, Optional.empty(), Optional.empty(),
                    Optional.empty(), false);
        }

        public Order in(String place) {
            return new Order(kind, contentId, deviceId, Optional.of(place), uploadLimit,
                    downloadLimit, forced);
        }

        public Order byForce() {
            return new Order(kind, contentId, deviceId, folder, uploadLimit, downloadLimit, true);
        }

        public static Order limit(String contentId, String deviceId, Optional<String> upload,
                Optional<String> download) {
            return new Order(Kind.LIMIT, contentId, deviceId, Optional.empty(), upload, download,
                    false);
        }
    }

    /** A device's word on its task; rates are bytes per second. */
    public record Report(State state, long bytesDone, long bytesTotal, long bytesPerSecond,
            int peers, Optional<TaskReason> reason, Optional<Problem> problem,
            List<BadFile> files) {
        /** In a sentence, without a problem that a program understands: a failure is final. */
        public Report(State state, long bytesDone, long bytesTotal, long bytesPerSecond,
                int peers, String sentence) {
            this(state, bytesDone, bytesTotal, bytesPerSecond, peers, TaskReason.decoded(sentence),
                    Optional.empty(), List.of());
        }

        boolean mayPass() {
            return state == State.FAILED && problem.filter(Problem::passes).isPresent();
        }
    }
}

package org.gridtorrent.client.task;

import org.gridtorrent.client.tracker.Assignment;
import org.gridtorrent.client.tracker.Report;
import org.gridtorrent.client.tracker.Report.State;
import org.jspecify.annotations.Nullable;

/** How a task stands on this device; what the journal keeps and {@code --json} prints. Lengths in bytes. */
public record TaskView(String id, Assignment.Kind kind, String contentId, String title,
        @Nullable String folder,
        State state, Problem problem, long done, long total, long bytesPerSecond, int peers,
        String message,
        @Nullable String infoHash, @Nullable String location) {

    static TaskView fresh(Assignment task) {
        return new TaskView(task.id(), task.kind(), task.contentId(), task.title(), task.folder(),
                State.WAITING,
                Problem.NONE, 0, 0, 0, 0, "not begun", null, null);
    }

    TaskView in(State next, String why) {
        return new TaskView(id, kind, contentId, title, folder, next, problem, done, total, 0, 0,
                why, infoHash,
                location);
    }

    TaskView failed(Problem what, String why) {
        return new TaskView(id, kind, contentId, title, folder, State.FAILED, what, done, total, 0,
                0, why, infoHash,
                location);
    }

    TaskView moving(long bytesDone, long bytesTotal, long rate, int peerCount, String what) {
        return new TaskView(id, kind, contentId, title, folder, State.RUNNING, problem, bytesDone,
                bytesTotal, rate,
                peerCount, what, infoHash, location);
    }

    /** Once it is known what is shared, and where it lies. */
    TaskView of(String hash, String where) {
        return new TaskView(id, kind, contentId, title, folder, state, problem, done, total,
                bytesPerSecond, peers,
                message, hash, where);
    }

    Report report() {
        return new Report(id, state, done, total, bytesPerSecond, peers, message);
    }
}

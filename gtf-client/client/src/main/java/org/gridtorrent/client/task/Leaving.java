package org.gridtorrent.client.task;

import java.io.IOException;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.client.tracker.Task.Kind;
import org.gridtorrent.client.tracker.Task.State;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;

/** A STOP or REMOVE task: share it no more; with REMOVE, also delete what was fetched. */
final class Leaving implements Work {
    private final TaskBoard board;
    private final Contents contents;

    Leaving(TaskBoard board, Contents contents) {
        this.board = board;
        this.contents = contents;
    }

    @Override
    public void run(Task task) throws IOException {
        Holding holding = contents.held(task.contentId()).orElse(null);
        TaskReason reason = holding == null
                ? TaskReason.of(ReasonCode.NOT_HELD)
                : left(task, holding);
        board.update(task.id(), t -> t.in(State.DONE, reason));
    }

    /** In this order, so that what a crash interrupts is known of when the task begins again. */
    private TaskReason left(Task task, Holding holding) throws IOException {
        board.update(task.id(), t -> t.of(holding.infoHash().hex(), holding.location().toString()));
        contents.stop(holding);
        if (task.kind() == Kind.STOP) {
            return TaskReason.of(ReasonCode.NO_LONGER_SHARED, holding.location());
        }
        if (!holding.inPlace()) {
            HeldFiles.delete(holding);
            contents.forgetChecks(holding.infoHash());
        }
        contents.forget(holding.infoHash());
        return TaskReason.of(holding.inPlace()
                ? ReasonCode.NO_LONGER_SHARED_IN_PLACE
                : ReasonCode.REMOVED, holding.location());
    }
}

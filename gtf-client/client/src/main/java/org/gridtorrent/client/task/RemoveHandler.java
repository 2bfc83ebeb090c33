package org.gridtorrent.client.task;

import java.io.IOException;
import java.util.function.LongConsumer;
import org.gridtorrent.client.share.Contents;
import org.gridtorrent.client.share.Holding;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.client.tracker.Task.Kind;
import org.gridtorrent.client.tracker.Task.State;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;

/** A STOP or REMOVE task: share it no more; with REMOVE, also delete what was fetched. */
final class RemoveHandler implements TaskHandler {
    private final TaskBoard board;
    private final Contents contents;

    RemoveHandler(TaskBoard board, Contents contents) {
        this.board = board;
        this.contents = contents;
    }

    @Override
    public void run(Task task) throws IOException, InterruptedException {
        Holding holding = contents.held(task.contentId()).orElse(null);
        TaskReason reason = holding == null
                ? TaskReason.of(ReasonCode.NOT_HELD)
                : left(task, holding);
        board.update(task.id(), t -> t.in(State.DONE, reason));
    }

    /** In this order, so that what a crash interrupts is known of when the task begins again. */
    private TaskReason left(Task task, Holding holding) throws IOException, InterruptedException {
        board.update(task.id(), t -> t.of(holding.infoHash().hex(), holding.location().toString()));
        if (task.kind() == Kind.STOP) {
            contents.stop(holding);
            return TaskReason.of(ReasonCode.NO_LONGER_SHARED, holding.location());
        }
        if (holding.inPlace()) {
            contents.forget(holding.infoHash());
            return TaskReason.of(ReasonCode.NO_LONGER_SHARED_IN_PLACE, holding.location());
        }
        long total = holding.metainfo().filesLength();
        contents.delete(holding, progress(task, total));
        board.update(task.id(), t -> t.moving(total, total, 0, 0, ReasonCode.DELETING));
        return TaskReason.of(ReasonCode.REMOVED, holding.location());
    }

    private LongConsumer progress(Task task, long total) {
        Throttle throttle = new Throttle();
        return deleted -> {
            if (throttle.passes()) {
                board.update(task.id(),
                        t -> t.moving(deleted, total, 0, 0, ReasonCode.DELETING));
            }
        };
    }
}

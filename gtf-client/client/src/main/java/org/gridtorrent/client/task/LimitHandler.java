package org.gridtorrent.client.task;

import java.io.IOException;
import org.gridtorrent.client.share.Contents;
import org.gridtorrent.client.share.Holding;
import org.gridtorrent.client.tracker.Problem;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.client.tracker.Task.State;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;

/** A LIMIT task: hold one content to rates of its own. */
final class LimitHandler implements TaskHandler {
    private final TaskBoard board;
    private final Contents contents;

    LimitHandler(TaskBoard board, Contents contents) {
        this.board = board;
        this.contents = contents;
    }

    @Override
    public void run(Task task) throws IOException, TaskFailure {
        Holding holding = contents.held(task.contentId()).orElseThrow(
                () -> new TaskFailure(Problem.NOT_FOUND, ReasonCode.NOT_HELD));
        try {
            contents.limit(holding, task.uploadLimit(), task.downloadLimit());
        } catch (IllegalArgumentException e) {
            throw new TaskFailure(Problem.BAD_INPUT, ReasonCode.LIMIT_MALFORMED,
                    String.valueOf(e.getMessage()));
        }
        board.update(task.id(), t -> t.in(State.DONE, reason(task)));
    }

    private static TaskReason reason(Task task) {
        if (task.downloadLimit() == null) {
            return TaskReason.of(ReasonCode.UPLOAD_LIMIT_SET, String.valueOf(task.uploadLimit()));
        }
        return task.uploadLimit() == null
                ? TaskReason.of(ReasonCode.DOWNLOAD_LIMIT_SET, task.downloadLimit())
                : TaskReason.of(ReasonCode.LIMITS_SET, task.uploadLimit(), task.downloadLimit());
    }
}

package org.gridtorrent.client.task;

import java.io.IOException;
import org.gridtorrent.client.tracker.Problem;
import org.gridtorrent.client.tracker.Report.State;

/** A LIMIT task: hold one content to rates of its own. */
final class Limiting implements Work {
    private final TaskBoard board;
    private final Contents contents;

    Limiting(TaskBoard board, Contents contents) {
        this.board = board;
        this.contents = contents;
    }

    @Override
    public void run(TaskView task) throws IOException, TaskFailure {
        Holding holding = contents.held(task.contentId()).orElseThrow(
                () -> new TaskFailure(Problem.NOT_FOUND,
                        "this machine does not have the data set"));
        try {
            contents.limit(holding, task.uploadLimit(), task.downloadLimit());
        } catch (IllegalArgumentException e) {
            throw new TaskFailure(Problem.BAD_INPUT, "a limit is malformed: " + e.getMessage());
        }
        board.update(task.id(), t -> t.in(State.DONE, words(task)));
    }

    private static String words(TaskView task) {
        String upload = task.uploadLimit() == null ? "" : ", upload " + task.uploadLimit();
        String download = task.downloadLimit() == null ? "" : ", download " + task.downloadLimit();
        return "its limits are now" + upload.replaceFirst("^,", "")
                + (upload.isEmpty() ? download.replaceFirst("^,", "") : download);
    }
}

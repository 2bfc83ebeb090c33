package org.gridtorrent.client.task;

import java.io.IOException;
import org.gridtorrent.client.tracker.Assignment.Kind;
import org.gridtorrent.client.tracker.Report.State;

/** A STOP or REMOVE task: share it no more; with REMOVE, also delete what was fetched. */
final class Leaving implements Work {
    private final TaskBoard board;
    private final Contents contents;

    Leaving(TaskBoard board, Contents contents) {
        this.board = board;
        this.contents = contents;
    }

    @Override
    public void run(TaskView task) throws IOException {
        Holding holding = contents.held(task.contentId()).orElse(null);
        String words = holding == null
                ? "this machine does not have the data set"
                : left(task, holding);
        board.update(task.id(), t -> t.in(State.DONE, words));
    }

    /** In this order, so that what a crash interrupts is known of when the task begins again. */
    private String left(TaskView task, Holding holding) throws IOException {
        board.update(task.id(), t -> t.of(holding.infoHash().hex(), holding.location().toString()));
        contents.stop(holding);
        if (task.kind() == Kind.STOP) {
            return "no longer shared; the files stay in " + holding.location();
        }
        if (!holding.inPlace()) {
            HeldFiles.delete(holding);
            contents.forgetChecks(holding.infoHash());
        }
        contents.forget(holding.infoHash());
        return holding.inPlace()
                ? "no longer shared; the published files stay in "
                        + holding.location()
                : "removed from " + holding.location();
    }
}

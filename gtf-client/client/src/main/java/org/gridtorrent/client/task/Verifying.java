package org.gridtorrent.client.task;

import java.io.IOException;
import org.gridtorrent.client.tracker.Assignment.Kind;
import org.gridtorrent.client.tracker.Problem;
import org.gridtorrent.client.tracker.Report.State;
import org.gridtorrent.client.verify.Inspection;

/**
 * A VERIFY or REPAIR task: every piece is hashed again, while the content is served; what is not
 * good is served no more, and with REPAIR fetched again.
 */
final class Verifying implements Work {
    private final TaskBoard board;
    private final Contents contents;
    private final Inspector inspector;

    Verifying(TaskBoard board, Contents contents, Inspector inspector) {
        this.board = board;
        this.contents = contents;
        this.inspector = inspector;
    }

    @Override
    public void run(TaskView task) throws IOException, TaskFailure, InterruptedException {
        Holding holding = contents.held(task.contentId()).orElseThrow(
                () -> new TaskFailure(Problem.NOT_FOUND,
                        "this machine does not have the data set"));
        if (holding.isGone() && (task.kind() == Kind.VERIFY || holding.isUnmounted())) {
            throw new TaskFailure(Problem.NOT_FOUND, holding.whyMissing());
        }
        board.update(task.id(), t -> t.of(holding.infoHash().hex(), holding.location().toString()));
        Inspection found = inspector.inspect(task, holding);
        if (found.complete()) {
            finish(task, holding, "all %d files are as published".formatted(found.files().size()));
        } else if (task.kind() == Kind.REPAIR) {
            repair(task, holding, found);
        } else {
            quarantine(holding);
            throw Inspector.damaged(holding, found);
        }
    }

    private void repair(TaskView task, Holding holding, Inspection found)
            throws IOException, TaskFailure, InterruptedException {
        if (holding.inPlace()) {
            quarantine(holding);
            throw new TaskFailure(Problem.NOT_ALLOWED, holding.location() + " was published in"
                    + " place and is never changed; restore the files, or publish them again",
                    Inspector.damaged(holding, found).files());
        }
        Sharing sharing = contents.recheck(holding, false);
        Following.untilComplete(task, sharing, board, "checking pieces");
        finish(task, holding, "repaired: %d of %d files were not as published".formatted(
                found.files().size() - found.goodFiles(), found.files().size()));
    }

    private void quarantine(Holding holding) throws IOException {
        if (contents.of(holding.infoHash()).isPresent()) {
            var _ = contents.recheck(holding, true);
        }
    }

    private void finish(TaskView task, Holding holding, String words) {
        long length = holding.metainfo().filesLength();
        board.update(task.id(), t -> t.moving(length, length, 0, 0, words).in(State.DONE, words));
    }
}

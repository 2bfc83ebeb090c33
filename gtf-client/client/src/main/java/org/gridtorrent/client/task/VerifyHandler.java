package org.gridtorrent.client.task;

import java.io.IOException;
import java.util.List;
import org.gridtorrent.client.share.Contents;
import org.gridtorrent.client.share.Holding;
import org.gridtorrent.client.share.SharedContent;
import org.gridtorrent.client.tracker.Problem;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.client.tracker.Task.Kind;
import org.gridtorrent.client.tracker.Task.State;
import org.gridtorrent.client.verify.Inspection;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;

/**
 * A VERIFY or REPAIR task: every piece is hashed again, while the content is served; what is not
 * good is served no more, and with REPAIR fetched again.
 */
final class VerifyHandler implements TaskHandler {
    private final TaskBoard board;
    private final Contents contents;
    private final Inspector inspector;

    VerifyHandler(TaskBoard board, Contents contents, Inspector inspector) {
        this.board = board;
        this.contents = contents;
        this.inspector = inspector;
    }

    @Override
    public void run(Task task) throws IOException, TaskFailure, InterruptedException {
        Holding holding = contents.held(task.contentId()).orElseThrow(
                () -> new TaskFailure(Problem.NOT_FOUND, ReasonCode.NOT_HELD));
        if (holding.isGone() && (task.kind() == Kind.VERIFY || holding.isUnmounted())) {
            throw new TaskFailure(Problem.NOT_FOUND, holding.whyMissing(), List.of());
        }
        board.update(task.id(), t -> t.of(holding.infoHash().hex(), holding.location().toString()));
        Inspection found = inspector.inspect(task, holding);
        if (found.complete()) {
            finish(task, holding, TaskReason.of(ReasonCode.FILES_GOOD, found.files().size()));
        } else if (task.kind() == Kind.REPAIR) {
            repair(task, holding, found);
        } else {
            quarantine(holding);
            throw Inspector.damaged(holding, found);
        }
    }

    private void repair(Task task, Holding holding, Inspection found)
            throws IOException, TaskFailure, InterruptedException {
        if (holding.inPlace()) {
            quarantine(holding);
            throw new TaskFailure(Problem.NOT_ALLOWED,
                    TaskReason.of(ReasonCode.PUBLISHED_IN_PLACE, holding.location()),
                    Inspector.damaged(holding, found).files());
        }
        SharedContent sharing = contents.recheck(holding, false);
        ProgressFollower.untilComplete(task, sharing, board, ReasonCode.CHECKING_PIECES);
        finish(task, holding, TaskReason.of(ReasonCode.REPAIRED,
                found.files().size() - found.goodFiles(), found.files().size()));
    }

    private void quarantine(Holding holding) throws IOException {
        if (contents.of(holding.infoHash()).isPresent()) {
            var _ = contents.recheck(holding, true);
        }
    }

    private void finish(Task task, Holding holding, TaskReason reason) {
        long length = holding.metainfo().filesLength();
        board.update(task.id(), t -> t.moving(length, length, 0, 0, ReasonCode.CHECKING)
                .in(State.DONE, reason));
    }
}

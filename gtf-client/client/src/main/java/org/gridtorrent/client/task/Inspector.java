package org.gridtorrent.client.task;

import java.io.IOException;
import java.util.List;
import org.gridtorrent.client.share.Holding;
import org.gridtorrent.client.tracker.Problem;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.client.tracker.Task.BadFile;
import org.gridtorrent.client.verify.Inspection;
import org.gridtorrent.client.verify.Inspection.FileState;
import org.gridtorrent.metainfo.UnpaddedSize;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;

/** Hashes what is held, piece by piece, showing on the board how far it is. */
final class Inspector {
    private final TaskBoard board;

    Inspector(TaskBoard board) {
        this.board = board;
    }

    Inspection inspect(Task task, Holding holding) throws IOException, InterruptedException {
        Throttle throttle = new Throttle();
        UnpaddedSize bytes = UnpaddedSize.of(holding.metainfo());
        return Inspection.of(holding.metainfo(), holding.directory(), (done, total) -> {
            if (throttle.passes()) {
                board.update(task.id(), t -> t.moving(bytes.withoutPadding(done), bytes.total(),
                        throttle.rate(done), 0, ReasonCode.CHECKING));
            }
        });
    }

    /** Fails with the files that are not good, if there are any. */
    Inspection requireGood(Task task, Holding holding)
            throws IOException, TaskFailure, InterruptedException {
        Inspection found = inspect(task, holding);
        if (!found.complete()) {
            throw damaged(holding, found);
        }
        return found;
    }

    static TaskFailure damaged(Holding holding, Inspection found) {
        List<BadFile> bad = found.files().stream().filter(file -> file.state() != FileState.GOOD)
                .map(file -> new BadFile(file.path(), file.state().name(), file.why())).toList();
        return new TaskFailure(Problem.DAMAGED, TaskReason.of(ReasonCode.FILES_BAD, bad.size(),
                found.files().size(), holding.location()), bad);
    }
}

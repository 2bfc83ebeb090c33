package org.gridtorrent.client.task;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gridtorrent.client.share.Contents;
import org.gridtorrent.client.share.Holding;
import org.gridtorrent.client.share.SharedContent;
import org.gridtorrent.client.tracker.Problem;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.client.tracker.Task.State;
import org.gridtorrent.client.tracker.TrackerClient;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.reason.ReasonCode;

/** A SEED task: share again what is held, or what lies in a folder and is as it should be. */
final class SeedHandler implements TaskHandler {
    private final TaskBoard board;
    private final Contents contents;
    private final OpenedFolders folders;
    private final TrackerClient tracker;
    private final Retry retry;
    private final Inspector inspector;

    SeedHandler(TaskBoard board, Contents contents, OpenedFolders folders, TrackerClient tracker,
            Retry retry, Inspector inspector) {
        this.board = board;
        this.contents = contents;
        this.folders = folders;
        this.tracker = tracker;
        this.retry = retry;
        this.inspector = inspector;
    }

    @Override
    public void run(Task task) throws IOException, TaskFailure, InterruptedException {
        Holding held = contents.held(task.contentId()).orElse(null);
        if (held != null && held.inPlace() && !held.isGone()) {
            inspector.requireGood(task, held); // nobody mends it while it is fetched
        }
        SharedContent sharing = contents.takeUp(task.contentId()).orElse(null);
        if (sharing == null) {
            sharing = found(task);
        }
        Holding holding = sharing.holding();
        board.update(task.id(), t -> t.of(holding.infoHash().hex(), holding.location().toString()));
        ProgressFollower.untilComplete(task, sharing, board, ReasonCode.CHECKING_FILES);
        board.update(task.id(),
                t -> t.in(State.DONE, ReasonCode.SERVING, holding.location()));
    }

    private SharedContent found(Task task) throws IOException, TaskFailure, InterruptedException {
        if (task.folder() == null) {
            throw new TaskFailure(Problem.NOT_FOUND, ReasonCode.NOT_HELD);
        }
        Path folder = Path.of(task.folder());
        if (!folder.isAbsolute() || !Files.isDirectory(folder)) {
            throw new TaskFailure(Problem.NOT_FOUND, ReasonCode.NO_SUCH_FOLDER, task.folder());
        }
        Path real = folder.toRealPath();
        if (!folders.cover(real)) {
            throw new TaskFailure(Problem.NOT_ALLOWED, ReasonCode.FOLDER_NOT_OPEN, real);
        }
        Holding holding = Holding.begun(metainfo(task), task.contentId(), task.title(), real, true);
        inspector.requireGood(task, holding);
        contents.recordComplete(holding);
        return contents.share(holding);
    }

    private Metainfo metainfo(Task task)
            throws IOException, TaskFailure, InterruptedException {
        byte[] bytes = retry.untilAnswered(task, () -> tracker.fetchContent(task.contentId()));
        try {
            return Metainfo.parse(bytes);
        } catch (MetainfoException e) {
            throw new TaskFailure(Problem.BAD_INPUT, ReasonCode.METADATA_INVALID,
                    String.valueOf(e.getMessage()));
        }
    }
}

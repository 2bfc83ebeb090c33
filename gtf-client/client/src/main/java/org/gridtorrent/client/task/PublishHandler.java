package org.gridtorrent.client.task;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gridtorrent.client.share.Contents;
import org.gridtorrent.client.share.Holding;
import org.gridtorrent.client.share.SharedContent;
import org.gridtorrent.client.tracker.Problem;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.client.tracker.Task.State;
import org.gridtorrent.client.tracker.TrackerClient;
import org.gridtorrent.client.tracker.call.TrackerException;
import org.gridtorrent.client.tracker.call.TrackerException.Reason;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.UnpaddedSize;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;

/**
 * A PUBLISH task: hash what its owner lets be published, register it, share it in place.
 *
 * <p>Every step may be repeated after a crash: what is noted on disk is registered again with the
 * same bytes, which the tracker accepts.
 */
final class PublishHandler implements TaskHandler {
    private final TaskBoard board;
    private final Contents contents;
    private final OpenedFolders folders;
    private final TrackerClient tracker;
    private final Retry retry;

    PublishHandler(TaskBoard board, Contents contents, OpenedFolders folders, TrackerClient tracker,
            Retry retry) {
        this.board = board;
        this.contents = contents;
        this.folders = folders;
        this.tracker = tracker;
        this.retry = retry;
    }

    @Override
    public void run(Task task) throws IOException, TaskFailure, InterruptedException {
        SharedContent sharing = contents.takeUp(task.contentId()).orElse(null);
        TaskReason published = TaskReason.of(ReasonCode.PUBLISHED);
        if (sharing == null) {
            Hashed hashed = hashed(task);
            published = hashed.published();
            sharing = contents.share(hashed.holding());
        }
        TaskReason done = published;
        Holding holding = sharing.holding();
        Metainfo metainfo = holding.metainfo();
        board.update(task.id(),
                t -> t.of(metainfo.infoHash().hex(), holding.location().toString()));
        register(task, metainfo);
        sharing.accessMoved();
        ProgressFollower.untilComplete(task, sharing, board, ReasonCode.CHECKING);
        board.update(task.id(),
                t -> t.moving(metainfo.filesLength(), metainfo.filesLength(), 0, 0,
                        ReasonCode.REGISTERING).in(State.DONE, done));
    }

    /** What was hashed, and what of it did not have to be, and what is not in it. */
    private record Hashed(Holding holding, TaskReason published) {}

    private Hashed hashed(Task task) throws IOException, TaskFailure, InterruptedException {
        Path source = source(task);
        MetainfoBuilder builder = new MetainfoBuilder(source).privateTorrent(!task.nonPrivate())
                .source(task.contentId()).padded(true).checksums(true)
                .maxEncodedLength(TrackerClient.MAX_METAINFO_LENGTH)
                .previousHashes(contents.hashedBefore(source)).progress(progress(task));
        try {
            MetainfoBuilder.Built built = builder.build();
            Holding holding = Holding.begun(built.metainfo(), task.contentId(), task.title(),
                    built.directory(), true);
            contents.recordComplete(holding, built.stamps());
            built.checkUnchanged();
            return new Hashed(holding, published(built));
        } catch (MetainfoException e) {
            throw new TaskFailure(Problem.BAD_INPUT, e.reason(), List.of());
        }
    }

    private static TaskReason published(MetainfoBuilder.Built built) {
        UnpaddedSize bytes = UnpaddedSize.of(built.metainfo());
        long known = bytes.withoutPadding(built.reusedBytes());
        long hashed = bytes.total() - known;
        int empty = built.emptyFolders().size();
        if (known == 0) {
            return empty == 0
                    ? TaskReason.of(ReasonCode.PUBLISHED)
                    : TaskReason.of(ReasonCode.PUBLISHED_WITHOUT_FOLDERS, empty);
        }
        return empty == 0
                ? TaskReason.of(ReasonCode.PUBLISHED_REUSING, hashed, known)
                : TaskReason.of(ReasonCode.PUBLISHED_REUSING_WITHOUT_FOLDERS, hashed, known,
                        empty);
    }

    private Path source(Task task) throws IOException, TaskFailure {
        if (task.folder() == null) {
            throw new TaskFailure(Problem.BAD_INPUT, ReasonCode.FOLDER_UNNAMED);
        }
        Path path = Path.of(task.folder());
        if (!path.isAbsolute() || !Files.exists(path)) {
            throw new TaskFailure(Problem.NOT_FOUND, ReasonCode.NO_SUCH_SOURCE, task.folder());
        }
        Path real = path.toRealPath();
        if (!folders.mayPublish(real)) {
            throw new TaskFailure(Problem.NOT_ALLOWED, ReasonCode.NOT_OPEN_FOR_PUBLISHING,
                    task.folder(), real);
        }
        return real;
    }

    /** Called from several hashing threads; the board is told at most every 200 ms. */
    private HashProgress progress(Task task) {
        Throttle throttle = new Throttle();
        return (done, total) -> {
            if (throttle.passes()) {
                board.update(task.id(),
                        t -> t.moving(done, total, throttle.rate(done), 0, ReasonCode.HASHING));
            }
        };
    }

    private void register(Task task, Metainfo metainfo)
            throws IOException, TaskFailure, InterruptedException {
        board.update(task.id(),
                t -> t.moving(t.done(), metainfo.filesLength(), 0, 0, ReasonCode.REGISTERING));
        try {
            for (long lease = lease(task); !registered(task, lease, metainfo);) {
                lease = board.awaitLease(task.id(), lease);
            }
        } catch (TrackerException e) {
            contents.forget(metainfo.infoHash());
            throw e;
        }
    }

    /** False when the tracker has handed it out anew: to this daemon, or one that ends this one. */
    private boolean registered(Task task, long lease, Metainfo metainfo)
            throws TrackerException, InterruptedException {
        try {
            return retry.untilAnswered(task, () -> {
                tracker.registerContent(task.id(), lease, metainfo.encoded());
                return true;
            });
        } catch (TrackerException e) {
            if (e.reason() != Reason.FENCED) {
                throw e;
            }
            return false;
        }
    }

    private long lease(Task task) {
        return board.task(task.id()).map(Task::lease).orElse(task.lease());
    }
}

package org.gridtorrent.client.task;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.client.disk.DurableFile;
import org.gridtorrent.client.share.Contents;
import org.gridtorrent.client.share.Holding;
import org.gridtorrent.client.share.SharedContent;
import org.gridtorrent.client.tracker.Problem;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.client.tracker.Task.State;
import org.gridtorrent.client.tracker.TrackerClient;
import org.gridtorrent.engine.reuse.LocalContent;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.UnpaddedSize;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;

/** A DOWNLOAD task: learn what it is, choose the place, fetch it, keep sharing it. */
final class DownloadHandler implements TaskHandler {
    private final TaskBoard board;
    private final Contents contents;
    private final OpenedFolders folders;
    private final Path downloads;
    private final TrackerClient tracker;
    private final Retry retry;
    private final Inspector inspector;

    DownloadHandler(TaskBoard board, Contents contents, OpenedFolders folders, Path downloads,
            TrackerClient tracker, Retry retry, Inspector inspector) {
        this.board = board;
        this.contents = contents;
        this.folders = folders;
        this.downloads = downloads;
        this.tracker = tracker;
        this.retry = retry;
        this.inspector = inspector;
    }

    @Override
    public void run(Task task) throws IOException, TaskFailure, InterruptedException {
        Holding held = contents.held(task.contentId()).orElse(null);
        SharedContent sharing = held == null ? begun(task, List.of()) : goneOn(task, held);
        Holding holding = sharing.holding();
        board.update(task.id(), t -> t.of(holding.infoHash().hex(), holding.location().toString()));
        try {
            ProgressFollower.untilComplete(task, sharing, board, ReasonCode.CHECKING_FILES);
        } catch (TaskFailure e) {
            leave(holding, e.problem());
            throw e;
        }
        UnpaddedSize bytes = UnpaddedSize.of(holding.metainfo());
        TaskReason complete = complete(holding,
                bytes.withoutPadding(sharing.swarm().bytesVerifiedAtStart()));
        board.update(task.id(),
                t -> t.moving(bytes.total(), bytes.total(), 0, 0, ReasonCode.FETCHING)
                        .in(State.DONE, complete));
    }

    /** What was fetched before the right to it was taken away is gone on with when it is given again. */
    private void leave(Holding holding, Problem problem) throws IOException {
        if (problem == Problem.NOT_ALLOWED) {
            contents.stop(holding);
        } else if (problem == Problem.BAD_INPUT) {
            contents.forget(holding.infoHash()); // something else lies there
        }
    }

    /** @param foundBytes of an earlier version above all, or of an attempt before */
    private static TaskReason complete(Holding holding, long foundBytes) {
        return foundBytes == 0
                ? TaskReason.of(ReasonCode.COMPLETE, holding.location())
                : TaskReason.of(ReasonCode.COMPLETE_REUSING, holding.location(), foundBytes);
    }

    /** With what this device holds already, as long as it is whole and where it is wanted. */
    private SharedContent goneOn(Task task, Holding held)
            throws IOException, TaskFailure, InterruptedException {
        boolean elsewhere = task.folder() != null
                && !isIn(held.directory(), Path.of(task.folder()));
        boolean gone = !held.inPlace() && held.isGone()
                && task.infoHash() == null; // ordered now, and not gone on with
        if (gone && held.isUnmounted()) {
            throw new TaskFailure(Problem.BAD_INPUT, ReasonCode.MOUNT_OR_DROP,
                    held.whyMissing());
        }
        if (gone && (elsewhere || !Files.isDirectory(held.directory()))) {
            var _ = folder(task); // else nothing is begun, and nothing to be forgotten
            contents.forget(held.infoHash());
            return begun(task, List.of());
        }
        if (elsewhere && held.stopped() && !contents.isComplete(held)) {
            var _ = folder(task);
            contents.forget(held.infoHash());
            return begun(task, List.of(new LocalContent(held.metainfo(), held.directory())));
        }
        if (elsewhere) {
            throw new TaskFailure(Problem.BAD_INPUT, ReasonCode.HELD_ELSEWHERE, held.location());
        }
        boolean lost = !held.inPlace() && !held.isGone() && contents.isComplete(held)
                && held.missingFile().isPresent();
        return gone || lost ? contents.shareAnew(held) : shared(held);
    }

    private SharedContent shared(Holding held)
            throws IOException, TaskFailure, InterruptedException {
        SharedContent sharing = contents.takeUp(held.contentId()).orElseThrow();
        Path missing = held.inPlace() ? held.missingFile().orElse(null) : null;
        if (missing != null) {
            throw new TaskFailure(Problem.FAILED, ReasonCode.PUBLISHED_FILE_MISSING, missing);
        }
        return sharing;
    }

    private static boolean isIn(Path directory, Path folder) throws IOException {
        return Files.exists(folder)
                ? folder.toRealPath().equals(directory)
                : folder.normalize().equals(directory);
    }

    private SharedContent begun(Task task, List<LocalContent> copies)
            throws IOException, TaskFailure, InterruptedException {
        board.update(task.id(), t -> t.in(State.RUNNING, ReasonCode.FETCHING_FILE_LIST));
        byte[] bytes = retry.untilAnswered(task, () -> tracker.fetchContent(task.contentId()));
        try {
            Metainfo metainfo = Metainfo.parse(bytes);
            SharedContent same = contents.of(metainfo.infoHash()).orElse(null);
            if (same != null) {
                return goneOn(task, same.holding());
            }
            Optional<SharedContent> held = contents.takeUpWith(metainfo);
            return held.isPresent() ? held.get() : begun(task, metainfo, copies);
        } catch (MetainfoException e) {
            throw new TaskFailure(Problem.BAD_INPUT, ReasonCode.METADATA_INVALID,
                    String.valueOf(e.getMessage()));
        }
    }

    private SharedContent begun(Task task, Metainfo metainfo, List<LocalContent> copies)
            throws IOException, TaskFailure, InterruptedException {
        Path folder = folder(task);
        Holding holding = holding(task, metainfo, folder, false);
        if (isFree(holding)) {
            return contents.share(holding, copies);
        }
        Holding found = holding(task, metainfo, folder, true);
        if (!contents.isTaken(found.location(), found.infoHash())
                && found.missingFile().isEmpty() && inspector.inspect(task, found).complete()) {
            contents.recordComplete(found);
            return contents.share(found);
        }
        if (task.folder() != null) {
            throw taken(found.location());
        }
        return contents.share(aside(task, metainfo, folder),
                List.of(new LocalContent(metainfo, folder)));
    }

    private static Holding holding(Task task, Metainfo metainfo, Path directory,
            boolean inPlace) throws IOException {
        return Holding.begun(metainfo, task.contentId(), task.title(), directory, inPlace);
    }

    /** Where the task wants it. */
    private Path folder(Task task) throws IOException, TaskFailure {
        if (task.folder() == null) {
            makeDownloadsFolder();
            return downloads.toRealPath();
        }
        Path folder = Path.of(task.folder());
        if (!folder.isAbsolute() || !Files.isDirectory(folder)) {
            throw new TaskFailure(Problem.NOT_FOUND, ReasonCode.NO_SUCH_FOLDER, task.folder());
        }
        Path real = folder.toRealPath();
        if (!folders.cover(real)) {
            throw new TaskFailure(Problem.NOT_ALLOWED, ReasonCode.FOLDER_NOT_OPEN, real);
        }
        return real;
    }

    /** Once: a folder of which something came before, and that is missing, may be on a disk that is not mounted. */
    private void makeDownloadsFolder() throws IOException, TaskFailure {
        if (!Files.isDirectory(downloads) && contents.isAnyBelow(downloads)) {
            throw new TaskFailure(Problem.FAILED, ReasonCode.DOWNLOADS_MISSING, downloads);
        }
        DurableFile.createPrivateFolder(downloads);
    }

    /** Somebody has to do something about it: to try again would find the same. */
    static TaskFailure taken(Path location) {
        return new TaskFailure(Problem.BAD_INPUT, ReasonCode.PLACE_TAKEN, location);
    }

    /** Nothing of somebody else's may be overwritten. */
    private boolean isFree(Holding holding) throws IOException {
        return !Files.exists(holding.location(), LinkOption.NOFOLLOW_LINKS)
                && !contents.isTaken(holding.location(), holding.infoHash());
    }

    /** In a folder named by the content's id, since the plain name is taken. */
    private Holding aside(Task task, Metainfo metainfo, Path folder)
            throws IOException, TaskFailure {
        Path aside = folder.resolve(task.contentId());
        DurableFile.createPrivateFolder(aside);
        Holding holding = holding(task, metainfo, aside, false);
        if (!isFree(holding)) {
            throw taken(holding.location());
        }
        return holding;
    }
}

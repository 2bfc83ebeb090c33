package org.gridtorrent.client.task;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.gridtorrent.client.disk.DurableFile;
import org.gridtorrent.client.tracker.Problem;
import org.gridtorrent.client.tracker.Report.State;
import org.gridtorrent.client.tracker.TrackerClient;
import org.gridtorrent.metainfo.FileBytes;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.terminal.ByteSize;

/** A DOWNLOAD task: learn what it is, choose the place, fetch it, keep sharing it. */
final class Downloading implements Work {
    private final TaskBoard board;
    private final Contents contents;
    private final OpenedFolders folders;
    private final Path downloads;
    private final TrackerClient tracker;
    private final Retry retry;

    Downloading(TaskBoard board, Contents contents, OpenedFolders folders, Path downloads,
            TrackerClient tracker,
            Retry retry) {
        this.board = board;
        this.contents = contents;
        this.folders = folders;
        this.downloads = downloads;
        this.tracker = tracker;
        this.retry = retry;
    }

    @Override
    public void run(TaskView task) throws IOException, TaskFailure, InterruptedException {
        Sharing sharing = contents.takeUp(task.contentId()).orElse(null);
        sharing = sharing == null ? begun(task) : there(task, sharing);
        Holding holding = sharing.holding();
        board.update(task.id(), t -> t.of(holding.infoHash().hex(), holding.location().toString()));
        try {
            Following.untilComplete(task, sharing, board, "checking what is there");
        } catch (TaskFailure e) {
            contents.drop(holding.infoHash());
            throw e;
        }
        FileBytes bytes = FileBytes.of(holding.metainfo());
        String words = "complete and verified: " + holding.location()
                + found(bytes.of(sharing.swarm().bytesFound()));
        board.update(task.id(),
                t -> t.moving(bytes.total(), bytes.total(), 0, 0, "complete").in(State.DONE,
                        words));
    }

    /** Of an earlier version above all, or of an attempt before. */
    private static String found(long bytes) {
        return bytes == 0 ? "" : "; %s was on this machine".formatted(ByteSize.words(bytes));
    }

    /** What this device shares already, as long as it is whole and where it is wanted. */
    private Sharing there(TaskView task, Sharing sharing)
            throws IOException, TaskFailure, InterruptedException {
        Holding holding = sharing.holding();
        Path missing = holding.missingFile().orElse(null);
        if (holding.inPlace() && missing != null) {
            throw new TaskFailure(Problem.FAILED, missing
                    + " is missing or changed; it is shared from where it was published, "
                    + "and is not written to");
        }
        boolean lost = missing != null && hasCompleted(sharing);
        boolean elsewhere = task.folder() != null
                && !isIn(holding.directory(), Path.of(task.folder()));
        if (lost && holding.isGone() && (elsewhere || !Files.isDirectory(holding.directory()))) {
            contents.drop(holding.infoHash());
            return begun(task);
        }
        if (elsewhere) {
            throw new TaskFailure(Problem.BAD_INPUT,
                    "this machine has it already in " + holding.location());
        }
        return lost ? contents.shareAnew(holding) : sharing;
    }

    private static boolean hasCompleted(Sharing sharing) {
        var completion = sharing.swarm().completion();
        return completion.isDone() && !completion.isCompletedExceptionally();
    }

    private static boolean isIn(Path directory, Path folder) throws IOException {
        return Files.exists(folder)
                ? folder.toRealPath().equals(directory)
                : folder.normalize().equals(directory);
    }

    private Sharing begun(TaskView task) throws IOException, TaskFailure, InterruptedException {
        board.update(task.id(), t -> t.in(State.RUNNING, "asking what it consists of"));
        byte[] bytes = retry.untilAnswered(task, () -> tracker.fetchContent(task.contentId()));
        try {
            Metainfo metainfo = Metainfo.parse(bytes);
            Sharing same = contents.of(metainfo.infoHash()).orElse(null);
            return same != null
                    ? there(task, same)
                    : contents.share(new Holding(metainfo, task.contentId(), task.title(),
                            directory(task, metainfo), false));
        } catch (MetainfoException e) {
            throw new TaskFailure(Problem.BAD_INPUT,
                    "the tracker's description is refused: " + e.getMessage());
        }
    }

    private Path directory(TaskView task, Metainfo metainfo) throws IOException, TaskFailure {
        if (task.folder() == null) {
            DurableFile.createPrivateFolder(downloads);
            Path real = downloads.toRealPath();
            return isFree(real, metainfo) ? real : aside(real, task, metainfo);
        }
        Path folder = Path.of(task.folder());
        if (!folder.isAbsolute() || !Files.isDirectory(folder)) {
            throw new TaskFailure(Problem.NOT_FOUND,
                    task.folder() + ": no such folder on this machine");
        }
        Path real = folder.toRealPath();
        if (!folders.cover(real)) {
            throw new TaskFailure(Problem.NOT_ALLOWED,
                    real + " is not opened; on that machine: gridtorrent folder open " + real);
        }
        if (!isFree(real, metainfo)) {
            throw taken(real.resolve(metainfo.name()));
        }
        return real;
    }

    /** Somebody has to do something about it: to try again would find the same. */
    static TaskFailure taken(Path location) {
        return new TaskFailure(Problem.BAD_INPUT, location + " is there already and is not"
                + " overwritten; move or rename it and try again, or get the data set into another"
                + " folder");
    }

    /** Nothing of somebody else's may be overwritten. */
    private boolean isFree(Path directory, Metainfo metainfo) throws IOException {
        Path location = directory.resolve(metainfo.name());
        return !Files.exists(location, LinkOption.NOFOLLOW_LINKS)
                && !contents.isTaken(location, metainfo.infoHash());
    }

    /** A folder named by the content's id, since the plain name is taken. */
    private Path aside(Path real, TaskView task, Metainfo metainfo)
            throws IOException, TaskFailure {
        Path aside = real.resolve(task.contentId());
        DurableFile.createPrivateFolder(aside);
        if (!isFree(aside, metainfo)) {
            throw taken(aside.resolve(metainfo.name()));
        }
        return aside;
    }
}

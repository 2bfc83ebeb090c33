package org.gridtorrent.client.task;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gridtorrent.client.share.Contents;
import org.gridtorrent.client.share.Pause;
import org.gridtorrent.client.tracker.Assignments;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.client.tracker.Task.Kind;
import org.gridtorrent.client.tracker.TrackerClient;
import org.gridtorrent.metainfo.reason.ReasonCode;

/**
 * The paper's task manager, put together: poll, run, report. Thread-safe.
 */
public final class TaskManager implements AutoCloseable {
    private final TaskBoard board;
    private final Contents contents;
    private final TaskRunner runner;
    private final TaskReporter reporter;
    private final TaskPoller desk;
    private final Duration heardWithin;
    private final Pause reachable = new Pause();
    private final List<Thread> threads = new ArrayList<>();

    /**
     * The downloads folder takes what names no folder of its own.
     *
     * @param version of this program, for the site's people
     * @param heardWithin how long the tracker may take to hear of a task's end
     * @param certificateOver whether this device's certificate is out of its time
     * @param owner hears what this machine's owner asks of it besides tasks
     */
    public TaskManager(TaskBoard board, Contents contents, OpenedFolders folders, Path downloads,
            TrackerClient tracker, String version, Duration heardWithin,
            BooleanSupplier certificateOver, InstantSource clock, Consumer<Assignments> owner) {
        this.board = board;
        this.contents = contents;
        this.heardWithin = heardWithin;
        Retry retry = new Retry(board, reachable, certificateOver);
        Inspector inspector = new Inspector(board);
        TaskHandler verifying = new VerifyHandler(board, contents, inspector);
        TaskHandler leaving = new RemoveHandler(board, contents);
        this.runner = new TaskRunner(board, contents, new EnumMap<>(Map.of(
                Kind.PUBLISH, new PublishHandler(board, contents, folders, tracker, retry),
                Kind.DOWNLOAD,
                new DownloadHandler(board, contents, folders, downloads, tracker, retry,
                        inspector),
                Kind.SEED, new SeedHandler(board, contents, folders, tracker, retry, inspector),
                Kind.STOP, leaving, Kind.REMOVE, leaving,
                Kind.VERIFY, verifying, Kind.REPAIR, verifying,
                Kind.LIMIT, new LimitHandler(board, contents))));
        this.reporter = new TaskReporter(tracker, board);
        this.desk = new TaskPoller(tracker, version, board, runner, reporter, contents, reachable,
                certificateOver, clock, owner);
    }

    /** Takes up what was shared and what was being done; the tracker need not be there for it. */
    public void start() throws IOException {
        List<Task> open = board.all().stream().filter(task -> !task.state().isFinal())
                .toList();
        contents.restoreNotes(board.all());
        contents.resume(contentsOf(open.stream()),
                contentsOf(open.stream().filter(task -> task.paused()
                        && (task.kind() == Kind.DOWNLOAD || task.kind() == Kind.REPAIR))));
        board.all().forEach(runner::start);
        threads.add(Thread.ofVirtual().name("reporter").start(reporter));
        threads.add(Thread.ofVirtual().name("task desk").start(desk));
    }

    private static Set<String> contentsOf(Stream<Task> tasks) {
        return tasks.map(Task::contentId).collect(Collectors.toSet());
    }

    public TaskBoard board() {
        return board;
    }

    public Contents contents() {
        return contents;
    }

    public TrackerLink link() {
        return desk.link();
    }

    /** Somebody waits: ask the tracker now, whatever it failed at before. */
    public void hurry() {
        desk.wake();
        reachable.wake();
    }

    /** Before somebody is told how a task ended who may ask the tracker next; no longer than its answer may take. */
    public void awaitHeard(Task task) throws InterruptedException {
        reporter.awaitHeard(task.id(), heardWithin);
    }

    /** False when there is no such task that runs. Waits as {@link #awaitHeard}: who cancelled may retry it next. */
    public boolean cancel(String id) throws InterruptedException {
        if (board.task(id).filter(task -> !task.state().isFinal()).isEmpty()) {
            return false;
        }
        runner.cancel(id, ReasonCode.CANCELLED_ON_MACHINE);
        reporter.awaitHeard(id, heardWithin);
        return true;
    }

    /** Stops everything as it stands; tasks go on at the next start. */
    @Override
    public void close() {
        desk.end();
        threads.forEach(Thread::interrupt);
        runner.stopAll();
        contents.close();
    }
}

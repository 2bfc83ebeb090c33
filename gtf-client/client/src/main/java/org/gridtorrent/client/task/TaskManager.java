package org.gridtorrent.client.task;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.gridtorrent.client.tracker.TrackerClient;

/**
 * The paper's task manager, put together: poll, run, report. Thread-safe.
 */
public final class TaskManager implements AutoCloseable {
    private final TaskBoard board;
    private final Contents contents;
    private final TaskRunner runner;
    private final Reporter reporter;
    private final TaskDesk desk;
    private final Pause reachable = new Pause();
    private final List<Thread> threads = new ArrayList<>();

    /**
     * The downloads folder takes what names no folder of its own.
     *
     * @param certificateOver whether this device's certificate is out of its time
     */
    public TaskManager(TaskBoard board, Contents contents, OpenedFolders folders, Path downloads,
            TrackerClient tracker, BooleanSupplier certificateOver, InstantSource clock) {
        this.board = board;
        this.contents = contents;
        Retry retry = new Retry(board, reachable, certificateOver);
        this.runner = new TaskRunner(board, contents,
                new Publishing(board, contents, folders, tracker, retry),
                new Downloading(board, contents, folders, downloads, tracker, retry));
        this.reporter = new Reporter(tracker, board, id -> runner.cancel(id, "cancelled"));
        this.desk = new TaskDesk(tracker, board, runner, reporter, contents, reachable,
                certificateOver, clock);
    }

    /** Takes up what was shared and what was being done; the tracker need not be there for it. */
    public void start() throws IOException {
        contents.resume(board.all().stream().filter(task -> !task.state().isFinal())
                .map(TaskView::contentId).collect(Collectors.toSet()));
        board.all().forEach(runner::start);
        threads.add(Thread.ofVirtual().name("reporter").start(reporter));
        threads.add(Thread.ofVirtual().name("task desk").start(desk));
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

    /** False when there is no such task that runs. */
    public boolean cancel(String id) {
        if (board.task(id).filter(task -> !task.state().isFinal()).isEmpty()) {
            return false;
        }
        runner.cancel(id, "cancelled on this machine");
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

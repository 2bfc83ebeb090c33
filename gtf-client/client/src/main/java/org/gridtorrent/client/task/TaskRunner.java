package org.gridtorrent.client.task;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.gridtorrent.client.tracker.Assignment;
import org.gridtorrent.client.tracker.Report.State;
import org.gridtorrent.client.tracker.TrackerException;
import org.gridtorrent.client.tracker.TrackerException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs every task on a virtual thread of its own, and stops those that are cancelled. Thread-safe. */
final class TaskRunner {
    private static final Logger LOG = LoggerFactory.getLogger(TaskRunner.class);

    private final TaskBoard board;
    private final Contents contents;
    private final Publishing publishing;
    private final Downloading downloading;
    private final Map<String, Thread> running = new ConcurrentHashMap<>();

    TaskRunner(TaskBoard board, Contents contents, Publishing publishing, Downloading downloading) {
        this.board = board;
        this.contents = contents;
        this.publishing = publishing;
        this.downloading = downloading;
    }

    /** Starts the task unless it runs already or is final. */
    synchronized void start(TaskView task) {
        if (!task.state().isFinal() && !running.containsKey(task.id())) {
            Thread thread = Thread.ofVirtual().name("task " + task.id()).unstarted(() -> run(task));
            running.put(task.id(), thread);
            thread.start();
        }
    }

    private void run(TaskView task) {
        LOG.info("task {}: {} {}", task.id(),
                task.kind() == Assignment.Kind.PUBLISH ? "publish" : "fetch",
                task.title());
        try {
            board.update(task.id(), t -> t.in(State.RUNNING, "begun"));
            perform(task);
            LOG.info("task {}: {}", task.id(),
                    board.task(task.id()).map(TaskView::message).orElse(""));
        } catch (TaskFailure e) {
            fail(task, e.problem(), e);
        } catch (TrackerException e) {
            fail(task, problem(e.reason()), e);
        } catch (IOException | RuntimeException e) {
            fail(task, Problem.FAILED, e);
        } catch (InterruptedException e) {
            LOG.debug("task {} was stopped", task.id());
        } finally {
            running.remove(task.id());
        }
    }

    private static Problem problem(Reason reason) {
        return switch (reason) {
            case NOT_FOUND -> Problem.NOT_FOUND;
            case NOT_ENROLLED -> Problem.NOT_ALLOWED;
            default -> Problem.FAILED;
        };
    }

    private void perform(TaskView task) throws IOException, TaskFailure, InterruptedException {
        switch (task.kind()) {
            case PUBLISH -> publishing.run(task);
            case DOWNLOAD -> downloading.run(task);
        }
    }

    private void fail(TaskView task, Problem problem, Exception e) {
        String message = e.getMessage() == null ? e.toString() : e.getMessage();
        LOG.warn("task {} ({}) failed: {}", task.id(), task.title(), message);
        LOG.debug("task {}", task.id(), e);
        board.update(task.id(), t -> t.failed(problem, message));
    }

    /** What was fetched so far stays on disk, and is no longer shared. */
    void cancel(String id, String why) {
        TaskView task = board.update(id, t -> t.in(State.CANCELLED, why));
        Thread thread = running.get(id);
        if (thread != null) {
            thread.interrupt();
        }
        if (task.state() != State.CANCELLED || task.kind() != Assignment.Kind.DOWNLOAD) {
            return;
        }
        contents.ofContent(task.contentId())
                .filter(sharing -> !sharing.swarm().completion().isDone())
                .ifPresent(this::drop);
    }

    private void drop(Sharing sharing) {
        try {
            contents.drop(sharing.infoHash());
        } catch (IOException e) {
            LOG.warn("{} cannot be forgotten: {}", sharing.holding().title(), e.getMessage());
        }
    }

    void stopAll() {
        running.values().forEach(Thread::interrupt);
    }
}

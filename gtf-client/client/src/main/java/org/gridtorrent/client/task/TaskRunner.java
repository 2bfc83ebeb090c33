package org.gridtorrent.client.task;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.gridtorrent.client.share.Contents;
import org.gridtorrent.client.share.FolderMissingException;
import org.gridtorrent.client.share.Holding;
import org.gridtorrent.client.status.ReasonText;
import org.gridtorrent.client.status.Reasons;
import org.gridtorrent.client.tracker.Problem;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.client.tracker.Task.BadFile;
import org.gridtorrent.client.tracker.Task.Kind;
import org.gridtorrent.client.tracker.Task.State;
import org.gridtorrent.client.tracker.call.TrackerException;
import org.gridtorrent.client.tracker.call.TrackerException.Reason;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs every task on a virtual thread of its own, and stops those that are cancelled. Thread-safe. */
final class TaskRunner {
    private static final Logger LOG = LoggerFactory.getLogger(TaskRunner.class);
    private static final Duration PAUSES_WITHIN = Duration.ofSeconds(5);
    private static final Duration FULL_DISK_RETRY = Duration.ofSeconds(5);

    private final TaskBoard board;
    private final Contents contents;
    private final Map<Kind, TaskHandler> works;
    private final Map<String, Run> running = new ConcurrentHashMap<>();

    /** A task and the thread that works on it, which may go on for a while after the task is final. */
    private record Run(Task task, Thread thread) {}

    /** The works are one for each kind of task. */
    TaskRunner(TaskBoard board, Contents contents, Map<Kind, TaskHandler> works) {
        this.board = board;
        this.contents = contents;
        this.works = works;
    }

    /**
     * Starts the task unless it runs already, is paused, awaits another try or is final. It begins when the
     * threads of its content's final tasks have ended: a cancelled REMOVE may still be deleting.
     */
    synchronized void start(Task task) {
        boolean rests = task.paused() || task.awaitsRetry() || task.state().isFinal();
        if (!rests && !running.containsKey(task.id())) {
            List<Thread> before = running.values().stream()
                    .filter(run -> run.task.contentId().equals(task.contentId())
                            && isFinal(run.task))
                    .map(Run::thread).toList();
            Thread thread = Thread.ofVirtual().name("task " + task.id())
                    .unstarted(() -> run(task, before));
            running.put(task.id(), new Run(task, thread));
            thread.start();
        }
    }

    private boolean isFinal(Task task) {
        return board.task(task.id()).filter(now -> !now.state().isFinal()).isEmpty();
    }

    private void run(Task task, List<Thread> before) {
        LOG.info("task {}: {} {}", task.id(), task.kind().name().toLowerCase(Locale.ROOT),
                task.title());
        try {
            for (Thread thread : before) {
                thread.join();
            }
            board.update(task.id(), t -> t.in(State.RUNNING, ReasonCode.BEGUN));
            work(task);
            LOG.info("task {}: {}", task.id(),
                    board.task(task.id()).map(Task::message).orElse(""));
        } catch (TaskFailure e) {
            fail(task, e.problem(), e.reason(), e.files(), e);
        } catch (TrackerException e) {
            fail(task, problem(e.reason()), error(e), List.of(), e);
        } catch (IOException e) {
            fail(task, Problem.FAILED, Reasons.of(e), List.of(), e);
        } catch (RuntimeException e) {
            fail(task, Problem.FAILED, error(e), List.of(), e);
        } catch (InterruptedException e) {
            LOG.debug("task {} was stopped", task.id());
        } finally {
            running.remove(task.id());
        }
    }

    /** Begins again when there is room on a full disk, or a folder that was missing is back. */
    private void work(Task task) throws IOException, TaskFailure, InterruptedException {
        while (true) {
            try {
                Objects.requireNonNull(works.get(task.kind()))
                        .run(board.task(task.id()).orElse(task));
                return;
            } catch (DiskFullException e) {
                board.update(task.id(), t -> t.in(State.WAITING, ReasonCode.DISK_FULL,
                        Reasons.of(e)));
                awaitRoom();
            } catch (FolderMissingException e) {
                LOG.warn("task {} ({}) waits: {}", task.id(), task.title(), e.getMessage());
                board.update(task.id(), t -> t.folderMissing(e.reason()));
                contents.awaitFolder(task.contentId());
            }
        }
    }

    private void awaitRoom() throws IOException, InterruptedException {
        do {
            Thread.sleep(FULL_DISK_RETRY);
        } while (!board.hasRoom());
    }

    private static Problem problem(Reason reason) {
        return switch (reason) {
            case NOT_FOUND -> Problem.NOT_FOUND;
            case NOT_ENROLLED -> Problem.NOT_ALLOWED;
            default -> Problem.FAILED;
        };
    }

    private static TaskReason error(Exception e) {
        return TaskReason.of(ReasonCode.ERROR,
                e.getMessage() == null ? e.toString() : e.getMessage());
    }

    private void fail(Task task, Problem problem, TaskReason reason, List<BadFile> files,
            Exception e) {
        if (Thread.currentThread().isInterrupted()) {
            LOG.debug("task {} was stopped", task.id(), e);
            return;
        }
        LOG.warn("task {} ({}) failed: {}", task.id(), task.title(),
                ReasonText.describe(reason));
        LOG.debug("task {}", task.id(), e);
        board.update(task.id(), t -> t.failed(problem, reason, files));
    }

    /** Leaves it as it stands until it is started again; what is not complete is fetched no more. */
    void pause(String id) throws InterruptedException {
        Task task = board.task(id).orElseThrow();
        if (task.paused() || task.state().isFinal()) {
            return;
        }
        Run run = running.get(id);
        if (run != null) {
            run.thread.interrupt();
            run.thread.join(PAUSES_WITHIN);
        }
        if (task.kind() == Kind.DOWNLOAD || task.kind() == Kind.REPAIR) {
            restUnfinished(task);
        }
        board.update(id, t -> t.paused(true));
    }

    private void restUnfinished(Task task) {
        try {
            Holding held = contents.held(task.contentId()).orElse(null);
            if (held != null && !contents.isComplete(held)) {
                contents.rest(held.infoHash());
            }
        } catch (IOException e) {
            LOG.warn("{} goes on: {}", task.title(), e.getMessage());
        }
    }

    /**
     * What was fetched so far stays on disk, is no longer shared, and gone on with when somebody wants it
     * again. The site tells of a cancelled task for long: later times change nothing.
     */
    void cancel(String id, ReasonCode why) {
        Task task = board.task(id).orElse(null);
        if (task == null || task.state().isFinal()) {
            return;
        }
        Run run = running.get(id);
        if (run != null) {
            run.thread.interrupt();
        }
        try {
            if (task.kind() == Kind.SEED
                    || (task.kind() == Kind.DOWNLOAD && !isFetchedByAnother(task))) {
                contents.stopUnfinished(task.contentId(), task.kind() == Kind.SEED);
            }
        } catch (IOException e) {
            LOG.warn("{} is still shared: {}", task.title(), e.getMessage());
        }
        board.update(id, t -> t.in(State.CANCELLED, why));
    }

    private boolean isFetchedByAnother(Task task) {
        return board.all().stream().anyMatch(other -> !other.id().equals(task.id())
                && !other.state().isFinal() && other.contentId().equals(task.contentId())
                && (other.kind() == Kind.DOWNLOAD || other.kind() == Kind.REPAIR));
    }

    void stopAll() {
        running.values().forEach(run -> run.thread.interrupt());
    }
}

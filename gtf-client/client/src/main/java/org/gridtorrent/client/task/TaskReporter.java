package org.gridtorrent.client.task;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.client.share.Pause;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.client.tracker.Task.State;
import org.gridtorrent.client.tracker.TrackerClient;
import org.gridtorrent.client.tracker.call.Backoff;
import org.gridtorrent.client.tracker.call.TrackerException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the tracker how the tasks stand: once a second, and only what changed. That a task is cancelled the {@link
 * TaskPoller} hears, with what takes its place. One virtual thread runs it.
 */
final class TaskReporter implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(TaskReporter.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final TrackerClient tracker;
    private final TaskBoard board;
    private final Pause pause = new Pause();
    private final Backoff backoff = new Backoff(ThreadLocalRandom.current());
    /** What the tracker has heard of each task, or does not want to; guarded by this. */
    private final Map<String, Task> reported = new HashMap<>();

    TaskReporter(TrackerClient tracker, TaskBoard board) {
        this.tracker = tracker;
        this.board = board;
        board.all().stream().filter(task -> task.state().isFinal())
                .forEach(task -> reported.put(task.id(), task));
    }

    /** Reports the task even if it was reported before. */
    synchronized void again(String id) {
        reported.remove(id);
    }

    /** Waits until the tracker knows how the task stands, or the time is over. */
    void awaitHeard(String id, Duration most) throws InterruptedException {
        wake();
        long end = System.nanoTime() + most.toNanos();
        synchronized (this) {
            for (long left = most.toNanos(); !isHeard(id)
                    && left > 0; left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        }
    }

    private synchronized boolean isHeard(String id) {
        return board.task(id).filter(task -> !task.equals(reported.get(id))).isEmpty();
    }

    private synchronized void heard(Task task) {
        reported.put(task.id(), task);
        notifyAll();
    }

    private synchronized void forgetOthersThan(Collection<String> ids) {
        reported.keySet().retainAll(ids);
    }

    void wake() {
        pause.wake();
    }

    @Override
    public void run() {
        try {
            long seen = 0;
            while (!Thread.interrupted()) {
                seen = board.awaitChange(seen, Duration.ofSeconds(5));
                pause.await(reportChanges());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Duration reportChanges() {
        forgetOthersThan(board.ids());
        for (Task task : board.all()) {
            if (!isHeard(task.id())) {
                try {
                    send(task);
                } catch (TrackerException e) {
                    if (e.reason().passes()) {
                        return backoff.failed(e);
                    }
                    LOG.info("the tracker does not take the report on task {}: {}", task.id(),
                            e.getMessage());
                } catch (UncheckedIOException e) {
                    LOG.warn("{} ({})", e.getMessage(), String.valueOf(e.getCause()));
                    return backoff.failed();
                }
                heard(task);
            }
        }
        backoff.reset();
        return INTERVAL;
    }

    private void send(Task task) throws TrackerException {
        if (tracker.reportTask(task) == State.FAILED) {
            board.update(task.id(), t -> t.awaitsRetry() ? t.failedForGood() : t);
        }
    }
}

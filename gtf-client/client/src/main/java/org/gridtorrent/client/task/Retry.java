package org.gridtorrent.client.task;

import java.util.concurrent.ThreadLocalRandom;
import org.gridtorrent.client.tracker.Backoff;
import org.gridtorrent.client.tracker.Report.State;
import org.gridtorrent.client.tracker.TrackerException;

/** Asks the tracker until it answers, telling the task's watchers why it waits. */
final class Retry {
    private final TaskBoard board;
    private final Pause reachable;

    /** One request. */
    interface Request<T> {
        T send() throws TrackerException;
    }

    /** The pause is woken when the tracker is known to be there again. */
    Retry(TaskBoard board, Pause reachable) {
        this.board = board;
        this.reachable = reachable;
    }

    /** Throws only what asking again would not change. */
    <T> T untilAnswered(TaskView task, Request<T> request)
            throws TrackerException, InterruptedException {
        Backoff backoff = new Backoff(ThreadLocalRandom.current());
        while (true) {
            try {
                return request.send();
            } catch (TrackerException e) {
                if (!e.reason().passes()) {
                    throw e;
                }
                board.update(task.id(),
                        t -> t.in(State.WAITING, "the tracker does not answer; trying again"));
                reachable.await(backoff.failed());
            }
        }
    }
}

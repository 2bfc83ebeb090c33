package org.gridtorrent.client.task;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import org.gridtorrent.client.share.Pause;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.client.tracker.Task.State;
import org.gridtorrent.client.tracker.call.Backoff;
import org.gridtorrent.client.tracker.call.TrackerException;
import org.gridtorrent.client.tracker.call.TrackerException.Reason;
import org.gridtorrent.metainfo.reason.ReasonCode;

/** Asks the tracker until it answers, telling the task's watchers why it waits. */
final class Retry {
    private final TaskBoard board;
    private final Pause reachable;
    private final BooleanSupplier certificateOver;

    /** One request. */
    interface Request<T> {
        T send() throws TrackerException;
    }

    /**
     * The pause is woken when the tracker is known to be there again.
     *
     * @param certificateOver whether this device's certificate is out of its time, and soon renewed
     */
    Retry(TaskBoard board, Pause reachable, BooleanSupplier certificateOver) {
        this.board = board;
        this.reachable = reachable;
        this.certificateOver = certificateOver;
    }

    /** Throws only what asking again would not change. */
    <T> T untilAnswered(Task task, Request<T> request)
            throws TrackerException, InterruptedException {
        Backoff backoff = new Backoff(ThreadLocalRandom.current());
        while (true) {
            try {
                return request.send();
            } catch (TrackerException e) {
                if (!passes(e.reason())) {
                    throw e;
                }
                board.update(task.id(),
                        t -> t.in(State.WAITING, ReasonCode.TRACKER_SILENT));
                reachable.await(backoff.failed(e));
            }
        }
    }

    private boolean passes(Reason reason) {
        return reason.passes()
                || (reason == Reason.NOT_ENROLLED && certificateOver.getAsBoolean());
    }
}

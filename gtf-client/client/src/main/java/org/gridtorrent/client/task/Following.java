package org.gridtorrent.client.task;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gridtorrent.client.tracker.Problem;
import org.gridtorrent.engine.swarm.SwarmPhase;
import org.gridtorrent.engine.swarm.SwarmStatus;

/** Shows on the board how a swarm comes along, until it has everything. */
final class Following {
    private static final long LOOK_MS = 250;

    private Following() {}

    static void untilComplete(TaskView task, Sharing sharing, TaskBoard board, String checking)
            throws IOException, TaskFailure, InterruptedException {
        CompletableFuture<SwarmStatus> completion = sharing.swarm().completion();
        while (true) {
            try {
                completion.get(LOOK_MS, TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException e) {
                look(task, sharing, board, checking);
            } catch (CancellationException e) {
                throw new InterruptedException("the exchange was stopped");
            } catch (ExecutionException e) {
                throw new IOException(
                        String.valueOf(e.getCause() == null ? e : e.getCause().getMessage()), e);
            }
        }
    }

    private static void look(TaskView task, Sharing sharing, TaskBoard board, String checking)
            throws TaskFailure {
        String loss = sharing.loss().orElse(null);
        if (loss != null && !sharing.holding().inPlace()) {
            throw new TaskFailure(Problem.NOT_ALLOWED, loss);
        }
        SwarmStatus status = sharing.swarm().status();
        board.update(task.id(), t -> shown(t, status, checking));
    }

    private static TaskView shown(TaskView task, SwarmStatus status, String checking) {
        if (status.phase() == SwarmPhase.CHECKING) {
            return task.moving(status.bytesChecked(), status.bytesTotal(), 0, 0, checking);
        }
        TaskView moving = task.moving(status.bytesHad(), status.bytesTotal(),
                status.downloadRate(), status.peers().size(), "fetching");
        return status.obstacle().map(moving::hindered).orElse(moving);
    }
}

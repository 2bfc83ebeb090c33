package org.gridtorrent.client.task;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gridtorrent.client.status.StatusMessages;
import org.gridtorrent.client.tracker.Problem;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.engine.storage.files.FileConflictException;
import org.gridtorrent.metainfo.UnpaddedSize;

/** Shows on the board how a swarm comes along, until every byte is had and every file as long as it should be. */
final class Following {
    private static final long LOOK_MS = 250;

    private Following() {}

    static void untilComplete(TaskView task, Sharing sharing, TaskBoard board, String checking)
            throws IOException, TaskFailure, InterruptedException {
        UnpaddedSize bytes = UnpaddedSize.of(sharing.holding().metainfo());
        CompletableFuture<SwarmStatus> completion = sharing.swarm().completion();
        while (true) {
            try {
                completion.get(LOOK_MS, TimeUnit.MILLISECONDS);
                requireLengths(sharing.holding());
                return;
            } catch (TimeoutException e) {
                look(task, sharing, bytes, board, checking);
            } catch (CancellationException e) {
                throw stopped(sharing);
            } catch (ExecutionException e) {
                if (e.getCause() instanceof CancellationException) {
                    throw stopped(sharing);
                }
                if (e.getCause() instanceof FileConflictException inTheWay) {
                    throw Downloading.taken(Path.of(inTheWay.getFile()));
                }
                throw new IOException(e.getCause() instanceof IOException failure
                        ? StatusMessages.describe(failure)
                        : String.valueOf(e.getMessage()), e);
            }
        }
    }

    private static InterruptedException stopped(Sharing sharing) throws FolderMissingException {
        String missing = sharing.missing().orElse(null);
        if (missing != null) {
            throw new FolderMissingException(missing);
        }
        return new InterruptedException("the exchange was stopped");
    }

    /** Tried again, what is fetched is put right: it must not be forgotten for this. */
    private static void requireLengths(Holding holding) throws IOException {
        Path wrong = holding.missingFile().orElse(null);
        if (wrong != null) {
            throw new IOException(wrong
                    + " is missing or not as long as published: another program changed it");
        }
    }

    private static void look(TaskView task, Sharing sharing, UnpaddedSize bytes, TaskBoard board,
            String checking) throws TaskFailure {
        String loss = sharing.loss().orElse(null);
        if (loss != null && !sharing.holding().inPlace()) {
            throw new TaskFailure(Problem.NOT_ALLOWED, loss);
        }
        SwarmStatus status = sharing.swarm().status();
        long received = received(status, sharing.swarm().bytesVerifiedAtStart());
        board.update(task.id(), t -> shown(t, status, received, bytes, checking));
    }

    /** Bytes that are verified, or received since the start: pieces may take minutes each. */
    static long received(SwarmStatus status, long verifiedAtStart) {
        long unverified = verifiedAtStart + status.downloaded() - status.wasted();
        return Math.max(status.bytesVerified(), Math.min(unverified, status.bytesTotal()));
    }

    private static TaskView shown(TaskView task, SwarmStatus status, long received,
            UnpaddedSize bytes, String checking) {
        if (status.phase() == SwarmPhase.CHECKING) {
            return task.moving(bytes.withoutPadding(status.bytesChecked()), bytes.total(), 0, 0,
                    checking);
        }
        TaskView moving = task.moving(bytes.withoutPadding(received), bytes.total(),
                status.downloadRate(), status.peers().size(), "fetching");
        return status.obstacle().map(why -> moving.hindered(why,
                StatusMessages.reason(status).orElse(""))).orElse(moving);
    }
}

package org.gridtorrent.client.task;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gridtorrent.client.share.FolderMissingException;
import org.gridtorrent.client.share.Holding;
import org.gridtorrent.client.share.SharedContent;
import org.gridtorrent.client.status.Reasons;
import org.gridtorrent.client.tracker.Problem;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.engine.storage.files.FileConflictException;
import org.gridtorrent.metainfo.UnpaddedSize;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;

/** Shows on the board how a swarm comes along, until every byte is had and every file as long as it should be. */
final class ProgressFollower {
    private static final long LOOK_MS = 250;

    private ProgressFollower() {}

    static void untilComplete(Task task, SharedContent sharing, TaskBoard board,
            ReasonCode checking)
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
                    throw DownloadHandler.taken(Path.of(inTheWay.getFile()));
                }
                if (e.getCause() instanceof IOException failure) {
                    var failed = new TaskFailure(Problem.FAILED, Reasons.of(failure), List.of());
                    failed.initCause(e);
                    throw failed;
                }
                throw new IOException(String.valueOf(e.getMessage()), e);
            }
        }
    }

    private static InterruptedException stopped(SharedContent sharing)
            throws FolderMissingException {
        TaskReason missing = sharing.missing().orElse(null);
        if (missing != null) {
            throw new FolderMissingException(missing);
        }
        return new InterruptedException("the exchange was stopped");
    }

    /** Tried again, what is fetched is put right: it must not be forgotten for this. */
    private static void requireLengths(Holding holding) throws IOException, TaskFailure {
        Path wrong = holding.missingFile().orElse(null);
        if (wrong != null) {
            throw new TaskFailure(Problem.FAILED, ReasonCode.FILE_MISSING, wrong);
        }
    }

    private static void look(Task task, SharedContent sharing, UnpaddedSize bytes, TaskBoard board,
            ReasonCode checking) throws TaskFailure {
        TaskReason loss = sharing.loss().orElse(null);
        if (loss != null && !sharing.holding().inPlace()) {
            throw new TaskFailure(Problem.NOT_ALLOWED, loss, List.of());
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

    private static Task shown(Task task, SwarmStatus status, long received,
            UnpaddedSize bytes, ReasonCode checking) {
        if (status.phase() == SwarmPhase.CHECKING) {
            return task.moving(bytes.withoutPadding(status.bytesChecked()), bytes.total(), 0, 0,
                    checking);
        }
        Task moving = task.moving(bytes.withoutPadding(received), bytes.total(),
                status.downloadRate(), status.peers().size(), ReasonCode.FETCHING);
        return Reasons.of(status).map(why -> moving.hindered(status.obstacle().orElseThrow(), why))
                .orElse(moving);
    }
}

package org.gridtorrent.client.fetch;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gridtorrent.client.fetch.FetchReport.Event;
import org.gridtorrent.client.fetch.FetchReport.Outcome;
import org.gridtorrent.client.status.ReplicaMessages;
import org.gridtorrent.mdtp.FetchException;
import org.gridtorrent.mdtp.FetchException.Reason;
import org.gridtorrent.mdtp.FetchOptions;
import org.gridtorrent.mdtp.FetchResult;
import org.gridtorrent.mdtp.FetchStatus;
import org.gridtorrent.mdtp.ReplicaFetch;
import org.gridtorrent.mdtp.file.PartialFile;
import org.gridtorrent.mdtp.http.Replica;
import org.gridtorrent.mdtp.schedule.AdaptiveScheduler;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.Failures;
import org.gridtorrent.terminal.Output;
import org.gridtorrent.terminal.Progress;

/**
 * Fetch of one file as the command line shows it: progress, result and failures.
 *
 * <p>The fetch has a thread of its own. When the process is ended, what came is made safe first.
 */
final class FileFetch {
    private static final long LOOK_MS = 100;
    private static final long STOP_SECONDS = 10;

    private final Output output;
    private final Path target;
    private final List<Replica> replicas;
    private final FetchOptions options;
    private final AdaptiveScheduler.Options scheduling;
    private final boolean mayOverwrite;
    private final FetchReport report;

    /** @param mayOverwrite whether a file of the target's name is replaced, and what another fetch left */
    FileFetch(FetchReport report, Path target, List<Replica> replicas, FetchOptions options,
            AdaptiveScheduler.Options scheduling, boolean mayOverwrite) {
        this.report = report;
        this.output = report.output();
        this.target = target;
        this.replicas = replicas;
        this.options = options;
        this.scheduling = scheduling;
        this.mayOverwrite = mayOverwrite;
    }

    /** How a fetch ended that did not fail. */
    enum End {
        FETCHED,
        /** The address is of a Metalink; nothing is left of it. */
        IS_METALINK,
        /** An earlier fetch left another file's part, which may be cleared. */
        MUST_CLEAR
    }

    /** Returns when the file is there; throws a {@link CommandFailure} if the servers do not serve it. */
    End run() throws IOException, InterruptedException {
        report.begin(target);
        requirePlace();
        try (PartialFile file = open()) {
            End end = fetch(file, mayOverwrite);
            if (end == End.MUST_CLEAR) {
                output.say(PartialFile.partOf(target) + " is part of another file; begun anew");
                file.clear();
                end = fetch(file, false);
            }
            if (end == End.IS_METALINK) {
                file.clear();
            }
            return end;
        }
    }

    private End fetch(PartialFile file, boolean mayClear)
            throws IOException, InterruptedException {
        ReplicaFetch fetch = new ReplicaFetch(replicas, file,
                (count, length, present) -> new AdaptiveScheduler(count, length, present,
                        scheduling),
                options);
        try {
            run(fetch, file);
            return End.FETCHED;
        } catch (FetchException e) {
            if (e.reason() == Reason.OTHER_FILE_PRESENT && mayClear) {
                return End.MUST_CLEAR;
            }
            if (e.reason() == Reason.METALINK) {
                return End.IS_METALINK;
            }
            throw failed(fetch, e.reason().name(), FetchMessages.failure(e, target, options));
        }
    }

    private void requirePlace() {
        Path folder = target.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw CommandFailure.notFound(folder
                    + ": no such folder; create it first (-o DIR/ creates the folder it names)");
        }
        if (Files.isDirectory(target)) {
            throw CommandFailure.wrongUsage(target + " is a folder; name the file with -o");
        }
        if (!mayOverwrite && Files.exists(target)) {
            throw FetchMessages.exists(target, options);
        }
    }

    private PartialFile open() throws IOException {
        try (Progress progress = new Progress(output)) {
            Path part = PartialFile.partOf(target);
            long length = Files.exists(part) ? Files.size(part) : 0;
            PartialFile file = PartialFile.open(target, done -> progress.update(
                    Progress.Sample.of("checking what an earlier fetch left", done, length)));
            if (mayOverwrite) {
                file.replaceTarget();
            }
            return file;
        }
    }

    private void run(ReplicaFetch fetch, PartialFile file)
            throws IOException, InterruptedException {
        FutureTask<FetchResult> task = new FutureTask<>(fetch::run);
        CountDownLatch safe = new CountDownLatch(1);
        Thread thread = Thread.ofPlatform().name("fetch").daemon().unstarted(() -> {
            task.run();
            safe.countDown();
        });
        Thread atExit = new Thread(() -> interrupt(fetch, safe, file));
        Runtime.getRuntime().addShutdownHook(atExit);
        thread.start();
        try {
            FetchResult result = await(task, fetch);
            report.end(Event.DONE, fetch.status(), Outcome.of(result),
                    List.of(FetchMessages.done(target, result)));
        } catch (ExecutionException e) {
            switch (Objects.requireNonNull(e.getCause())) {
                case FetchException cause -> throw cause;
                case FileAlreadyExistsException _ -> throw failed(fetch, "FILE_EXISTS",
                        FetchMessages.exists(target, options));
                case IOException cause -> throw failed(fetch, "DISK_FAILED",
                        Failures.describe(cause));
                case InterruptedException cause -> throw cause;
                case CancellationException _ -> {
                    atExit.join(); // it stopped the fetch, and says so
                    throw new InterruptedException("the fetch was stopped");
                }
                case RuntimeException cause -> throw cause;
                default -> throw new IllegalStateException(e);
            }
        } finally {
            remove(atExit);
        }
    }

    private CommandFailure failed(ReplicaFetch fetch, String code, CommandFailure failure) {
        report.end(Event.FAILED, fetch.status(), Outcome.failed(failure.line(), code),
                List.of());
        return failure;
    }

    private static void remove(Thread atExit) {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // the program is ending
        }
    }

    /** Makes safe what came, and says how to go on. */
    private void interrupt(ReplicaFetch fetch, CountDownLatch safe, PartialFile file) {
        fetch.stop();
        try {
            if (safe.await(STOP_SECONDS, TimeUnit.SECONDS)) {
                file.close();
            }
        } catch (IOException e) {
            output.say(Failures.describe(e).line());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (report.end(Event.INTERRUPTED, fetch.status(), Outcome.OPEN, List.of())) {
            output.say("Interrupted; run the same command again to go on with " + target);
        }
    }

    private FetchResult await(FutureTask<FetchResult> task, ReplicaFetch fetch)
            throws InterruptedException, ExecutionException {
        try (Progress progress = new Progress(output)) {
            while (true) {
                try {
                    return task.get(LOOK_MS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    FetchStatus status = fetch.status();
                    report.update(status);
                    progress.update(sample(status), status.replicas().stream()
                            .map(replica -> ReplicaMessages.line(replica, status)).toList());
                }
            }
        } finally {
            long dropped = fetch.status().bytesDropped();
            if (dropped > 0) {
                output.say(FetchMessages.dropped(target, dropped));
            }
        }
    }

    private Progress.Sample sample(FetchStatus status) {
        long unknown = status.bytesPresent() > 0 ? -1 : 0; // no server has answered yet
        return new Progress.Sample(FetchMessages.phase(target, status), status.bytesPresent(),
                status.fileLength().orElse(unknown), status.bytesPerSecond(), -1);
    }
}

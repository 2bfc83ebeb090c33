package org.gridtorrent.bench.process;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.gridtorrent.terminal.Failures;

/** Task on its own thread, such as the receiving side of a transfer. */
public final class BackgroundTask {
    private BackgroundTask() {}

    /** Starts the action on a new daemon thread. */
    public static <T> FutureTask<T> start(Callable<T> action) {
        FutureTask<T> task = new FutureTask<>(action);
        Thread.ofPlatform().daemon().name("bench-background").start(task);
        return task;
    }

    /** Waits for the result; {@link IOException} if the task failed. */
    public static <T> T outcome(FutureTask<T> task) throws IOException, InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw new IOException("the other end failed: " + Failures.describe(e).line(), e);
        }
    }
}

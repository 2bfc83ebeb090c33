package org.gridtorrent.bench.experiment;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.gridtorrent.terminal.Failures;

/** Running a transfer's receiving end beside its sending end, both in this process. */
public final class InProcess {
    private InProcess() {}

    public static <T> FutureTask<T> start(Callable<T> action) {
        FutureTask<T> task = new FutureTask<>(action);
        Thread.ofPlatform().daemon().name("bench-receiver").start(task);
        return task;
    }

    public static <T> T outcome(FutureTask<T> task) throws IOException, InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw new IOException("the receiving end failed: " + Failures.describe(e).line(), e);
        }
    }

    public static void requireAll(long expected, long received) throws IOException {
        if (expected != received) {
            throw new IOException("sent " + expected + " bytes, received " + received);
        }
    }
}

package org.gridtorrent.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Calls that begin together. */
public final class ConcurrentCalls {
    private ConcurrentCalls() {}

    /** What went wrong in them; all are over then. */
    public static List<Throwable> failures(List<Callable<?>> calls) throws InterruptedException {
        var meeting = new CyclicBarrier(calls.size());
        List<Future<?>> results = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Callable<?> call : calls) {
                results.add(threads.submit(() -> {
                    meeting.await();
                    return call.call();
                }));
            }
        }
        var failures = new ArrayList<Throwable>();
        for (Future<?> result : results) {
            try {
                result.get();
            } catch (ExecutionException e) {
                failures.add(e.getCause());
            }
        }
        return failures;
    }
}

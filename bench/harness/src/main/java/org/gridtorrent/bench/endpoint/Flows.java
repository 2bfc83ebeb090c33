package org.gridtorrent.bench.endpoint;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.gridtorrent.terminal.Failures;
import org.jspecify.annotations.Nullable;

/** Flows of one transfer, each on a thread of its own. */
final class Flows {
    private Flows() {}

    /** What all of them gave, when the last one has ended. */
    static <T extends @Nullable Object> List<T> together(
            List<Callable<T>> flows) throws IOException, InterruptedException {
        List<T> outcomes = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<T> flow : threads.invokeAll(flows)) {
                outcomes.add(flow.get());
            }
        } catch (ExecutionException e) {
            throw new IOException("a flow failed: " + Failures.describe(e).line(), e);
        }
        return outcomes;
    }
}

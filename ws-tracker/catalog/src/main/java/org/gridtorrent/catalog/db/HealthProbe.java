package org.gridtorrent.catalog.db;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks the database how it is on a thread of its own, so that nobody waits for the answer longer than
 * they want. One question is under way at a time, and all who ask meanwhile hear its answer: a database
 * that is silent holds one thread, not all. Safe for use by many threads.
 */
public final class HealthProbe<T> {
    private final Supplier<T> question;
    // Under this object's monitor.
    private @Nullable CompletableFuture<T> underWay;

    public HealthProbe(Supplier<T> question) {
        this.question = question;
    }

    /** The answer; empty when it did not come in this time, or was a failure. */
    public Optional<T> within(Duration patience) {
        try {
            return Optional.of(asked().get(patience.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException | ExecutionException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private synchronized CompletableFuture<T> asked() {
        CompletableFuture<T> last = underWay;
        if (last != null && !last.isDone()) {
            return last;
        }
        CompletableFuture<T> next = CompletableFuture.supplyAsync(question,
                work -> Thread.ofVirtual().name("inquiry").start(work));
        underWay = next;
        return next;
    }
}

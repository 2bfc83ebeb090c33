package org.gridtorrent.catalog.db;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A look at something that many want to be up to date with: each waits for a look that began after they
 * asked, and shares it with all who asked meanwhile. There is no thread for it; looks do not overlap.
 * Safe for use by many threads.
 */
public final class Coalescer {
    private static final class Look {
        final AtomicBoolean taken = new AtomicBoolean();
        final CompletableFuture<Boolean> over = new CompletableFuture<>();
    }

    private final Runnable work;
    /** The look that has not begun. */
    private final AtomicReference<Look> next = new AtomicReference<>(new Look());
    private final ReentrantLock looking = new ReentrantLock();

    public Coalescer(Runnable work) {
        this.work = work;
    }

    /** Returns when a look is over that began after the call; throws what it threw. */
    public void await() {
        Look mine = next.get();
        if (mine.taken.compareAndSet(false, true)) {
            look(mine);
        }
        try {
            mine.over.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw e;
        }
    }

    private void look(Look mine) {
        looking.lock();
        try {
            next.set(new Look());
            work.run();
            mine.over.complete(true);
        } catch (RuntimeException | Error e) {
            mine.over.completeExceptionally(e);
        } finally {
            looking.unlock();
        }
    }
}

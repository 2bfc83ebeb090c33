package org.gridtorrent.engine.storage.files;

import java.io.IOException;
import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/**
 * Threads of the process that sync many files side by side.
 *
 * <p>A file system commits its journal once for all who wait for it, so {@value #WIDTH} syncs take little
 * longer than one. Each caller has threads of its own: a disk that hangs holds up only those who sync files
 * on it.
 */
final class SyncThreads {
    private static final int WIDTH = 16;
    /** Platform threads, since they block in the kernel; they end after a minute without work. */
    private static final ExecutorService THREADS = Executors
            .newCachedThreadPool(Thread.ofPlatform().daemon().name("sync-", 0).factory());

    private SyncThreads() {}

    /** What is done with each. */
    interface Sync<T> {
        void with(T one) throws IOException;
    }

    /** Returns when all are synced; fails when that was tried for all, and failed for one. */
    static <T> void each(Collection<T> all, Sync<T> sync) throws IOException {
        Queue<T> left = new ConcurrentLinkedQueue<>(all);
        Queue<IOException> failures = new ConcurrentLinkedQueue<>();
        Runnable share = () -> {
            for (T one = left.poll(); one != null; one = left.poll()) {
                try {
                    sync.with(one);
                } catch (IOException e) {
                    failures.add(e);
                }
            }
        };
        CompletableFuture<?>[] others = IntStream.range(1, Math.min(WIDTH, all.size()))
                .mapToObj(_ -> CompletableFuture.runAsync(share, THREADS))
                .toArray(CompletableFuture<?>[]::new);
        share.run();
        CompletableFuture.allOf(others).join();
        IOException failure = failures.peek();
        if (failure != null) {
            throw failure;
        }
    }
}

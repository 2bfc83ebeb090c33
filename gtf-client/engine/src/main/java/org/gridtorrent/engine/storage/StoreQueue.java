package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A store's jobs, which its writer does in their order on the disk's threads: on one of them at a time,
 * and on none while there is nothing to do. Everything that is not private may be called by any thread.
 */
final class StoreQueue {
    private final StoreWriter writer;
    private final QueuedBytes queued;
    private final DiskFullRetry fullDisk;
    private final PieceStoreListener listener;
    private final Queue<DiskJob> jobs = new ConcurrentLinkedQueue<>();
    private final CountDownLatch over = new CountDownLatch(1);
    /** Whether a thread works for this, or is about to. */
    private final AtomicBoolean awake = new AtomicBoolean();
    /** Whether this will be woken for what is not synced. */
    private final AtomicBoolean timed = new AtomicBoolean();
    private boolean isEnded;
    private DiskJob.@Nullable Flush flushing;
    private volatile @Nullable IOException failure;

    StoreQueue(StoreWriter writer, QueuedBytes queued, DiskFullRetry fullDisk,
            PieceStoreListener listener) {
        this.writer = writer;
        this.queued = queued;
        this.fullDisk = fullDisk;
        this.listener = listener;
    }

    /** Why nothing is written any more; empty while all is well. */
    Optional<IOException> failure() {
        return Optional.ofNullable(failure);
    }

    /** Whether jobs are still taken. */
    boolean isOpen() {
        return failure == null && !fullDisk.isGivenUp();
    }

    void add(DiskJob job) {
        jobs.add(job);
        wake();
        if (over.getCount() == 0) {
            dropJobs();
        }
    }

    /** Unless the same job waits already. */
    void addOnce(DiskJob job) {
        if (!jobs.contains(job)) {
            add(job);
        }
    }

    /** Nobody writes the bytes that wait: gives the pieces that they are of. */
    Set<Integer> dropBytes() {
        Set<Integer> pieces = new HashSet<>();
        for (DiskJob job : List.copyOf(jobs)) {
            if (job instanceof DiskJob.Bytes bytes && jobs.remove(job)) {
                pieces.add(bytes.block().piece());
                release(bytes);
            }
        }
        jobs.removeIf(job -> job instanceof DiskJob.Finish(PartialPiece partial)
                && pieces.contains(partial.piece()));
        return pieces;
    }

    private void release(DiskJob.Bytes bytes) {
        bytes.done().run();
        queued.release(bytes.block().length());
    }

    CompletableFuture<Void> flush() {
        var done = new CompletableFuture<Void>();
        synchronized (jobs) {
            if (isEnded) {
                done.complete(null);
            } else {
                add(new DiskJob.Flush(done));
            }
        }
        return done;
    }

    /** Returns when what was asked before is done, as far as there is room. */
    void end() {
        add(new DiskJob.End());
        fullDisk.giveUp();
        boolean interrupted = false;
        while (over.getCount() > 0) {
            try {
                over.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void wake() {
        if (awake.compareAndSet(false, true)) {
            DiskThreads.run(this::work);
        }
    }

    private void work() {
        boolean goesOn = false;
        try {
            goesOn = over.getCount() > 0 && step(jobs.poll());
            while (goesOn && !jobs.isEmpty()) {
                goesOn = false;
                goesOn = step(jobs.poll());
            }
        } catch (IOException e) {
            fail(e);
        } catch (InterruptedException e) {
            fail(new IOException("the store was interrupted", e));
        } catch (RuntimeException | Error e) {
            fail(new IOException("a mistake in the program: " + e, e));
        } finally {
            if (goesOn) {
                rest();
            } else {
                dropJobs();
                over.countDown();
            }
        }
    }

    /** Does the job, and without one what is due; false when it was the last. */
    private boolean step(@Nullable DiskJob job) throws IOException, InterruptedException {
        if (job instanceof DiskJob.Flush flush) {
            flushing = flush;
        }
        try {
            writer.perform(job);
        } finally {
            if (job instanceof DiskJob.Bytes bytes) {
                release(bytes);
            }
        }
        writer.syncIfDue(() -> add(new DiskJob.Synced()));
        return !(job instanceof DiskJob.End);
    }

    /** Gives the thread up until there is something to do, or it is time to sync. */
    private void rest() {
        boolean isTimed = writer.awaitsSync() && timed.compareAndSet(false, true);
        long restNs = isTimed ? writer.restNs() : 0;
        awake.set(false);
        if (isTimed) {
            DiskThreads.later(this::timeIsOver, restNs);
        }
        if (!jobs.isEmpty()) {
            wake();
        }
    }

    private void timeIsOver() {
        timed.set(false);
        wake();
    }

    private void fail(IOException reason) {
        failure = reason;
        if (!fullDisk.isGivenUp()) {
            listener.failed(writer.unsafe(jobs), reason);
        }
    }

    /** Nobody does them any more, and nobody shall wait for them. */
    private void dropJobs() {
        synchronized (jobs) {
            isEnded = true;
            if (flushing != null) {
                flushing.done().complete(null);
            }
            for (DiskJob job = jobs.poll(); job != null; job = jobs.poll()) {
                if (job instanceof DiskJob.Flush(var done)) {
                    done.complete(null);
                } else if (job instanceof DiskJob.Bytes bytes) {
                    bytes.done().run();
                }
            }
        }
    }
}

package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.gridtorrent.engine.storage.files.DiskFullException;

/**
 * Retries disk steps that failed for want of room, until there is some or the store is closed.
 *
 * <p>Runs on the disk worker's thread, and tells the listener when it begins to wait and when the disk
 * has room again. Any thread may end the waiting.
 */
final class DiskFullRetry {
    private final SyncBatch batch;
    private final StoreLimits limits;
    private final PieceStoreListener listener;
    private final CountDownLatch givenUp = new CountDownLatch(1);

    DiskFullRetry(SyncBatch batch, StoreLimits limits, PieceStoreListener listener) {
        this.batch = batch;
        this.limits = limits;
        this.listener = listener;
    }

    /** A write or a commit. */
    @FunctionalInterface
    interface DiskStep {
        void run() throws IOException, InterruptedException;
    }

    /** Ends the waiting, now and from now on. For any thread. */
    void giveUp() {
        givenUp.countDown();
    }

    /** For any thread. */
    boolean isGivenUp() {
        return givenUp.getCount() == 0;
    }

    /** Repeats the step until the disk has room for it. */
    void untilRoom(DiskStep step) throws IOException, InterruptedException {
        boolean isWaiting = false;
        while (true) {
            try {
                step.run();
                if (isWaiting) {
                    listener.diskHasRoom();
                }
                return;
            } catch (DiskFullException e) {
                if (!isWaiting) {
                    isWaiting = true;
                    commitIfRoom();
                    listener.diskFull(e);
                }
                if (DiskThreads.await(givenUp, limits.diskFullRetryInterval().toNanos())) {
                    throw e;
                }
            }
        }
    }

    /** What was written before needs no room but the journal's. */
    private void commitIfRoom() throws IOException, InterruptedException {
        try {
            batch.commit();
        } catch (DiskFullException e) {
            return; // retried with the next commit
        }
    }
}

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
    private final DiskStep commit;
    private final StoreLimits limits;
    private final PieceStoreListener listener;
    private final CountDownLatch givenUp = new CountDownLatch(1);

    /** @param commit commits what was written before, which needs no room but the journal's */
    DiskFullRetry(DiskStep commit, StoreLimits limits, PieceStoreListener listener) {
        this.commit = commit;
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

    private void commitIfRoom() throws IOException, InterruptedException {
        try {
            commit.run();
        } catch (DiskFullException e) {
            return; // retried with the next commit
        }
    }
}

package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/**
 * Tries again what a full disk refused, until there is room or the store is closed, and tells the
 * listener. For the writer's thread; others may give up its waiting.
 */
final class DiskFullRetry {
    private final Committer committer;
    private final StoreLimits limits;
    private final PieceStoreListener listener;
    private final CountDownLatch givenUp = new CountDownLatch(1);

    DiskFullRetry(Committer committer, StoreLimits limits, PieceStoreListener listener) {
        this.committer = committer;
        this.limits = limits;
        this.listener = listener;
    }

    /** A write or a commit. */
    interface DiskStep {
        void run() throws IOException, InterruptedException;
    }

    /** From now on nobody waits for room. For any thread. */
    void giveUp() {
        givenUp.countDown();
    }

    /** For any thread. */
    boolean isGivenUp() {
        return givenUp.getCount() == 0;
    }

    void untilRoom(DiskStep step) throws IOException, InterruptedException {
        boolean paused = false;
        while (true) {
            try {
                step.run();
                if (paused) {
                    listener.resumed();
                }
                return;
            } catch (DiskFullException e) {
                if (!paused) {
                    paused = true;
                    commitIfRoom();
                    listener.paused(e);
                }
                if (DiskThreads.await(givenUp, limits.retryInterval().toNanos())) {
                    throw e;
                }
            }
        }
    }

    /** What was written before the disk was full need not wait for room, if the journal has some. */
    private void commitIfRoom() throws IOException, InterruptedException {
        try {
            committer.commit();
        } catch (DiskFullException e) {
            return; // tried again with the next commit
        }
    }
}

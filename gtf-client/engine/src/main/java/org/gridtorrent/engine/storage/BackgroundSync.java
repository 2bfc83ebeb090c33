package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A sync of what was written before it began, which goes on while more is written: else sockets would
 * rest while the disk works, and the disk while they bring.
 */
final class BackgroundSync {
    private static final Logger LOG = LoggerFactory.getLogger(BackgroundSync.class);

    private final CountDownLatch over = new CountDownLatch(1);
    private final long beganNs = System.nanoTime();
    private volatile long tookNs;
    private volatile boolean succeeded;

    private BackgroundSync() {}

    /** @param then run when it is over, however it ended */
    static BackgroundSync begin(Storage storage, Runnable then) {
        var sync = new BackgroundSync();
        DiskThreads.run(() -> sync.run(storage, then));
        return sync;
    }

    private void run(Storage storage, Runnable then) {
        try {
            storage.sync();
            succeeded = true;
        } catch (IOException e) {
            // The store syncs once more then, and hears of it itself.
            LOG.debug("a sync failed", e);
        } finally {
            tookNs = System.nanoTime() - beganNs;
            over.countDown();
            then.run();
        }
    }

    boolean isOver() {
        return over.getCount() == 0;
    }

    /** Waits for its end. Says whether it succeeded; the next sync tells why it did not. */
    boolean await() throws InterruptedException {
        if (!isOver()) {
            var _ = DiskThreads.await(over, Long.MAX_VALUE);
        }
        return succeeded;
    }

    /** Once it is over. */
    long tookNs() {
        return tookNs;
    }
}

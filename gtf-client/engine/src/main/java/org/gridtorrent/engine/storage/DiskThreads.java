package org.gridtorrent.engine.storage;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The process's threads for writing, syncing and looking after files; they go when nothing is to be
 * done for some seconds. Platform threads, since they block in the kernel: virtual ones would hold
 * cores' places that the peers' threads share.
 */
final class DiskThreads {
    private static final int COUNT = 32;
    private static final long IDLE_SECONDS = 5;
    private static final ThreadPoolExecutor THREADS = new ThreadPoolExecutor(COUNT, COUNT,
            IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("disk-", 0).factory());
    private static final ScheduledThreadPoolExecutor TIMER = new ScheduledThreadPoolExecutor(1,
            Thread.ofPlatform().daemon().name("disk-timer").factory());

    static {
        THREADS.allowCoreThreadTimeOut(true);
    }

    private DiskThreads() {}

    static void run(Runnable work) {
        THREADS.execute(work);
    }

    static void later(Runnable work, long delayNs) {
        var _ = TIMER.schedule(work, Math.max(0, delayNs), TimeUnit.NANOSECONDS);
    }

    /**
     * Waits on one of these threads, and lends the others' work another meanwhile. Says whether it
     * came to the end of the latch.
     */
    static boolean await(CountDownLatch latch, long timeoutNs) throws InterruptedException {
        lend(1);
        try {
            return latch.await(timeoutNs, TimeUnit.NANOSECONDS);
        } finally {
            lend(-1);
        }
    }

    private static synchronized void lend(int more) {
        int count = THREADS.getCorePoolSize() + more;
        if (more > 0) {
            THREADS.setMaximumPoolSize(count);
            THREADS.setCorePoolSize(count);
        } else {
            THREADS.setCorePoolSize(count);
            THREADS.setMaximumPoolSize(count);
        }
    }
}

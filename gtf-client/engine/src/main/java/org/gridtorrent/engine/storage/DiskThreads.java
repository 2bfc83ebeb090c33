package org.gridtorrent.engine.storage;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads of the process for disk jobs: writes, syncs and checks of files.
 *
 * <p>Platform threads, since they block in the kernel: virtual ones would pin the carriers that the
 * peers' threads share. They end after {@value #IDLE_SECONDS} s without work.
 */
final class DiskThreads {
    private static final int COUNT = 32;
    private static final long IDLE_SECONDS = 5;
    private static final ThreadPoolExecutor THREADS = new ThreadPoolExecutor(COUNT, COUNT,
            IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("disk-", 0).factory());

    static {
        THREADS.allowCoreThreadTimeOut(true);
    }

    private DiskThreads() {}

    static void run(Runnable work) {
        THREADS.execute(work);
    }

    /**
     * Waits on one of these threads, in whose place another one works meanwhile.
     *
     * @return whether the latch was counted down in time
     */
    static boolean await(CountDownLatch latch, long timeoutNs) throws InterruptedException {
        addThreads(1);
        try {
            return latch.await(timeoutNs, TimeUnit.NANOSECONDS);
        } finally {
            addThreads(-1);
        }
    }

    private static synchronized void addThreads(int count) {
        int size = THREADS.getCorePoolSize() + count;
        if (count > 0) {
            THREADS.setMaximumPoolSize(size);
            THREADS.setCorePoolSize(size);
        } else {
            THREADS.setCorePoolSize(size);
            THREADS.setMaximumPoolSize(size);
        }
    }
}

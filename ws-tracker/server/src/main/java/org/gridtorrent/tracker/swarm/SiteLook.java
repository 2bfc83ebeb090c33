package org.gridtorrent.tracker.swarm;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/** When one swarm's devices were looked up last. One thread looks; others that come wait for it. */
final class SiteLook {
    private static final long FRESH_NS = Duration.ofSeconds(10).toNanos();

    private final ReentrantLock making = new ReentrantLock();
    private volatile boolean made;
    private volatile long madeNs;

    boolean isMade() {
        return made;
    }

    /** Nobody looked lately, nor looks just now while there is an older look to answer by. */
    boolean isDue(long nowNs) {
        return !made || (nowNs - madeNs >= FRESH_NS && !making.isLocked());
    }

    void make(Runnable look) {
        making.lock();
        try {
            if (!made || System.nanoTime() - madeNs >= FRESH_NS) {
                look.run();
                madeNs = System.nanoTime();
                made = true;
            }
        } finally {
            making.unlock();
        }
    }
}

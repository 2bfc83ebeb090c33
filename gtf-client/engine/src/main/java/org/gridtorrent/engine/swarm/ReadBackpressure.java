package org.gridtorrent.engine.swarm;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.gridtorrent.engine.storage.DiskBufferPool;

/**
 * Holds the readers of a swarm's sockets back: while its disk does not keep up, while the memory for
 * pieces is all taken, and while its owner has messages enough to look at. So what is slow slows
 * sockets, and nothing piles up. Thread-safe.
 */
final class ReadBackpressure {
    /** Bytes of messages that were read and that the owner has not looked at. */
    private static final long MAX_UNHANDLED = 4L << 20;

    private final DiskBufferPool memory;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private boolean open = true;
    private volatile boolean ended;
    private long unhandled;
    /** While content is to come; who only serves needs none. */
    private volatile boolean needsMemory = true;

    ReadBackpressure() {
        this(DiskBufferPool.SHARED);
    }

    ReadBackpressure(DiskBufferPool memory) {
        this.memory = memory;
    }

    void set(boolean open) {
        lock.lock();
        try {
            if (this.open != open) {
                this.open = open;
                moved.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    void needsMemory(boolean needs) {
        boolean needed = needsMemory;
        needsMemory = needs;
        if (needed && !needs) {
            memory.wake();
        }
    }

    /** Whether peers are kept from being heard, but for a moment. */
    boolean isHoldingBack() {
        lock.lock();
        try {
            return !open || (needsMemory && memory.isFull());
        } finally {
            lock.unlock();
        }
    }

    /** Waits until more may be read. */
    void pass() throws InterruptedException {
        memory.awaitRoom(() -> needsMemory && !ended);
        lock.lockInterruptibly();
        try {
            while (!ended && (!open || unhandled > MAX_UNHANDLED)) {
                moved.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** So many bytes are on their way to the owner. */
    void brought(long bytes) {
        change(bytes);
    }

    void handled(long bytes) {
        change(-bytes);
    }

    private void change(long by) {
        if (by == 0) {
            return;
        }
        lock.lock();
        try {
            boolean was = unhandled > MAX_UNHANDLED;
            unhandled += by;
            if (was && unhandled <= MAX_UNHANDLED) {
                moved.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Nobody is held back any more: what readers find is that their lines are closed. */
    void end() {
        lock.lock();
        try {
            ended = true;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
        memory.wake();
    }
}

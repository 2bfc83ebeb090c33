package org.gridtorrent.catalog;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Wakes long polls of this process when a revision may have moved. Other nodes' changes are seen by
 * the look at the database that every waiter takes once a second.
 */
final class Signals {
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private long changes;
    private boolean closed;

    void changed() {
        lock.lock();
        try {
            changes++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends every wait, now and later. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Blocks until the condition holds or the time is over; asks it after each sign of change. */
    void await(BooleanSupplier condition, Duration longest) throws InterruptedException {
        long deadline = System.nanoTime() + longest.toNanos();
        while (true) {
            long seen = changes();
            if (condition.getAsBoolean()) {
                return;
            }
            long left = deadline - System.nanoTime();
            if (left <= 0 || !sleep(seen, Math.min(left, LOOK.toNanos()))) {
                return;
            }
        }
    }

    private long changes() {
        lock.lock();
        try {
            return changes;
        } finally {
            lock.unlock();
        }
    }

    /** False when waiting has no sense any more. */
    private boolean sleep(long seen, long nanos) throws InterruptedException {
        long left = nanos;
        lock.lock();
        try {
            while (!closed && changes == seen && left > 0) {
                left = changed.awaitNanos(left);
            }
            return !closed;
        } finally {
            lock.unlock();
        }
    }
}

package org.gridtorrent.ptcp.net;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Wait of one call for a condition, with a time limit over as many signals as it takes.
 *
 * <p>Interrupts act as {@link SocketInterrupts} says. Confined to one thread.
 */
public final class TimedWait implements AutoCloseable {
    public static final long FOREVER = Long.MAX_VALUE;

    private final long nanos;
    private final long startNanos = System.nanoTime();
    private boolean interrupted;

    public TimedWait(long nanos) {
        this.nanos = nanos;
    }

    public boolean isExpired() {
        return nanosLeft() <= 0;
    }

    private long nanosLeft() {
        return nanos == FOREVER ? FOREVER : nanos - (System.nanoTime() - startNanos);
    }

    /**
     * Waits for a signal, at most until the time is over.
     *
     * <p>In a platform thread an interrupt ends the wait as a signal does, because a signal that came at the
     * same time woke nobody else. {@link #close} restores the interrupt status.
     *
     * @throws InterruptedSocketException in a virtual thread that was interrupted
     */
    public void await(Condition condition) throws InterruptedSocketException {
        try {
            await(condition, nanosLeft());
        } catch (InterruptedException e) {
            interrupted = true;
            SocketInterrupts.requirePlatformThread();
        }
    }

    /**
     * Waits for a signal, at most so long. {@link #FOREVER} sets no timer: in a virtual thread an unneeded
     * timer costs more than the wait, because it wakes JDK 25's timer thread twice.
     */
    @SuppressWarnings("WaitNotInLoop") // the loop is the caller's
    public static void await(Condition condition, long nanos) throws InterruptedException {
        if (nanos == FOREVER) {
            condition.await();
        } else {
            var _ = condition.awaitNanos(nanos);
        }
    }

    /**
     * Waits for a lock; interrupts do not end the wait. Returns the nanoseconds that are left, or a negative
     * number when the time is over and the lock is not held.
     */
    public static long lock(ReentrantLock lock, long nanos) {
        if (nanos == FOREVER) {
            lock.lock();
            return FOREVER;
        }
        boolean interrupted = false;
        long start = System.nanoTime();
        long left = nanos;
        try {
            while (true) {
                try {
                    boolean locked = lock.tryLock(left, TimeUnit.NANOSECONDS);
                    left = nanos - (System.nanoTime() - start);
                    return locked ? Math.max(Math.min(1, nanos), left) : -1;
                } catch (InterruptedException e) {
                    interrupted = true;
                    left = nanos - (System.nanoTime() - start);
                }
            }
        } finally {
            SocketInterrupts.restore(interrupted);
        }
    }

    /** Restores the interrupt status. */
    @Override
    public void close() {
        SocketInterrupts.restore(interrupted);
    }
}

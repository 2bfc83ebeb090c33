package org.gridtorrent.ptcp;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** SocketInterrupts as a {@link java.net.Socket} waits: an interrupt ends it in virtual threads only. */
final class SocketInterrupts {
    static final long FOREVER = Long.MAX_VALUE;

    private SocketInterrupts() {}

    /**
     * Waits for a signal, so long at most. To wait {@link #FOREVER} sets no timer: one that a virtual
     * thread sets and does not need costs it more than the wait (it wakes JDK 25's timer thread twice).
     */
    @SuppressWarnings("WaitNotInLoop") // the loop is the caller's
    static void await(Condition condition, long nanos) throws InterruptedException {
        if (nanos == FOREVER) {
            condition.await();
        } else {
            var _ = condition.awaitNanos(nanos);
        }
    }

    /**
     * Waits for a lock, an interrupt put aside until then; returns the nanoseconds that are left, or a
     * negative number when the time is over and the lock not held.
     */
    static long lock(ReentrantLock lock, long nanos) {
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
            restore(interrupted);
        }
    }

    /**
     * The outcome of an action in a virtual thread of its own, where no interrupt of the caller's
     * reaches the channels that it uses: those would close at once in any kind of thread.
     */
    static <T> T outcome(String threadName, Callable<T> action) throws IOException {
        FutureTask<T> task = new FutureTask<>(action);
        Thread.ofVirtual().name(threadName).start(task);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                    requirePlatformThread();
                } catch (ExecutionException e) {
                    throw failure(e.getCause());
                }
            }
        } finally {
            restore(interrupted);
        }
    }

    /** Uses a channel in the calling thread if that is a virtual one, where interrupts may close it. */
    static <T> T uninterrupted(Callable<T> action) throws IOException {
        if (!Thread.currentThread().isVirtual()) {
            return outcome("ptcp-plain", action);
        }
        try {
            return action.call();
        } catch (Exception e) {
            throw failure(e);
        }
    }

    private static IOException failure(@Nullable Throwable cause) {
        return switch (cause) {
            case IOException e -> e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case null, default -> new IOException(cause);
        };
    }

    static void requirePlatformThread() throws InterruptedSocketException {
        if (Thread.currentThread().isVirtual()) {
            throw new InterruptedSocketException();
        }
    }

    /** Gives back an interrupt that was put aside. */
    static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Says that the waiting thread was interrupted; {@link java.net.Socket} closes itself then. */
    static final class InterruptedSocketException extends InterruptedIOException {
        private static final long serialVersionUID = 1;

        InterruptedSocketException() {
            super("Closed by interrupt");
        }
    }
}

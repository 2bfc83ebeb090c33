package org.gridtorrent.ptcp;

import java.net.SocketException;
import java.util.concurrent.locks.Condition;

/** Waiting as a {@link java.net.Socket} waits: an interrupt ends it in virtual threads only. */
final class Waiting {
    static final long FOREVER = Long.MAX_VALUE;

    private Waiting() {}

    /**
     * Waits for a signal; returns the nanoseconds that are left, 0 or less when the time is over.
     *
     * @throws InterruptedSocketException in a virtual thread that was interrupted, its status set
     */
    static long await(Condition condition, long nanos) throws InterruptedSocketException {
        boolean interrupted = false;
        long start = System.nanoTime();
        try {
            while (true) {
                long left = nanos == FOREVER ? FOREVER : nanos - (System.nanoTime() - start);
                try {
                    long rest = condition.awaitNanos(left);
                    return nanos == FOREVER ? FOREVER : rest;
                } catch (InterruptedException e) {
                    interrupted = true;
                    if (Thread.currentThread().isVirtual()) {
                        throw new InterruptedSocketException();
                    }
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Says that the waiting thread was interrupted; the socket is to be closed. */
    static final class InterruptedSocketException extends SocketException {
        private static final long serialVersionUID = 1;

        InterruptedSocketException() {
            super("Closed by interrupt");
        }
    }
}

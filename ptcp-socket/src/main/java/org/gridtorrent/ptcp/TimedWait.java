package org.gridtorrent.ptcp;

import java.util.concurrent.locks.Condition;
import org.gridtorrent.ptcp.SocketInterrupts.InterruptedSocketException;

/** How long a call that looks at its state again and again is still ready to wait for it. */
final class TimedWait implements AutoCloseable {
    private final long nanos;
    private final long start = System.nanoTime();
    private boolean interrupted;

    TimedWait(long nanos) {
        this.nanos = nanos;
    }

    boolean isOver() {
        return left() <= 0;
    }

    private long left() {
        return nanos == SocketInterrupts.FOREVER
                ? SocketInterrupts.FOREVER
                : nanos - (System.nanoTime() - start);
    }

    /**
     * Waits for a signal. In a platform thread an interrupt ends the wait as a signal does, since one that
     * came at the same time woke nobody; the thread has its status again when the call is done.
     *
     * @throws InterruptedSocketException in a virtual thread that was interrupted
     */
    void await(Condition condition) throws InterruptedSocketException {
        try {
            SocketInterrupts.await(condition, left());
        } catch (InterruptedException e) {
            interrupted = true;
            SocketInterrupts.requirePlatformThread();
        }
    }

    @Override
    public void close() {
        SocketInterrupts.restore(interrupted);
    }
}

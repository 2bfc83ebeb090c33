package org.gridtorrent.ptcp;

import java.util.concurrent.locks.Condition;
import org.gridtorrent.ptcp.Waiting.InterruptedSocketException;

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
        return nanos == Waiting.FOREVER
                ? Waiting.FOREVER
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
            Waiting.await(condition, left());
        } catch (InterruptedException e) {
            interrupted = true;
            Waiting.requirePlatformThread();
        }
    }

    @Override
    public void close() {
        Waiting.restore(interrupted);
    }
}

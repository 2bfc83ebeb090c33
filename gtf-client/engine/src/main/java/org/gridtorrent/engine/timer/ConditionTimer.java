package org.gridtorrent.engine.timer;

import java.util.concurrent.Future;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * Timeout of a wait on a lock's condition, cheap for waits that usually end sooner.
 *
 * <p>A timed wait of a virtual thread wakes the scheduler's timer thread when it begins, and again when
 * it ends early (JDK 25, {@code DelayScheduler}): a third of all thread switches of a rate-limited
 * transfer. A timer that is set here stays set after an early end and serves the next wait, if that is
 * due no later; so it may signal the condition early. For one waiting thread, which holds the lock.
 */
public final class ConditionTimer {
    public static final long NEVER = Long.MAX_VALUE;

    private final Lock lock;
    private final Condition condition;
    private @Nullable Future<?> scheduled;
    private long dueNs;

    public ConditionTimer(Lock lock, Condition condition) {
        this.lock = lock;
        this.condition = condition;
    }

    /** Signals the condition after the delay, or earlier; not at all after {@link #NEVER}. */
    public void set(long delayNs) {
        long newDueNs = System.nanoTime() + delayNs;
        if (delayNs != NEVER && (scheduled == null || dueNs - newDueNs > 0)) {
            cancel();
            dueNs = newDueNs;
            scheduled = EngineTimer.schedule(() -> signal(newDueNs), delayNs);
        }
    }

    private void signal(long wasDueNs) {
        lock.lock();
        try {
            if (dueNs == wasDueNs) {
                scheduled = null;
            }
            condition.signal();
        } finally {
            lock.unlock();
        }
    }

    public void cancel() {
        if (scheduled != null) {
            scheduled.cancel(false);
            scheduled = null;
        }
    }
}

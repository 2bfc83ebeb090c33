package org.gridtorrent.engine.connection;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * Ends a wait on a lock's condition when its time is over, at little cost for waits that end sooner.
 *
 * <p>A virtual thread's own timed wait wakes its scheduler's timer thread when it begins, and once more
 * when it is cut short (JDK 25, {@code DelayScheduler}); where blocks come at a rate, a third of all
 * switches of threads were that. Here a timer that is set stays set when a wait is cut short, and serves
 * the next one, if it is due no later; it may then wake who waits for nothing. For one thread that
 * waits, and holds the lock.
 */
public final class ConditionTimer {
    static final long NEVER = Long.MAX_VALUE;
    private static final ScheduledThreadPoolExecutor TIMER = timer();

    private final Lock lock;
    private final Condition condition;
    private @Nullable Future<?> set;
    private long dueNs;

    public ConditionTimer(Lock lock, Condition condition) {
        this.lock = lock;
        this.condition = condition;
    }

    private static ScheduledThreadPoolExecutor timer() {
        var timer = new ScheduledThreadPoolExecutor(1,
                Thread.ofPlatform().daemon().name("alarm").factory());
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    /** Signals the condition after so long, {@link #NEVER} or, it may be, sooner. */
    public void set(long delayNs) {
        long newDueNs = System.nanoTime() + delayNs;
        if (delayNs != NEVER && (set == null || dueNs - newDueNs > 0)) {
            cancel();
            dueNs = newDueNs;
            set = TIMER.schedule(() -> ring(newDueNs), delayNs, TimeUnit.NANOSECONDS);
        }
    }

    private void ring(long wasDueNs) {
        lock.lock();
        try {
            if (dueNs == wasDueNs) {
                set = null;
            }
            condition.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Nobody waits any more. */
    public void cancel() {
        if (set != null) {
            set.cancel(false);
            set = null;
        }
    }
}

package org.gridtorrent.engine.timer;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Timer thread of the process, for all delayed tasks of the engine. A task must not block: longer work
 * goes to a thread of its own. Thread-safe.
 */
public final class EngineTimer {
    private static final ScheduledThreadPoolExecutor TIMER = timer();

    private EngineTimer() {}

    private static ScheduledThreadPoolExecutor timer() {
        var timer = new ScheduledThreadPoolExecutor(1,
                Thread.ofPlatform().daemon().name("engine-timer").factory());
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    /** Runs the task after the delay, at once when it is negative. */
    public static Future<?> schedule(Runnable task, long delayNs) {
        return TIMER.schedule(task, delayNs, TimeUnit.NANOSECONDS);
    }
}

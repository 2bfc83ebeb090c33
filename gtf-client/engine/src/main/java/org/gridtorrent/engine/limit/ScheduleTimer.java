package org.gridtorrent.engine.limit;

import java.time.Duration;

/** Timer that updates rate limits by their schedules once a second, on a virtual thread of its own. */
public final class ScheduleTimer implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final Thread thread;

    public ScheduleTimer(RateLimits limits) {
        thread = Thread.ofVirtual().name("engine-limits").start(() -> run(limits));
    }

    private static void run(RateLimits limits) {
        try {
            while (true) {
                Thread.sleep(INTERVAL);
                limits.update();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}

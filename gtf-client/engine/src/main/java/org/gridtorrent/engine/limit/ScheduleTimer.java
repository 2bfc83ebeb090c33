package org.gridtorrent.engine.limit;

import java.time.Duration;

/** Has limits follow their schedules: looks at the wall clock once a second, on its own thread. */
public final class ScheduleTimer implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Thread thread;

    public ScheduleTimer(RateLimits limits) {
        thread = Thread.ofVirtual().name("engine-limits").start(() -> run(limits));
    }

    private static void run(RateLimits limits) {
        try {
            while (true) {
                Thread.sleep(PAUSE);
                limits.follow();
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

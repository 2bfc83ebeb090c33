package org.gridtorrent.engine;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** The system's monotonic clock in nanoseconds, which a test can put forward. Thread-safe. */
public final class ShiftedClock implements LongSupplier {
    private final AtomicLong aheadNs = new AtomicLong();

    @Override
    public long getAsLong() {
        return System.nanoTime() + aheadNs.get();
    }

    public void later(Duration time) {
        aheadNs.addAndGet(time.toNanos());
    }
}

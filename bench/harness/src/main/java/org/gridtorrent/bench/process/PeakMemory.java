package org.gridtorrent.bench.process;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Samples another process's memory without mapped files and keeps the maximum. Thread-safe.
 *
 * <p>The kernel does not record this maximum. Mapped files are excluded: they hold program code or the test
 * data.
 */
public final class PeakMemory implements AutoCloseable {
    private static final long SAMPLE_INTERVAL_MILLIS = 20;

    private final long pid;
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile long max;

    public PeakMemory(long pid) throws IOException {
        this.pid = pid;
        max = ProcessStats.of(pid).ownBytes();
        Thread.ofVirtual().start(this::sample);
    }

    private void sample() {
        try {
            while (!closing.await(SAMPLE_INTERVAL_MILLIS, TimeUnit.MILLISECONDS)) {
                max = Math.max(max, ProcessStats.of(pid).ownBytes());
            }
        } catch (IOException | InterruptedException e) {
            // The process has ended.
            return;
        }
    }

    /** Maximum so far. */
    public long maxBytes() {
        return max;
    }

    @Override
    public void close() {
        closing.countDown();
    }
}

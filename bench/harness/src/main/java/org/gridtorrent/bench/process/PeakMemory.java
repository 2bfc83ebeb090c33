package org.gridtorrent.bench.process;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Sampler of another process's memory without mapped files, for its maximum. Thread-safe.
 *
 * <p>The kernel keeps no record of that maximum. Mapped files are the program's own, or the content's.
 */
public final class PeakMemory implements AutoCloseable {
    private static final long LOOK_MILLIS = 20;

    private final long pid;
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile long max;

    public PeakMemory(long pid) throws IOException {
        this.pid = pid;
        max = ProcessStats.of(pid).ownBytes();
        Thread.ofVirtual().start(this::look);
    }

    private void look() {
        try {
            while (!closing.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                max = Math.max(max, ProcessStats.of(pid).ownBytes());
            }
        } catch (IOException | InterruptedException e) {
            // It ended: there is nothing more to see.
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

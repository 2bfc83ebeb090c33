package org.gridtorrent.engine.swarm;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.engine.transport.Connection;

/**
 * Closes connections that take too long to introduce themselves: a read's own timeout would let a
 * peer go on for ever with a byte at a time. Thread-safe.
 */
public final class Deadlines implements AutoCloseable {
    private static final Duration HANDSHAKE = Duration.ofSeconds(10);
    private final ScheduledThreadPoolExecutor timer;

    public Deadlines() {
        timer = new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon()
                .name("engine-deadlines").factory());
        timer.setRemoveOnCancelPolicy(true);
    }

    /** The connection is closed ten seconds from now unless this is cancelled before. */
    public Future<?> handshake(Connection connection) {
        return timer.schedule(connection::close, HANDSHAKE.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}

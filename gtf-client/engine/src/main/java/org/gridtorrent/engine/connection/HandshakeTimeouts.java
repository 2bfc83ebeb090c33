package org.gridtorrent.engine.connection;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.engine.transport.Connection;

/**
 * Closes connections that take too long to introduce themselves: a read's own timeout would let a
 * peer go on for ever with a byte at a time. Thread-safe.
 */
public final class HandshakeTimeouts implements AutoCloseable {
    private static final Duration HANDSHAKE = Duration.ofSeconds(10);
    private final Duration handshake;
    private final ScheduledThreadPoolExecutor timer;

    /** Ten seconds for a handshake. */
    public HandshakeTimeouts() {
        this(HANDSHAKE);
    }

    public HandshakeTimeouts(Duration handshake) {
        this.handshake = handshake;
        timer = new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon()
                .name("engine-handshakeTimeouts").factory());
        timer.setRemoveOnCancelPolicy(true);
    }

    /** The connection is closed when its time is over unless this is cancelled before. */
    public Future<?> handshake(Connection connection) {
        return timer.schedule(connection::close, handshake.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}

package org.gridtorrent.engine.transport;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * PTCP to peers that are far away, TCP to near ones, for short reads: over a long line they need many small TCP
 * windows at once, before a number of streams could tune itself, and over a short one a TCP connection is faster.
 *
 * <p>A peer is near when a TCP connection to it is open within 20 ms. Thread-safe.
 */
public final class FarPtcpTransport implements Transport {
    private static final long NEAR_MS = 20;
    private static final int STREAMS = 32;

    private final Transport near = new TcpTransport();
    private final Transport far = new PtcpTransport(STREAMS);

    @Override
    public String name() {
        return PtcpTransport.NAME;
    }

    @Override
    public Connection connect(InetSocketAddress address, Duration timeout) throws IOException {
        var attempt = new FutureTask<>(() -> near.connect(address, timeout));
        Thread.ofVirtual().name("near " + address).start(attempt);
        try {
            return attempt.get(NEAR_MS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure
                    ? failure
                    : new IOException(e.getCause());
        } catch (TimeoutException e) {
            return connectFar(address, timeout, attempt);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closeWhenOpen(attempt);
            throw new IOException("interrupted", e);
        }
    }

    private Connection connectFar(InetSocketAddress address, Duration timeout,
            FutureTask<Connection> attempt) throws IOException {
        try {
            return far.connect(address, timeout);
        } finally {
            closeWhenOpen(attempt);
        }
    }

    private static void closeWhenOpen(FutureTask<Connection> attempt) {
        Thread.ofVirtual().name("close near").start(() -> {
            try {
                attempt.get().close();
            } catch (InterruptedException | ExecutionException e) {
                // nothing was opened
            }
        });
    }
}

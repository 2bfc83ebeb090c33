package org.gridtorrent.engine.announce.udp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * UDP socket that all torrents of an engine share, IPv4 and IPv6. Thread-safe.
 *
 * <p>A platform thread of its own owns the socket and the {@link UdpConnections}; callers queue their requests.
 */
public final class UdpSocket implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UdpSocket.class);

    private final LongSupplier clock;
    private final UdpConnections connections = new UdpConnections(new SecureRandom());
    private final Queue<UdpConnections.Exchange> submitted = new ConcurrentLinkedQueue<>();
    private final Selector selector;
    private final DatagramChannel channel;
    private final Thread thread;
    private volatile boolean closed;

    private UdpSocket(LongSupplier clock, Selector selector, DatagramChannel channel) {
        this.clock = clock;
        this.selector = selector;
        this.channel = channel;
        this.thread = Thread.ofPlatform().daemon().name("udp-trackers").unstarted(this::run);
    }

    /** Opens the socket on a free port; the clock is monotonic, in nanoseconds. */
    public static UdpSocket open(LongSupplier clock) throws IOException {
        Selector selector = Selector.open();
        try {
            DatagramChannel channel = DatagramChannel.open();
            try {
                channel.bind(null).configureBlocking(false).register(selector,
                        SelectionKey.OP_READ);
                UdpSocket socket = new UdpSocket(clock, selector, channel);
                socket.thread.start();
                return socket;
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            selector.close();
            throw e;
        }
    }

    /** The response fails with an {@link IOException} when no good one arrives in time. */
    CompletableFuture<UdpResponse> send(InetSocketAddress tracker, UdpRequest request,
            Duration timeout) {
        var response = new CompletableFuture<UdpResponse>();
        submitted.add(
                new UdpConnections.Exchange(tracker, request, clock.getAsLong() + timeout.toNanos(),
                        response));
        selector.wakeup();
        if (closed) { // the thread may have looked at the queue for the last time
            response.completeExceptionally(closedException());
        }
        return response;
    }

    private static IOException closedException() {
        return new IOException("this program is closing");
    }

    private void run() {
        ByteBuffer buffer = ByteBuffer.allocate(UdpResponse.MAX_LENGTH);
        try (selector; channel) {
            while (!closed) {
                sendSubmitted();
                connections.due(clock.getAsLong()).forEach(this::send);
                select(clock.getAsLong());
                receiveAll(buffer);
            }
        } catch (IOException | RuntimeException e) {
            LOG.error("UDP trackers cannot be asked any more", e);
        } finally {
            closed = true;
            sendSubmitted();
            connections.failAll(closedException());
        }
    }

    private void sendSubmitted() {
        for (var exchange = submitted.poll(); exchange != null; exchange = submitted.poll()) {
            connections.send(exchange);
        }
    }

    private void select(long nowNs) throws IOException {
        long waitNs = connections.waitNs(nowNs);
        if (waitNs == Long.MAX_VALUE) {
            selector.select();
        } else if (waitNs > 0) {
            selector.select(Math.ceilDiv(waitNs, 1_000_000));
        } else {
            selector.selectNow();
        }
        selector.selectedKeys().clear();
    }

    private void receiveAll(ByteBuffer buffer) throws IOException {
        while (!closed) {
            buffer.clear();
            if (!(channel.receive(buffer) instanceof InetSocketAddress from)) {
                return;
            }
            try {
                connections.received(from, buffer.flip(), clock.getAsLong());
            } catch (RuntimeException e) {
                LOG.error("What {} sent was not understood, by a mistake in the program", from, e);
            }
        }
    }

    /** Without a route to the tracker, its requests fail at once. */
    private void send(UdpConnections.Datagram datagram) {
        try {
            channel.send(datagram.content(), datagram.to());
        } catch (IOException | RuntimeException e) {
            connections.undeliverable(datagram.to(),
                    new IOException("it cannot be reached: " + e.getMessage(), e));
        }
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
    }
}

package org.gridtorrent.engine.announce;

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
 * The one socket for all UDP trackers of an engine, IPv4 and IPv6, and the thread that owns it and
 * the {@link UdpConnections}. Thread-safe.
 */
final class UdpSocket implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UdpSocket.class);

    private final LongSupplier clock;
    private final UdpConnections exchanges = new UdpConnections(new SecureRandom());
    private final Queue<UdpConnections.Ask> asked = new ConcurrentLinkedQueue<>();
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

    /** @param clock nanoseconds, monotonic */
    static UdpSocket open(LongSupplier clock) throws IOException {
        Selector selector = Selector.open();
        try {
            DatagramChannel channel = DatagramChannel.open();
            try {
                channel.bind(null).configureBlocking(false).register(selector,
                        SelectionKey.OP_READ);
                UdpSocket port = new UdpSocket(clock, selector, channel);
                port.thread.start();
                return port;
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            selector.close();
            throw e;
        }
    }

    /** Fails with an {@link IOException} when there is no good answer within the patience. */
    CompletableFuture<UdpResponse> ask(InetSocketAddress tracker, UdpRequest request,
            Duration patience) {
        var answer = new CompletableFuture<UdpResponse>();
        asked.add(new UdpConnections.Ask(tracker, request, clock.getAsLong() + patience.toNanos(),
                answer));
        selector.wakeup();
        if (closed) { // the thread may have taken its last look at the queue before
            answer.completeExceptionally(closing());
        }
        return answer;
    }

    private static IOException closing() {
        return new IOException("this program is closing");
    }

    private void run() {
        ByteBuffer buffer = ByteBuffer.allocate(UdpResponse.MAX_LENGTH);
        try (selector; channel) {
            while (!closed) {
                takeAsked();
                exchanges.due(clock.getAsLong()).forEach(this::send);
                await(clock.getAsLong());
                receiveAll(buffer);
            }
        } catch (IOException | RuntimeException e) {
            LOG.error("UDP trackers cannot be asked any more", e);
        } finally {
            closed = true;
            takeAsked();
            exchanges.failAll(closing());
        }
    }

    private void takeAsked() {
        for (var ask = asked.poll(); ask != null; ask = asked.poll()) {
            exchanges.ask(ask);
        }
    }

    private void await(long nowNs) throws IOException {
        long waitNs = exchanges.waitNs(nowNs);
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
                exchanges.received(from, buffer.flip(), clock.getAsLong());
            } catch (RuntimeException e) {
                LOG.error("What {} sent was not understood, by a mistake in the program", from, e);
            }
        }
    }

    /** What cannot even be sent, for want of a route mostly, need not be waited for. */
    private void send(UdpConnections.Outgoing outgoing) {
        try {
            channel.send(outgoing.datagram(), outgoing.to());
        } catch (IOException | RuntimeException e) {
            exchanges.undeliverable(outgoing.to(),
                    new IOException("it cannot be reached: " + e.getMessage(), e));
        }
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
    }
}

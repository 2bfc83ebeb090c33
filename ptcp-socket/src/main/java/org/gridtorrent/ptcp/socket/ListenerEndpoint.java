package org.gridtorrent.ptcp.socket;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.gridtorrent.ptcp.handshake.AcceptedConnection;
import org.gridtorrent.ptcp.handshake.HandshakeAcceptor;
import org.gridtorrent.ptcp.handshake.HandshakeToken;
import org.gridtorrent.ptcp.net.Channel;
import org.gridtorrent.ptcp.net.ChannelFactory;
import org.gridtorrent.ptcp.session.SessionConfig;
import org.gridtorrent.ptcp.session.SessionTimeouts;
import org.jspecify.annotations.Nullable;

/**
 * Endpoint of a PTCP server socket: accepts connections and returns those whose handshake is complete.
 *
 * <p>A virtual thread accepts the TCP connections; {@link HandshakeAcceptor} does the rest. Thread-safe.
 */
public final class ListenerEndpoint extends SocketEndpoint {
    /** The kernel's queue must hold all streams of a connection, which arrive at once. */
    private static final int MIN_KERNEL_BACKLOG = 1024;

    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final SessionConfig config;
    private final ChannelFactory channels;
    private final SessionTimeouts timeouts;
    private final Duration handshakeDeadline;
    private volatile @Nullable ServerSocketChannel channel;
    private volatile @Nullable HandshakeAcceptor acceptor;
    private volatile boolean acceptPlain;

    public ListenerEndpoint(
            SessionConfig config,
            ChannelFactory channels,
            SessionTimeouts timeouts,
            Duration handshakeDeadline) {
        this.config = config;
        this.channels = channels;
        this.timeouts = timeouts;
        this.handshakeDeadline = handshakeDeadline;
    }

    /** Whether connections of other protocols are returned too. */
    public void acceptPlain(boolean accept) {
        acceptPlain = accept;
        HandshakeAcceptor current = acceptor;
        if (current != null) {
            current.acceptPlain(accept);
        }
    }

    @Override
    protected void create(boolean stream) throws IOException {
        ServerSocketChannel created = ServerSocketChannel.open();
        created.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        channel = created;
    }

    /** Keeps the address for {@link #listen}, because a channel binds and listens in one step. */
    @Override
    protected void bind(InetAddress host, int portNumber) {
        address = host;
        localport = portNumber;
    }

    @Override
    protected synchronized void listen(int backlog) throws IOException {
        if (acceptor != null) {
            throw new SocketException("Already bound");
        }
        HandshakeToken.loadHmac();
        ServerSocketChannel listening = channel();
        listening.bind(
                new InetSocketAddress(address, localport), Math.max(backlog, MIN_KERNEL_BACKLOG));
        localport = listening.socket().getLocalPort();
        HandshakeAcceptor handshakes = new HandshakeAcceptor(
                config, channels, timeouts, handshakeDeadline, backlog);
        handshakes.acceptPlain(acceptPlain);
        acceptor = handshakes;
        Thread.ofVirtual().name("ptcp-acceptor").start(() -> acceptAll(listening, handshakes));
    }

    private static void acceptAll(ServerSocketChannel listening, HandshakeAcceptor handshakes) {
        while (listening.isOpen()) {
            try {
                acceptOne(listening, handshakes);
            } catch (IOException | RuntimeException | Error e) {
                // One connection failed; others come.
                pauseUnlessClosed(listening);
            }
        }
    }

    private static void acceptOne(ServerSocketChannel listening, HandshakeAcceptor handshakes)
            throws IOException {
        SocketChannel accepted = listening.accept();
        boolean handedOn = false;
        try {
            accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
            handshakes.accept(accepted);
            handedOn = true;
        } finally {
            if (!handedOn) {
                Channel.close(accepted, true);
            }
        }
    }

    /** Without free descriptors or memory accepting fails again and again; the pause keeps it from spinning. */
    private static void pauseUnlessClosed(ServerSocketChannel listening) {
        if (listening.isOpen()) {
            LockSupport.parkNanos(RETRY_NANOS);
        }
    }

    /** Waits for the next connection. */
    public AcceptedConnection take() throws IOException {
        HandshakeAcceptor current = acceptor;
        if (current == null) {
            throw new SocketException("Socket is not bound yet");
        }
        return current.take(timeoutNanos());
    }

    @Override
    protected void close() throws IOException {
        channel().close();
        HandshakeAcceptor current = acceptor;
        if (current != null) {
            current.close();
        }
    }

    @Override
    InetAddress localAddress() {
        return address;
    }

    @Override
    protected <T> void setOption(SocketOption<T> option, T value) throws IOException {
        channel().setOption(option, value);
    }

    @Override
    protected <T> T getOption(SocketOption<T> option) throws IOException {
        return channel().getOption(option);
    }

    @Override
    protected Set<SocketOption<?>> supportedOptions() {
        ServerSocketChannel current = channel;
        return current == null ? Set.of() : current.supportedOptions();
    }

    private ServerSocketChannel channel() throws SocketException {
        ServerSocketChannel current = channel;
        if (current == null) {
            throw new SocketException("Socket not created");
        }
        return current;
    }
}

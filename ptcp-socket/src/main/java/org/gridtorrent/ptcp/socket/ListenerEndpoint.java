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
import org.gridtorrent.ptcp.PTCPServerSocket;
import org.gridtorrent.ptcp.handshake.AcceptQueue;
import org.gridtorrent.ptcp.handshake.AcceptedConnection;
import org.gridtorrent.ptcp.handshake.HandshakeAcceptor;
import org.gridtorrent.ptcp.handshake.HandshakeToken;
import org.gridtorrent.ptcp.net.Channel;
import org.gridtorrent.ptcp.net.ChannelFactory;
import org.gridtorrent.ptcp.session.SessionConfig;
import org.gridtorrent.ptcp.session.SessionTimeouts;
import org.jspecify.annotations.Nullable;

/** What stands behind a {@link PTCPServerSocket}: accepts, and has a {@link HandshakeAcceptor} sort. Thread-safe. */
public final class ListenerEndpoint extends SocketEndpoint {
    /** The kernel's queue must hold all streams of a connection that arrive at once. */
    private static final int MIN_KERNEL_BACKLOG = 1024;

    private final SessionConfig config;
    private final ChannelFactory channels;
    private final SessionTimeouts timeouts;
    private final Duration handshakeDeadline;
    private volatile @Nullable ServerSocketChannel channel;
    private volatile @Nullable HandshakeAcceptor greeter;
    private volatile @Nullable AcceptQueue ready;
    private volatile boolean acceptPlain;

    public ListenerEndpoint(SessionConfig config, ChannelFactory channels, SessionTimeouts timeouts,
            Duration handshakeDeadline) {
        this.config = config;
        this.channels = channels;
        this.timeouts = timeouts;
        this.handshakeDeadline = handshakeDeadline;
    }

    public void acceptPlain(boolean accept) {
        acceptPlain = accept;
        HandshakeAcceptor current = greeter;
        if (current != null) {
            current.acceptPlain(accept);
        }
    }

    @Override
    protected void create(boolean stream) throws IOException {
        ServerSocketChannel made = ServerSocketChannel.open();
        made.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        channel = made;
    }

    /** Only notes the address: a channel binds and listens at once. */
    @Override
    protected void bind(InetAddress host, int portNumber) {
        address = host;
        localport = portNumber;
    }

    @Override
    protected synchronized void listen(int backlog) throws IOException {
        if (ready != null) {
            throw new SocketException("Already bound");
        }
        HandshakeToken.loadHmac();
        ServerSocketChannel listening = channel();
        listening.bind(
                new InetSocketAddress(address, localport), Math.max(backlog, MIN_KERNEL_BACKLOG));
        localport = listening.socket().getLocalPort();
        AcceptQueue queue = new AcceptQueue(backlog);
        HandshakeAcceptor sorter = new HandshakeAcceptor(config, channels, timeouts,
                handshakeDeadline, queue);
        sorter.acceptPlain(acceptPlain);
        ready = queue;
        greeter = sorter;
        Thread.ofVirtual().name("ptcp-acceptor").start(() -> acceptAll(listening, sorter));
    }

    private static void acceptAll(ServerSocketChannel listening, HandshakeAcceptor sorter) {
        while (listening.isOpen()) {
            try {
                acceptOne(listening, sorter);
            } catch (IOException | RuntimeException | Error e) {
                // Whatever became of this one, others come.
                pauseUnlessClosed(listening);
            }
        }
    }

    private static void acceptOne(ServerSocketChannel listening, HandshakeAcceptor sorter)
            throws IOException {
        SocketChannel accepted = listening.accept();
        boolean greeted = false;
        try {
            accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
            sorter.accept(accepted);
            greeted = true;
        } finally {
            if (!greeted) {
                Channel.close(accepted, true);
            }
        }
    }

    /** Without descriptors or memory left, accepting fails until there are some; asking at once would spin. */
    private static void pauseUnlessClosed(ServerSocketChannel listening) {
        if (listening.isOpen()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }

    /** The next connection that is ready: PTCP, or plain if that was asked for. */
    public AcceptedConnection take() throws IOException {
        AcceptQueue queue = ready;
        if (queue == null) {
            throw new SocketException("Socket is not bound yet");
        }
        return queue.take(timeoutNanos());
    }

    @Override
    protected void close() throws IOException {
        channel().close();
        HandshakeAcceptor sorter = greeter;
        if (sorter != null) {
            sorter.close();
        }
        AcceptQueue queue = ready;
        if (queue != null) {
            queue.close();
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
        ServerSocketChannel made = channel;
        return made == null ? Set.of() : made.supportedOptions();
    }

    private ServerSocketChannel channel() throws SocketException {
        ServerSocketChannel made = channel;
        if (made == null) {
            throw new SocketException("Socket not created");
        }
        return made;
    }
}

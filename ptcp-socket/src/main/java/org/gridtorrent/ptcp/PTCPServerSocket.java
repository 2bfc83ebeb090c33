package org.gridtorrent.ptcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A server socket whose {@link #accept} returns {@link PTCPSocket}s, complete with all their streams.
 *
 * <p>With {@link #setAcceptPlain} the same port takes other protocols too: a connection whose first
 * bytes are not PTCP's magic comes out as a plain {@link Socket} whose input begins with those bytes. A
 * connection that says nothing for 10 seconds is dropped, so a protocol in which the accepting side
 * speaks first cannot share the port.
 *
 * <p>Thread-safe.
 */
public final class PTCPServerSocket extends ServerSocket {
    private static final int DEFAULT_BACKLOG = 50;

    /** The kernel's queue must hold all streams of a connection that arrive at once. */
    private static final int MIN_KERNEL_BACKLOG = 1024;

    private final PTCPOptions options;
    private final Duration handshakeDeadline;
    private final ServerSocketChannel channel;
    private volatile @Nullable Greeter greeter;
    private volatile @Nullable ReadyQueue ready;
    private volatile boolean acceptPlain;
    private volatile boolean closed;
    private volatile int soTimeoutMillis;

    /** An unbound server socket with {@link PTCPOptions#DEFAULTS}. */
    public PTCPServerSocket() throws IOException {
        this(PTCPOptions.DEFAULTS);
    }

    /** An unbound server socket; the stream count is not its to choose, so that option is ignored. */
    public PTCPServerSocket(PTCPOptions options) throws IOException {
        this(options, Wire.HANDSHAKE_DEADLINE);
    }

    PTCPServerSocket(PTCPOptions options, Duration handshakeDeadline) throws IOException {
        this.options = options;
        this.handshakeDeadline = handshakeDeadline;
        this.channel = ServerSocketChannel.open();
        channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
    }

    /** Bound to a port of all local addresses; 0 for any free one. */
    public PTCPServerSocket(int port) throws IOException {
        this();
        try {
            bind(new InetSocketAddress(port));
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /**
     * Whether connections of other protocols come out of {@link #accept} (else they are closed, which
     * is the default).
     */
    public void setAcceptPlain(boolean accept) {
        acceptPlain = accept;
        Greeter current = greeter;
        if (current != null) {
            current.acceptPlain(accept);
        }
    }

    @Override
    public void bind(@Nullable SocketAddress endpoint) throws IOException {
        bind(endpoint, DEFAULT_BACKLOG);
    }

    /** @param backlog connections that may be ready before {@link #accept} takes them */
    @Override
    public synchronized void bind(@Nullable SocketAddress endpoint, int backlog)
            throws IOException {
        requireNotClosed();
        if (isBound()) {
            throw new SocketException("Already bound");
        }
        int capacity = backlog < 1 ? DEFAULT_BACKLOG : backlog;
        SocketAddress address = endpoint == null ? new InetSocketAddress(0) : endpoint;
        channel.bind(address, Math.max(capacity, MIN_KERNEL_BACKLOG));
        ReadyQueue queue = new ReadyQueue(capacity);
        Greeter sorter = new Greeter(options, handshakeDeadline, queue);
        sorter.acceptPlain(acceptPlain);
        ready = queue;
        greeter = sorter;
        Thread.ofVirtual().name("ptcp-acceptor").start(() -> acceptAll(sorter));
    }

    private void acceptAll(Greeter sorter) {
        while (channel.isOpen()) {
            try {
                SocketChannel accepted = channel.accept();
                accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
                sorter.greet(accepted);
            } catch (IOException e) {
                pauseUnlessClosed();
            }
        }
    }

    /** Without descriptors left, accepting fails until some are closed; asking at once would spin. */
    private void pauseUnlessClosed() {
        if (channel.isOpen()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }

    @Override
    public Socket accept() throws IOException {
        requireNotClosed();
        ReadyQueue queue = ready;
        if (queue == null) {
            throw new SocketException("Socket is not bound yet");
        }
        int millis = soTimeoutMillis;
        try {
            return queue.take(
                    millis == 0 ? Waiting.FOREVER : TimeUnit.MILLISECONDS.toNanos(millis));
        } catch (Waiting.InterruptedSocketException e) {
            close();
            throw e;
        }
    }

    /** Stops listening; sockets that were accepted live on, those that nobody took are closed. */
    @Override
    public void close() throws IOException {
        closed = true;
        channel.close();
        Greeter sorter = greeter;
        if (sorter != null) {
            sorter.close();
        }
        ReadyQueue queue = ready;
        if (queue != null) {
            queue.close();
        }
    }

    @Override
    public @Nullable InetAddress getInetAddress() {
        return getLocalSocketAddress() instanceof InetSocketAddress address
                ? address.getAddress()
                : null;
    }

    @Override
    public int getLocalPort() {
        return getLocalSocketAddress() instanceof InetSocketAddress address
                ? address.getPort()
                : -1;
    }

    @Override
    public @Nullable SocketAddress getLocalSocketAddress() {
        try {
            return channel.isOpen() ? channel.getLocalAddress() : null;
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public boolean isBound() {
        return ready != null;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    /** None: what comes out of it would not be sorted. */
    @Override
    public @Nullable ServerSocketChannel getChannel() {
        return null;
    }

    @Override
    public void setSoTimeout(int millis) throws SocketException {
        requireNotClosed();
        if (millis < 0) {
            throw new IllegalArgumentException("negative timeout: " + millis);
        }
        soTimeoutMillis = millis;
    }

    @Override
    public int getSoTimeout() {
        return soTimeoutMillis;
    }

    @Override
    public void setReuseAddress(boolean on) throws SocketException {
        set(StandardSocketOptions.SO_REUSEADDR, on);
    }

    @Override
    public boolean getReuseAddress() throws SocketException {
        return get(StandardSocketOptions.SO_REUSEADDR);
    }

    /** In bytes, for each stream of the sockets to be accepted; above 64 KiB set it before binding. */
    @Override
    public void setReceiveBufferSize(int length) throws SocketException {
        set(StandardSocketOptions.SO_RCVBUF, StreamOptions.requirePositive(length));
    }

    @Override
    public int getReceiveBufferSize() throws SocketException {
        return get(StandardSocketOptions.SO_RCVBUF);
    }

    @Override
    public <T> ServerSocket setOption(SocketOption<T> option, T value) throws IOException {
        channel.setOption(option, value);
        return this;
    }

    @Override
    public <T> T getOption(SocketOption<T> option) throws IOException {
        return channel.getOption(option);
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return channel.supportedOptions();
    }

    @Override
    public String toString() {
        return "PTCPServerSocket[" + getLocalSocketAddress() + "]";
    }

    private <T> void set(SocketOption<T> option, T value) throws SocketException {
        requireNotClosed();
        try {
            channel.setOption(option, value);
        } catch (IOException e) {
            throw new SocketException(option + ": " + e.getMessage(), e);
        }
    }

    private <T> T get(SocketOption<T> option) throws SocketException {
        requireNotClosed();
        try {
            return channel.getOption(option);
        } catch (IOException e) {
            throw new SocketException(option + ": " + e.getMessage(), e);
        }
    }

    private void requireNotClosed() throws SocketException {
        if (closed) {
            throw new SocketException("Socket is closed");
        }
    }
}

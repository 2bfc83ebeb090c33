package org.gridtorrent.ptcp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A socket whose byte stream travels over several TCP streams at once.
 *
 * <p>The side that connects decides how many; both directions use them. What works with a
 * {@link Socket} works with it: half-close, read timeout, closing from another thread, layering
 * {@code SSLSocket} over it. Options such as buffer sizes apply to each stream. The loss of any stream
 * breaks the connection: both ends get a {@link SocketException}; the end of the stream is reported only
 * when the peer shut its output down and every byte arrived.
 *
 * <p>{@link #close} returns at once when everything written is on its way, at most
 * {@value #CLOSE_WAIT_MILLIS} ms later otherwise, and sends the rest in the background; a program that
 * ends right after it should {@linkplain #setSoLinger set the linger time}. Urgent data is not supported.
 *
 * <p>At most {@code 2 × streams + 4} sub-packets of 64 KiB wait to be sent and one receive window
 * ({@link PTCPOptions#receiveWindow}) to be read. Thread-safe.
 */
public final class PTCPSocket extends Socket {
    private static final int CLOSE_WAIT_MILLIS = 100;

    /** For {@link #connect} without a timeout, where a plain socket would wait for the kernel's. */
    private static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(60);

    private final PTCPOptions options;
    private final StreamOptions streamOptions = new StreamOptions();
    private final Object stateLock = new Object();
    private @Nullable InetSocketAddress bindAddress;
    private @Nullable Connector connecting;
    private volatile @Nullable Session session;
    private volatile @Nullable InetSocketAddress remote;
    private volatile boolean closed;
    private volatile boolean inputShut;
    private volatile boolean outputShut;
    private volatile int soTimeoutMillis;
    private volatile int lingerSeconds = -1;

    /** An unconnected socket with {@link PTCPOptions#DEFAULTS}. */
    public PTCPSocket() {
        this(PTCPOptions.DEFAULTS);
    }

    /** An unconnected socket. */
    public PTCPSocket(PTCPOptions options) {
        this.options = options;
    }

    /** The accepting side's socket, over an established session. */
    PTCPSocket(Session session) throws IOException {
        this.options = PTCPOptions.DEFAULTS.withStreams(session.dataChannels().size());
        this.remote = (InetSocketAddress) session.controlChannel().getRemoteAddress();
        this.session = session;
        session.start();
    }

    /** Data channels of this connection, or those asked for before it is connected. */
    public int streams() {
        Session current = session;
        return current == null ? options.streams() : current.dataChannels().size();
    }

    @Override
    public void connect(SocketAddress endpoint) throws IOException {
        connect(endpoint, 0);
    }

    /**
     * Connects all channels; on return the peer has them all.
     *
     * @param timeoutMillis for all of it, the peer's answer included; 0 means a minute
     */
    @Override
    public void connect(SocketAddress endpoint, int timeoutMillis) throws IOException {
        if (!(endpoint instanceof InetSocketAddress target)) {
            throw new IllegalArgumentException("not an internet address: " + endpoint);
        }
        if (timeoutMillis < 0) {
            throw new IllegalArgumentException("negative timeout: " + timeoutMillis);
        }
        Connector connector = begin(target, timeoutMillis);
        try {
            establish(connector.connect(), target);
        } catch (IOException e) {
            connector.abandon();
            boolean closedMeanwhile = closed;
            close();
            throw closedMeanwhile ? new SocketException("Socket closed", e) : e;
        }
    }

    private Connector begin(InetSocketAddress target, int timeoutMillis) throws IOException {
        synchronized (stateLock) {
            requireNotClosed();
            if (session != null || connecting != null) {
                throw new SocketException("already connected");
            }
            if (target.isUnresolved()) {
                throw new UnknownHostException(target.getHostString());
            }
            Duration timeout = timeoutMillis == 0
                    ? DEFAULT_CONNECT_TIMEOUT
                    : Duration.ofMillis(timeoutMillis);
            var connector = new Connector(target, bindAddress, options, streamOptions, timeout);
            connector.open();
            connecting = connector;
            return connector;
        }
    }

    private void establish(Session established, InetSocketAddress target) throws IOException {
        synchronized (stateLock) {
            requireNotClosed();
            remote = target;
            session = established;
            established.start();
        }
    }

    @Override
    public void bind(@Nullable SocketAddress address) throws IOException {
        synchronized (stateLock) {
            requireNotClosed();
            if (bindAddress != null || session != null) {
                throw new SocketException("already bound");
            }
            if (address != null && !(address instanceof InetSocketAddress)) {
                throw new IllegalArgumentException("not an internet address: " + address);
            }
            bindAddress = address == null ? new InetSocketAddress(0) : (InetSocketAddress) address;
        }
    }

    @Override
    public InputStream getInputStream() throws IOException {
        requireConnected();
        if (inputShut) {
            throw new SocketException("Socket input is shutdown");
        }
        return new SessionInputStream(this);
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        requireConnected();
        if (outputShut) {
            throw new SocketException("Socket output is shutdown");
        }
        return new SessionOutputStream(this);
    }

    long readTimeoutNanos() {
        int millis = soTimeoutMillis;
        return millis == 0 ? Waiting.FOREVER : TimeUnit.MILLISECONDS.toNanos(millis);
    }

    boolean isInputShut() {
        return inputShut;
    }

    @Override
    public void shutdownInput() throws IOException {
        Session current = requireConnected();
        inputShut = true;
        current.shutdownInput();
    }

    @Override
    public void shutdownOutput() throws IOException {
        Session current = requireConnected();
        outputShut = true;
        current.shutdownOutput();
    }

    @Override
    public void close() {
        Connector abandoned;
        synchronized (stateLock) {
            closed = true;
            abandoned = connecting;
        }
        Session current = session;
        int linger = lingerSeconds;
        if (current == null) {
            if (abandoned != null) {
                abandoned.abandon();
            }
        } else if (linger < 0) {
            current.close(Duration.ofMillis(CLOSE_WAIT_MILLIS), false);
        } else {
            current.close(Duration.ofSeconds(linger), true);
        }
    }

    @Override
    public @Nullable InetAddress getInetAddress() {
        InetSocketAddress address = remote;
        return address == null ? null : address.getAddress();
    }

    @Override
    public int getPort() {
        InetSocketAddress address = remote;
        return address == null ? 0 : address.getPort();
    }

    @Override
    public @Nullable SocketAddress getRemoteSocketAddress() {
        return remote;
    }

    /** The control channel's; each data channel has a port of its own. */
    @Override
    public @Nullable SocketAddress getLocalSocketAddress() {
        Session current = session;
        try {
            return current == null || closed
                    ? bindAddress
                    : current.controlChannel().getLocalAddress();
        } catch (IOException e) {
            return bindAddress;
        }
    }

    @Override
    public InetAddress getLocalAddress() {
        return getLocalSocketAddress() instanceof InetSocketAddress address
                ? address.getAddress()
                : new InetSocketAddress(0).getAddress();
    }

    @Override
    public int getLocalPort() {
        return getLocalSocketAddress() instanceof InetSocketAddress address
                ? address.getPort()
                : -1;
    }

    @Override
    public boolean isConnected() {
        return session != null;
    }

    @Override
    public boolean isBound() {
        return session != null || bindAddress != null;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public boolean isInputShutdown() {
        return inputShut;
    }

    @Override
    public boolean isOutputShutdown() {
        return outputShut;
    }

    /** None: the stream does not come from one channel. */
    @Override
    public @Nullable SocketChannel getChannel() {
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
    public void setSoLinger(boolean on, int seconds) throws SocketException {
        requireNotClosed();
        if (on && seconds < 0) {
            throw new IllegalArgumentException("negative linger time: " + seconds);
        }
        lingerSeconds = on ? seconds : -1;
    }

    @Override
    public int getSoLinger() {
        return lingerSeconds;
    }

    @Override
    public void setTcpNoDelay(boolean on) throws SocketException {
        set(StandardSocketOptions.TCP_NODELAY, on);
    }

    @Override
    public boolean getTcpNoDelay() throws SocketException {
        return get(StandardSocketOptions.TCP_NODELAY);
    }

    @Override
    public void setKeepAlive(boolean on) throws SocketException {
        set(StandardSocketOptions.SO_KEEPALIVE, on);
    }

    @Override
    public boolean getKeepAlive() throws SocketException {
        return get(StandardSocketOptions.SO_KEEPALIVE);
    }

    /** In bytes, for each stream. */
    @Override
    public void setSendBufferSize(int length) throws SocketException {
        set(StandardSocketOptions.SO_SNDBUF, StreamOptions.requirePositive(length));
    }

    @Override
    public int getSendBufferSize() throws SocketException {
        return get(StandardSocketOptions.SO_SNDBUF);
    }

    /** In bytes, for each stream; above 64 KiB set it before connecting. */
    @Override
    public void setReceiveBufferSize(int length) throws SocketException {
        set(StandardSocketOptions.SO_RCVBUF, StreamOptions.requirePositive(length));
    }

    @Override
    public int getReceiveBufferSize() throws SocketException {
        return get(StandardSocketOptions.SO_RCVBUF);
    }

    @Override
    public void setReuseAddress(boolean on) throws SocketException {
        set(StandardSocketOptions.SO_REUSEADDR, on);
    }

    @Override
    public boolean getReuseAddress() throws SocketException {
        return get(StandardSocketOptions.SO_REUSEADDR);
    }

    @Override
    public void setTrafficClass(int value) throws SocketException {
        if (value < 0 || value > 255) {
            throw new IllegalArgumentException("traffic class out of range: " + value);
        }
        set(StandardSocketOptions.IP_TOS, value);
    }

    @Override
    public int getTrafficClass() throws SocketException {
        return get(StandardSocketOptions.IP_TOS);
    }

    @Override
    public <T> Socket setOption(SocketOption<T> option, T value) throws IOException {
        if (!supportedOptions().contains(option)) {
            throw new UnsupportedOperationException(option + " is not supported by PTCP");
        }
        set(option, value);
        return this;
    }

    @Override
    public <T> T getOption(SocketOption<T> option) throws IOException {
        if (!supportedOptions().contains(option)) {
            throw new UnsupportedOperationException(option + " is not supported by PTCP");
        }
        return get(option);
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return StreamOptions.SUPPORTED;
    }

    /** Urgent data has no place in a stream made of many. */
    @Override
    public void sendUrgentData(int data) throws IOException {
        throw new SocketException("Urgent data is not supported by PTCP");
    }

    @Override
    public void setOOBInline(boolean on) throws SocketException {
        throw new SocketException("Urgent data is not supported by PTCP");
    }

    @Override
    public boolean getOOBInline() {
        return false;
    }

    @Override
    public String toString() {
        return "PTCPSocket[" + (remote == null ? "unconnected" : remote) + ", " + streams()
                + " streams]";
    }

    private <T> void set(SocketOption<T> option, T value) throws SocketException {
        requireNotClosed();
        streamOptions.set(option, value, channels());
    }

    private <T> T get(SocketOption<T> option) throws SocketException {
        requireNotClosed();
        return streamOptions.get(option, channels());
    }

    private List<SocketChannel> channels() {
        Session current = session;
        return current == null ? List.of() : current.dataChannels();
    }

    Session requireConnected() throws SocketException {
        requireNotClosed();
        Session current = session;
        if (current == null) {
            throw new SocketException("Socket is not connected");
        }
        return current;
    }

    private void requireNotClosed() throws SocketException {
        if (closed) {
            throw new SocketException("Socket is closed");
        }
    }
}

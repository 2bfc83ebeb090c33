package org.gridtorrent.ptcp.socket;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.gridtorrent.ptcp.handshake.HandshakeConnector;
import org.gridtorrent.ptcp.net.ChannelFactory;
import org.gridtorrent.ptcp.net.InterruptedSocketException;
import org.gridtorrent.ptcp.net.SocketInterrupts;
import org.gridtorrent.ptcp.net.TcpOptions;
import org.gridtorrent.ptcp.session.Session;
import org.gridtorrent.ptcp.session.SessionConfig;
import org.gridtorrent.ptcp.session.SessionTimeouts;
import org.jspecify.annotations.Nullable;

/**
 * Endpoint of a PTCP socket: opens its session, then reads, writes and closes it as a socket does.
 *
 * <p>An accepted socket gets its session from the start. Thread-safe.
 */
public final class SessionEndpoint extends SocketEndpoint {
    /** Time that {@link #close} waits for delivery before it goes on in the background. */
    public static final int CLOSE_WAIT_MILLIS = 100;

    /** Timeout of {@link #connect} when none is given; a plain socket would use the kernel's. */
    private static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(60);

    private final SessionConfig config;
    private final ChannelFactory channels;
    private final SessionTimeouts timeouts;
    private final TcpOptions tcpOptions;
    private final Object stateLock = new Object();
    private @Nullable HandshakeConnector connecting;

    /** Address of the control channel; each data channel has a port of its own. */
    private @Nullable InetSocketAddress local;

    private volatile @Nullable Session session;
    private volatile boolean closed;
    private volatile boolean inputShut;
    private volatile boolean outputShut;
    private volatile boolean inputEnded;
    private volatile int lingerSeconds = -1;

    /** The endpoint of a socket that is not connected. */
    public SessionEndpoint(SessionConfig config, ChannelFactory channels,
            SessionTimeouts timeouts) {
        this(config, channels, timeouts, new TcpOptions());
    }

    /** The endpoint of a socket that was accepted. */
    public SessionEndpoint(SessionConfig config, ChannelFactory channels, Session accepted) {
        this(config, channels, SessionTimeouts.DEFAULTS, accepted.tcpOptions());
        session = accepted;
    }

    private SessionEndpoint(SessionConfig config, ChannelFactory channels, SessionTimeouts timeouts,
            TcpOptions tcpOptions) {
        this.config = config;
        this.channels = channels;
        this.timeouts = timeouts;
        this.tcpOptions = tcpOptions;
    }

    /** Active streams; before there is a session, the streams that it will open. */
    public int streams() {
        Session current = session;
        return current == null ? config.streams() : current.streams();
    }

    @Override
    protected void create(boolean stream) {}

    /** Holds the port until the control channel takes it. */
    @Override
    protected void bind(InetAddress host, int portNumber) throws IOException {
        synchronized (stateLock) {
            requireOpen();
            localport = tcpOptions.bind(new InetSocketAddress(host, portNumber)).getPort();
        }
    }

    @Override
    protected void connect(SocketAddress remote, int timeoutMillis) throws IOException {
        InetSocketAddress target = (InetSocketAddress) remote;
        Session accepted = session;
        if (accepted != null) {
            establish(accepted, target);
            return;
        }
        HandshakeConnector connector = beginConnect(target, timeoutMillis);
        try {
            SocketInterrupts.callInOwnThread("ptcp-connector", () -> {
                establish(connector.connect(), target);
                return true;
            });
        } catch (InterruptedSocketException e) {
            connector.abandon();
            throw new SocketException(e.getMessage(), e);
        } catch (IOException e) {
            connector.abandon();
            throw asClosed(e);
        }
    }

    private HandshakeConnector beginConnect(InetSocketAddress target, int timeoutMillis)
            throws IOException {
        synchronized (stateLock) {
            requireOpen();
            if (connecting != null) {
                throw new SocketException("Connection in progress");
            }
            if (target.isUnresolved()) {
                throw new UnknownHostException(target.getHostString());
            }
            Duration timeout = timeoutMillis == 0
                    ? DEFAULT_CONNECT_TIMEOUT
                    : Duration.ofMillis(timeoutMillis);
            InetSocketAddress local = tcpOptions.release();
            var connector = new HandshakeConnector(target, local, config, channels, tcpOptions,
                    timeouts,
                    timeout);
            connecting = connector;
            return connector;
        }
    }

    private void establish(Session established, InetSocketAddress remote) throws IOException {
        InetSocketAddress own = established.localAddress();
        synchronized (stateLock) {
            if (!closed) {
                address = remote.getAddress();
                port = remote.getPort();
                local = own;
                localport = own.getPort();
                session = established;
                return;
            }
        }
        established.abort();
        throw new SocketException("Socket closed");
    }

    @Override
    InetAddress localAddress() throws IOException {
        synchronized (stateLock) {
            requireOpen();
            return (local == null ? tcpOptions.localAddress() : local).getAddress();
        }
    }

    @Override
    protected InputStream getInputStream() {
        return new SessionInputStream(this);
    }

    @Override
    protected OutputStream getOutputStream() {
        return new SessionOutputStream(this);
    }

    /** Reads at least one byte unless the target is full; -1 at the end and ever after. */
    public int read(ByteBuffer target, long timeoutNanos) throws IOException {
        if (!target.hasRemaining()) {
            return 0;
        }
        if (inputEnded) {
            return -1;
        }
        Session current = requireConnected();
        if (inputShut) {
            return -1;
        }
        try {
            int count = current.read(target, timeoutNanos);
            // With a timeout of 0, -1 may also mean that there is nothing yet.
            inputEnded = count < 0 && timeoutNanos > 0;
            return count;
        } catch (SocketException e) {
            throw asClosed(e);
        }
    }

    /** Writes everything, waiting for room. */
    public void write(ByteBuffer source) throws IOException {
        if (!source.hasRemaining()) {
            return;
        }
        Session current = requireConnected();
        if (outputShut) {
            throw new SocketException("Socket output is shutdown");
        }
        try {
            current.write(source);
        } catch (SocketException e) {
            throw asClosed(e);
        }
    }

    /** Of a closed socket, says that instead of the failure. */
    private IOException asClosed(IOException failure) {
        return closed ? new SocketException("Socket closed", failure) : failure;
    }

    @Override
    protected int available() throws IOException {
        return requireConnected().available();
    }

    @Override
    protected void shutdownInput() throws IOException {
        Session current = requireConnected();
        inputShut = true;
        current.shutdownInput();
    }

    @Override
    protected void shutdownOutput() throws IOException {
        Session current = requireConnected();
        outputShut = true;
        current.shutdownOutput();
    }

    @Override
    protected void close() throws IOException {
        HandshakeConnector abandoned;
        synchronized (stateLock) {
            closed = true;
            abandoned = connecting;
            tcpOptions.release();
        }
        Session current = session;
        int linger = lingerSeconds;
        if (current == null) {
            if (abandoned != null) {
                abandoned.abandon();
            }
        } else if (linger < 0) {
            current.close(Duration.ofMillis(CLOSE_WAIT_MILLIS));
        } else if (linger == 0) {
            current.abort();
        } else {
            current.closeWithin(Duration.ofSeconds(linger));
        }
    }

    @Override
    protected <T> void setOption(SocketOption<T> option, T value) throws IOException {
        synchronized (stateLock) {
            requireOpen();
            if (option.equals(StandardSocketOptions.SO_LINGER)) {
                lingerSeconds = Math.max(-1, (Integer) value);
            } else {
                tcpOptions.set(option, value, openChannels());
            }
        }
    }

    @Override
    protected <T> T getOption(SocketOption<T> option) throws IOException {
        synchronized (stateLock) {
            requireOpen();
            return option.equals(StandardSocketOptions.SO_LINGER)
                    ? option.type().cast(lingerSeconds)
                    : tcpOptions.get(option, openChannels());
        }
    }

    @Override
    protected Set<SocketOption<?>> supportedOptions() {
        return TcpOptions.supported();
    }

    private List<SocketChannel> openChannels() {
        Session current = session;
        if (current == null) {
            return List.of();
        }
        List<SocketChannel> channels = new ArrayList<>(current.dataChannels());
        channels.add(current.controlChannel());
        return channels;
    }

    /** The session, or an exception if the socket is closed or not connected. */
    public Session requireConnected() throws SocketException {
        requireOpen();
        Session current = session;
        if (current == null) {
            throw new SocketException("Socket is not connected");
        }
        return current;
    }

    private void requireOpen() throws SocketException {
        if (closed) {
            throw new SocketException("Socket closed");
        }
    }
}

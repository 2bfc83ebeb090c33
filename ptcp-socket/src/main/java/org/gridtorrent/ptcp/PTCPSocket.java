package org.gridtorrent.ptcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLSession;
import org.gridtorrent.ptcp.net.WireFormat;
import org.gridtorrent.ptcp.session.Session;
import org.gridtorrent.ptcp.session.SessionTimeouts;
import org.gridtorrent.ptcp.socket.SessionEndpoint;
import org.jspecify.annotations.Nullable;

/**
 * Socket whose byte stream is carried by several TCP streams at once.
 *
 * <p>It finds out how many streams pay by measuring its goodput, unless the connecting side fixes the number. Both
 * directions use them. Whatever works with a {@link Socket} works with it: half-close, read timeout, closing from
 * another thread, interrupts, layering {@code SSLSocket} over it. A stream that dies only costs speed: the others
 * carry what it had not delivered, and it is replaced. When the control channel is lost, both ends get a
 * {@link SocketException}. A read reports the end only when the peer has shut down its output and every byte has
 * arrived.
 *
 * <p>It differs from other sockets in this:
 * <ul>
 * <li>{@link #close} waits at most {@value SessionEndpoint#CLOSE_WAIT_MILLIS} ms for the delivery of what was
 * written, and delivers the rest in the background. The process stays for that when {@code main} ends, as long as
 * there is progress within 30 s. Only {@link System#exit} cuts it, unless {@linkplain #setSoLinger a linger time}
 * is set.
 * <li>Closing with unread input does not harm output that the peer has not read yet.
 * <li>The first write to a peer that has closed fails, not the second.
 * <li>Options apply to each stream, buffer sizes in particular. A receive buffer above 64 KiB must be set before
 * connecting, as with any socket. {@linkplain #setTcpNoDelay Nagle's delay} is off by default.
 * <li>The local port is that of the control channel; the streams have ports of their own.
 * <li>Urgent data is not supported.
 * <li>Connecting without a timeout gives up after a minute.
 * </ul>
 *
 * <p>It holds at most {@link PTCPOptions#sendLimit} bytes that the peer has not confirmed, and
 * {@link PTCPOptions#receiveLimit} bytes that were not read. Thread-safe.
 */
public final class PTCPSocket extends Socket {
    private final SessionEndpoint endpoint;

    /** Makes an unconnected socket with {@link PTCPOptions#DEFAULTS}. */
    public PTCPSocket() throws SocketException {
        this(PTCPOptions.DEFAULTS);
    }

    /** Makes an unconnected socket. */
    public PTCPSocket(PTCPOptions options) throws SocketException {
        this(options, SessionTimeouts.DEFAULTS);
    }

    PTCPSocket(PTCPOptions options, SessionTimeouts timeouts) throws SocketException {
        this(new SessionEndpoint(
                Objects.requireNonNull(options, "options").sessionConfig(),
                options.channelFactory(true), timeouts));
    }

    /** Connects to a host, {@code null} being the loopback address. */
    public PTCPSocket(@Nullable String host, int port) throws IOException {
        this(InetAddress.getByName(host), port);
    }

    /** Connects to an address. */
    public PTCPSocket(InetAddress address, int port) throws IOException {
        this(PTCPOptions.DEFAULTS, new InetSocketAddress(address, port), null);
    }

    /** Connects to a host from a local address. */
    public PTCPSocket(
            @Nullable String host, int port, @Nullable InetAddress localAddress, int localPort)
            throws IOException {
        this(InetAddress.getByName(host), port, localAddress, localPort);
    }

    /**
     * Connects to an address from a local address, {@code null} being any.
     *
     * @param localPort of the control channel, 0 being any free one; data channels have ports of their own
     */
    public PTCPSocket(
            InetAddress address, int port, @Nullable InetAddress localAddress, int localPort)
            throws IOException {
        this(PTCPOptions.DEFAULTS,
                new InetSocketAddress(address, port),
                new InetSocketAddress(localAddress, localPort));
    }

    PTCPSocket(PTCPOptions options, InetSocketAddress remote, @Nullable InetSocketAddress local)
            throws IOException {
        this(options);
        try {
            if (local != null) {
                bind(local);
            }
            connect(remote);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** Makes the accepting side's socket for an open session. */
    PTCPSocket(Session session) throws IOException {
        this(new SessionEndpoint(PTCPOptions.DEFAULTS.sessionConfig(),
                PTCPOptions.DEFAULTS.channelFactory(false), session));
        super.connect(session.peerAddress());
    }

    private PTCPSocket(SessionEndpoint endpoint) throws SocketException {
        super(endpoint);
        this.endpoint = endpoint;
    }

    /** The number of active streams; before connecting, the number to open. */
    public int streams() {
        return endpoint.streams();
    }

    /**
     * Fixes the number of streams; they are opened or retired while data flows. On the accepting side this asks
     * the peer for at least so many, which it grants unless its own number is fixed.
     *
     * @param count 1 to 128
     */
    public void setStreams(int count) throws SocketException {
        if (count < 1 || count > WireFormat.MAX_STREAMS) {
            throw new IllegalArgumentException("streams must be 1 to 128: " + count);
        }
        requireConnected().setStreams(count);
    }

    /** The TLS session of the control channel, with the peer's certificates; empty without TLS. */
    public Optional<SSLSession> tlsSession() throws SocketException {
        return requireConnected().tls();
    }

    /** The figures of this connection at this moment. */
    public PTCPStatistics statistics() throws SocketException {
        Session session = requireConnected();
        return new PTCPStatistics(session.streams(), session.lostStreams(),
                session.resentSubPackets(), session.deliveredBytes(), session.heldToSendBytes(),
                session.heldToReadBytes(), session.roundTrip());
    }

    /**
     * This connection as a channel, which reads into and writes from buffers, also direct ones.
     *
     * @throws SocketException if not connected or closed
     */
    public PTCPChannel byteChannel() throws SocketException {
        if (isClosed()) {
            throw new SocketException("Socket is closed");
        }
        if (!isConnected()) {
            throw new SocketException("Socket is not connected");
        }
        return new PTCPChannel(this, endpoint);
    }

    Session requireConnected() throws SocketException {
        return endpoint.requireConnected();
    }

    @Override
    public String toString() {
        return "PTCP" + super.toString();
    }
}

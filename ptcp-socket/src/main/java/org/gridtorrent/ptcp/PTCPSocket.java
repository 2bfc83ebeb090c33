package org.gridtorrent.ptcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Optional;
import javax.net.ssl.SSLSession;
import org.gridtorrent.ptcp.net.WireFormat;
import org.gridtorrent.ptcp.session.Session;
import org.gridtorrent.ptcp.session.SessionTimeouts;
import org.gridtorrent.ptcp.socket.SessionEndpoint;
import org.jspecify.annotations.Nullable;

/**
 * A socket whose byte stream travels over several TCP streams at once.
 *
 * <p>How many, it finds out by measuring its goodput, unless the side that connects fixes the count; both
 * directions use them. What works with a {@link Socket} works with it: half-close, read timeout, closing
 * from another thread, interrupts, layering {@code SSLSocket} over it. A stream that dies costs speed only:
 * what it had not delivered goes over the others, and it is replaced. When the control channel is lost,
 * both ends get a {@link SocketException}; the end of the stream is reported only when the peer shut its
 * output down and every byte arrived.
 *
 * <p>What differs, because it has many streams:
 * <ul>
 * <li>{@link #close} returns at once when everything written is on its way, at most
 * {@value SessionEndpoint#CLOSE_WAIT_MILLIS} ms later otherwise, and sends the rest in the background. The
 * process stays for that when {@code main} ends, as long as there is progress within 30 s; only
 * {@link System#exit} cuts it, unless {@linkplain #setSoLinger a linger time} is set.
 * <li>Input that was not read when it is closed does no harm to output that the peer has not read yet.
 * <li>A write to a peer that closed fails at once, not the second time.
 * <li>Options apply to each stream: buffer sizes above all. A receive buffer above 64 KiB has to be asked
 * for before connecting, as ever. {@linkplain #setTcpNoDelay Nagle's delay} is off unless asked for.
 * <li>The local port is the control channel's; the others have ports of their own.
 * <li>Urgent data is not supported.
 * <li>Connecting without a timeout gives up after a minute.
 * </ul>
 *
 * <p>It holds at most {@link PTCPOptions#sendLimit} bytes that the peer has not confirmed and
 * {@link PTCPOptions#receiveLimit} that were not read. Thread-safe.
 */
public final class PTCPSocket extends Socket {
    private final SessionEndpoint endpoint;

    /** An unconnected socket with {@link PTCPOptions#DEFAULTS}. */
    public PTCPSocket() throws SocketException {
        this(PTCPOptions.DEFAULTS);
    }

    /** An unconnected socket. */
    public PTCPSocket(PTCPOptions options) throws SocketException {
        this(options, SessionTimeouts.DEFAULTS);
    }

    PTCPSocket(PTCPOptions options, SessionTimeouts timeouts) throws SocketException {
        this(new SessionEndpoint(options.sessionConfig(), options.channelFactory(true), timeouts));
    }

    /** Connected on return to the host, {@code null} being this one. */
    public PTCPSocket(@Nullable String host, int port) throws IOException {
        this(InetAddress.getByName(host), port);
    }

    /** Connected on return. */
    public PTCPSocket(InetAddress address, int port) throws IOException {
        this(PTCPOptions.DEFAULTS, new InetSocketAddress(address, port), null);
    }

    /** Connected on return, from a local address. */
    public PTCPSocket(
            @Nullable String host, int port, @Nullable InetAddress localAddress, int localPort)
            throws IOException {
        this(InetAddress.getByName(host), port, localAddress, localPort);
    }

    /**
     * Connected on return, from a local address, {@code null} being any.
     *
     * @param localPort of the control channel; 0 for any. Data channels have ports of their own
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

    /** The accepting side's socket, over an established session. */
    PTCPSocket(Session session) throws IOException {
        this(new SessionEndpoint(PTCPOptions.DEFAULTS.sessionConfig(),
                PTCPOptions.DEFAULTS.channelFactory(false), session));
        super.connect(session.peerAddress());
    }

    private PTCPSocket(SessionEndpoint endpoint) throws SocketException {
        super(endpoint);
        this.endpoint = endpoint;
    }

    /** Data channels at work, or those asked for before it is connected. */
    public int streams() {
        return endpoint.streams();
    }

    /**
     * Fixes the number of streams from now on; they are opened, or retire, while data flows. On the
     * accepting side it is a wish for at least so many, which the peer grants unless its own count is
     * fixed.
     *
     * @param count 1 to 128
     */
    public void setStreams(int count) throws SocketException {
        if (count < 1 || count > WireFormat.MAX_STREAMS) {
            throw new IllegalArgumentException("streams must be 1 to 128: " + count);
        }
        requireConnected().setStreams(count);
    }

    /** What TLS found out about the peer, its certificates among it; empty without TLS. */
    public Optional<SSLSession> tlsSession() throws SocketException {
        return requireConnected().tls();
    }

    /** How it does at this moment. */
    public PTCPStatistics statistics() throws SocketException {
        Session session = requireConnected();
        return new PTCPStatistics(session.streams(), session.lostStreams(),
                session.resentSubPackets(), session.deliveredBytes(), session.heldToSendBytes(),
                session.heldToReadBytes(), session.roundTrip());
    }

    /**
     * This connection as a channel, which reads into buffers and writes from them, direct ones too.
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

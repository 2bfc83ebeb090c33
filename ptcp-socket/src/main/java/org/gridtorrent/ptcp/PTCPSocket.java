package org.gridtorrent.ptcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
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
 * {@value SessionEndpoint#CLOSE_WAIT_MILLIS} ms later otherwise, and sends the rest in the background; a
 * program that ends right after it should {@linkplain #setSoLinger set the linger time}. Urgent data is
 * not supported. Connecting without a timeout gives up after a minute.
 *
 * <p>At most {@code 2 × streams + 4} sub-packets of 64 KiB wait to be sent and one receive window
 * ({@link PTCPOptions#receiveWindow}) to be read. Thread-safe.
 */
public final class PTCPSocket extends Socket {
    private final SessionEndpoint endpoint;

    /** An unconnected socket with {@link PTCPOptions#DEFAULTS}. */
    public PTCPSocket() throws SocketException {
        this(PTCPOptions.DEFAULTS);
    }

    /** An unconnected socket. */
    public PTCPSocket(PTCPOptions options) throws SocketException {
        this(new SessionEndpoint(options));
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
        this(new SessionEndpoint(session));
        super.connect(session.controlChannel().getRemoteAddress());
    }

    private PTCPSocket(SessionEndpoint endpoint) throws SocketException {
        super(endpoint);
        this.endpoint = endpoint;
    }

    /** Data channels of this connection, or those asked for before it is connected. */
    public int streams() {
        return endpoint.streams();
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

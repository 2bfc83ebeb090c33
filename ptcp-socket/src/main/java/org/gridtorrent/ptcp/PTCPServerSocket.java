package org.gridtorrent.ptcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.gridtorrent.ptcp.handshake.AcceptedConnection;
import org.gridtorrent.ptcp.net.InterruptedSocketException;
import org.gridtorrent.ptcp.net.WireFormat;
import org.gridtorrent.ptcp.session.SessionTimeouts;
import org.gridtorrent.ptcp.socket.ListenerEndpoint;
import org.gridtorrent.ptcp.socket.PlainSocket;
import org.jspecify.annotations.Nullable;

/**
 * Server socket whose {@link #accept} returns {@link PTCPSocket}s.
 *
 * <p>With {@link #setAcceptPlain} the same port takes other protocols too. A connection whose first bytes are not
 * PTCP's magic is returned as a plain {@link Socket} whose input begins with those bytes. A connection that sends
 * nothing for 10 seconds is closed, so a protocol in which the accepting side speaks first cannot share the port.
 *
 * <p>It differs from other server sockets in this:
 * <ul>
 * <li>The backlog counts connections that are ready for {@link #accept}. While it is full, a connecting client
 * waits at most 10 seconds and then gets an exception.
 * <li>Closing resets the connections that were not accepted.
 * <li>The traffic class is set on the sockets, not here.
 * </ul>
 *
 * <p>Thread-safe.
 */
public final class PTCPServerSocket extends ServerSocket {
    private static final int DEFAULT_BACKLOG = 50;

    private final ListenerEndpoint endpoint;

    /** Makes an unbound server socket with {@link PTCPOptions#DEFAULTS}. */
    public PTCPServerSocket() throws IOException {
        this(PTCPOptions.DEFAULTS);
    }

    /** Makes an unbound server socket; the clients decide how many streams there are at first. */
    public PTCPServerSocket(PTCPOptions options) throws IOException {
        this(options, SessionTimeouts.DEFAULTS, WireFormat.HANDSHAKE_DEADLINE);
    }

    PTCPServerSocket(PTCPOptions options, SessionTimeouts timeouts, Duration handshakeDeadline)
            throws IOException {
        this(new ListenerEndpoint(
                Objects.requireNonNull(options, "options").sessionConfig(),
                options.channelFactory(false), timeouts,
                handshakeDeadline));
    }

    /** Binds to a port of all local addresses, 0 being any free one. */
    public PTCPServerSocket(int port) throws IOException {
        this(port, DEFAULT_BACKLOG);
    }

    /** Binds to a port of all local addresses, with a backlog. */
    public PTCPServerSocket(int port, int backlog) throws IOException {
        this(port, backlog, null);
    }

    /** Binds to a port of one local address, {@code null} being all. */
    public PTCPServerSocket(int port, int backlog, @Nullable InetAddress address)
            throws IOException {
        InetSocketAddress local = new InetSocketAddress(address, port);
        this();
        try {
            bind(local, backlog);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private PTCPServerSocket(ListenerEndpoint endpoint) {
        super(endpoint);
        this.endpoint = endpoint;
    }

    /**
     * Sets whether {@link #accept} also returns connections of other protocols. By default they are closed.
     */
    public void setAcceptPlain(boolean accept) {
        endpoint.acceptPlain(accept);
    }

    @Override
    public Socket accept() throws IOException {
        if (isClosed()) {
            throw new SocketException("Socket is closed");
        }
        try {
            Optional<Socket> accepted = Optional.empty();
            while (accepted.isEmpty()) {
                accepted = socketOf(endpoint.take());
            }
            return accepted.get();
        } catch (InterruptedSocketException e) {
            close();
            throw new SocketException(e.getMessage(), e);
        }
    }

    /** Empty when the peer has closed the connection meanwhile, which is no failure of the server. */
    private static Optional<Socket> socketOf(AcceptedConnection connection) {
        try {
            return Optional.of(switch (connection) {
                case AcceptedConnection.Ptcp ptcp -> new PTCPSocket(ptcp.session());
                case AcceptedConnection.Plain plain -> new PlainSocket(
                        plain.channel().socket(), plain.firstBytes());
            });
        } catch (IOException e) {
            connection.reset();
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return "PTCP" + super.toString();
    }
}

package org.gridtorrent.ptcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import org.gridtorrent.ptcp.handshake.AcceptedConnection;
import org.gridtorrent.ptcp.net.InterruptedSocketException;
import org.gridtorrent.ptcp.net.WireFormat;
import org.gridtorrent.ptcp.session.SessionTimeouts;
import org.gridtorrent.ptcp.socket.ListenerEndpoint;
import org.gridtorrent.ptcp.socket.PlainSocket;
import org.jspecify.annotations.Nullable;

/**
 * A server socket whose {@link #accept} returns {@link PTCPSocket}s; their streams join as they come.
 *
 * <p>With {@link #setAcceptPlain} the same port takes other protocols too: a connection whose first
 * bytes are not PTCP's magic comes out as a plain {@link Socket} whose input begins with those bytes. A
 * connection that says nothing for 10 seconds is dropped, so a protocol in which the accepting side
 * speaks first cannot share the port.
 *
 * <p>As with any server socket, but: the backlog counts connections that are ready for {@link #accept},
 * closing resets those that nobody accepted, and the traffic class is set on the sockets, not here. While
 * the backlog is full, who connects waits, for 10 seconds at most, and then gets an exception.
 *
 * <p>Thread-safe.
 */
public final class PTCPServerSocket extends ServerSocket {
    private static final int DEFAULT_BACKLOG = 50;

    private final ListenerEndpoint endpoint;

    /** An unbound server socket with {@link PTCPOptions#DEFAULTS}. */
    public PTCPServerSocket() throws IOException {
        this(PTCPOptions.DEFAULTS);
    }

    /** An unbound server socket; how many streams there are at first is for those who connect. */
    public PTCPServerSocket(PTCPOptions options) throws IOException {
        this(options, SessionTimeouts.DEFAULTS, WireFormat.HANDSHAKE_DEADLINE);
    }

    PTCPServerSocket(PTCPOptions options, SessionTimeouts timeouts, Duration handshakeDeadline)
            throws IOException {
        this(new ListenerEndpoint(options.sessionConfig(), options.channelFactory(false), timeouts,
                handshakeDeadline));
    }

    /** Bound to a port of all local addresses; 0 for any free one. */
    public PTCPServerSocket(int port) throws IOException {
        this(port, DEFAULT_BACKLOG);
    }

    /** Bound likewise, for so many connections that nobody accepted yet. */
    public PTCPServerSocket(int port, int backlog) throws IOException {
        this(port, backlog, null);
    }

    /** Bound to a port of one local address; of all if that is null. */
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
     * Whether connections of other protocols come out of {@link #accept} (else they are closed, which
     * is the default).
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
            return socketOf(endpoint.take());
        } catch (InterruptedSocketException e) {
            close();
            throw new SocketException(e.getMessage(), e);
        }
    }

    private static Socket socketOf(AcceptedConnection connection) throws IOException {
        boolean made = false;
        try {
            Socket socket = switch (connection) {
                case AcceptedConnection.Ptcp ptcp -> new PTCPSocket(ptcp.session());
                case AcceptedConnection.Plain plain -> new PlainSocket(
                        plain.channel().socket(), plain.firstBytes());
            };
            made = true;
            return socket;
        } finally {
            if (!made) {
                connection.reset();
            }
        }
    }

    @Override
    public String toString() {
        return "PTCP" + super.toString();
    }
}

package org.gridtorrent.ptcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import org.gridtorrent.ptcp.net.WireFormat;
import org.gridtorrent.ptcp.session.SessionTimeouts;

/** Two connected PTCP sockets over the loopback interface. */
record SocketPair(PTCPServerSocket server, PTCPSocket client, PTCPSocket accepted)
        implements
            AutoCloseable {
    static final int TIMEOUT_MILLIS = 10_000;

    /** Defaults, except that dead streams are replaced sooner. */
    static final SessionTimeouts QUICK = withCheckInterval(SessionTimeouts.DEFAULTS,
            Duration.ofMillis(5));

    /** The same timeouts with another interval between two checks of the streams. */
    static SessionTimeouts withCheckInterval(SessionTimeouts timeouts, Duration interval) {
        return new SessionTimeouts(timeouts.pingAfter(), timeouts.lostAfter(),
                timeouts.stallAfter(),
                timeouts.noStreamAfter(), timeouts.join(), timeouts.linger(), interval);
    }

    /** A fixed number of streams; dead ones are replaced soon. */
    static SocketPair connected(int streams) throws IOException {
        return connected(PTCPOptions.DEFAULTS.withStreams(streams), QUICK);
    }

    static SocketPair connected(PTCPOptions options) throws IOException {
        return connected(options, SessionTimeouts.DEFAULTS);
    }

    static SocketPair connected(PTCPOptions options, SessionTimeouts timeouts) throws IOException {
        PTCPServerSocket server = listening(options, timeouts);
        PTCPSocket client = new PTCPSocket(options, timeouts);
        client.connect(addressOf(server), TIMEOUT_MILLIS);
        Socket accepted = server.accept();
        return new SocketPair(server, client, (PTCPSocket) accepted);
    }

    static PTCPServerSocket listening(PTCPOptions options) throws IOException {
        return listening(options, SessionTimeouts.DEFAULTS);
    }

    private static PTCPServerSocket listening(PTCPOptions options, SessionTimeouts timeouts)
            throws IOException {
        PTCPServerSocket server = new PTCPServerSocket(options, timeouts,
                WireFormat.HANDSHAKE_DEADLINE);
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server.setSoTimeout(TIMEOUT_MILLIS);
        return server;
    }

    static InetSocketAddress addressOf(ServerSocket server) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
    }

    @Override
    public void close() throws IOException {
        client.close();
        accepted.close();
        server.close();
    }
}

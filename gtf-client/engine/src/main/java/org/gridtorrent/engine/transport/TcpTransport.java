package org.gridtorrent.engine.transport;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;

/** TCP transport: one socket for each peer. */
public final class TcpTransport implements Transport {
    public static final String NAME = "tcp";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Connection connect(InetSocketAddress address, Duration timeout) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.connect(address, Math.toIntExact(timeout.toMillis()));
            return new Connection(socket, NAME);
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }
}

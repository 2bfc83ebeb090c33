package org.gridtorrent.ptcp.socket;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;

/**
 * Accepted connection of another protocol: a socket whose input begins with the bytes that the handshake read.
 */
public final class PlainSocket extends Socket {
    public PlainSocket(Socket socket, ByteArrayInputStream firstBytes) throws IOException {
        super(new PlainEndpoint(socket, firstBytes));
        super.connect(socket.getRemoteSocketAddress());
    }
}

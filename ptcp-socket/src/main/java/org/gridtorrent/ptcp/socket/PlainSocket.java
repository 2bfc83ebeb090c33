package org.gridtorrent.ptcp.socket;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;

/**
 * An accepted connection that did not speak PTCP: a plain socket whose input begins with the bytes
 * that were read to find that out.
 */
public final class PlainSocket extends Socket {
    public PlainSocket(Socket socket, ByteArrayInputStream firstBytes) throws IOException {
        super(new PlainEndpoint(socket, firstBytes));
        super.connect(socket.getRemoteSocketAddress());
    }
}

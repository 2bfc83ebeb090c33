package org.gridtorrent.ptcp;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;

/**
 * An accepted connection that did not speak PTCP: a plain socket whose input begins with the bytes
 * that were read to find that out.
 */
final class PlainSocket extends Socket {
    PlainSocket(Socket socket, ByteArrayInputStream firstBytes) throws IOException {
        super(new PlainEndpoint(socket, firstBytes));
        super.connect(socket.getRemoteSocketAddress());
    }
}

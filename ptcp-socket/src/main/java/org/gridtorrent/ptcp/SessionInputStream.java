package org.gridtorrent.ptcp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/** What the merger put in order, as a stream; closing it closes the socket. */
final class SessionInputStream extends InputStream {
    private final PTCPSocket socket;

    SessionInputStream(PTCPSocket socket) {
        this.socket = socket;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        Session session = socket.requireConnected();
        if (socket.isInputShut()) {
            return -1;
        }
        try {
            return session.read(ByteBuffer.wrap(bytes, offset, length), socket.readTimeoutNanos());
        } catch (Waiting.InterruptedSocketException e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public int available() throws IOException {
        return socket.requireConnected().available();
    }

    @Override
    public void close() {
        socket.close();
    }
}

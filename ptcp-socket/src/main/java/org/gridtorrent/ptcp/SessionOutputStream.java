package org.gridtorrent.ptcp;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/** The way into the splitter, as a stream that needs no flush; closing it closes the socket. */
final class SessionOutputStream extends OutputStream {
    private final PTCPSocket socket;

    SessionOutputStream(PTCPSocket socket) {
        this.socket = socket;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[]{(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        Session session = socket.requireConnected();
        try {
            session.write(ByteBuffer.wrap(bytes, offset, length));
        } catch (Waiting.InterruptedSocketException e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public void close() {
        socket.close();
    }
}

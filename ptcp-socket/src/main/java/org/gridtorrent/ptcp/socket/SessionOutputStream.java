package org.gridtorrent.ptcp.socket;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Output of a PTCP socket as a stream, which needs no flush.
 *
 * <p>Thread-safe. {@link java.net.Socket} wraps it in a stream that closes the socket.
 */
public final class SessionOutputStream extends OutputStream {
    private final SessionEndpoint endpoint;

    SessionOutputStream(SessionEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[]{(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        endpoint.write(ByteBuffer.wrap(bytes, offset, length));
    }
}

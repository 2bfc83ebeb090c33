package org.gridtorrent.ptcp.socket;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Input of a PTCP socket as a stream.
 *
 * <p>Thread-safe. {@link java.net.Socket} wraps it in a stream that closes the socket.
 */
public final class SessionInputStream extends InputStream {
    private final SessionEndpoint endpoint;

    SessionInputStream(SessionEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    @Override
    public int read() throws IOException {
        byte[] one = readNBytes(1);
        return one.length == 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        return endpoint.read(ByteBuffer.wrap(bytes, offset, length), endpoint.timeoutNanos());
    }

    @Override
    public int available() throws IOException {
        return endpoint.available();
    }
}

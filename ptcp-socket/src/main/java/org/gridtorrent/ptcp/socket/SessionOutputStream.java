package org.gridtorrent.ptcp.socket;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/** The way into the splitter, as a stream that needs no flush; {@link java.net.Socket} closes it. */
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

package org.gridtorrent.ptcp;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Reading under a deadline, however slowly the bytes drip. */
final class Handshakes {
    private Handshakes() {}

    /** Fills the buffer, taking not a byte more from the channel. */
    static void read(SocketChannel channel, ByteBuffer buffer, Deadline deadline)
            throws IOException {
        Socket socket = channel.socket();
        InputStream in = socket.getInputStream();
        try {
            while (buffer.hasRemaining()) {
                socket.setSoTimeout(deadline.millisLeft("read"));
                byte[] bytes = new byte[buffer.remaining()];
                int count = in.read(bytes);
                if (count < 0) {
                    throw new EOFException("closed after " + buffer.position() + " bytes");
                }
                buffer.put(bytes, 0, count);
            }
        } finally {
            if (channel.isOpen()) {
                socket.setSoTimeout(0);
            }
        }
    }
}

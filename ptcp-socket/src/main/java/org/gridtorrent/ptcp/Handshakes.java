package org.gridtorrent.ptcp;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Reading what must come whole; whoever waits for it closes the channel when the time is over. */
final class Handshakes {
    private Handshakes() {}

    /** Fills the buffer, taking not a byte more from the channel. */
    static void read(Channel channel, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new EOFException("closed after " + buffer.position() + " bytes");
            }
        }
    }
}

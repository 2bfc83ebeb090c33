package org.gridtorrent.ptcp.net;

import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import javax.net.ssl.SSLSession;

/**
 * One TCP connection of a session, as it is or with TLS on it; all its calls block.
 *
 * <p>One thread may read while another writes. Closing it from a third ends both.
 */
public sealed interface Channel permits TcpChannel, TlsChannel {
    /** Reads some bytes into the buffers, in order; -1 at the end. */
    long read(ByteBuffer... targets) throws IOException;

    /** Fills the buffer, taking no byte more; an {@link EOFException} when the end comes first. */
    default void readFully(ByteBuffer target) throws IOException {
        while (target.hasRemaining()) {
            if (read(target) < 0) {
                throw new EOFException("closed after " + target.position() + " bytes");
            }
        }
    }

    /** Writes all that the buffers hold. */
    void write(ByteBuffer... sources) throws IOException;

    /** The peer reads an end after what was written. */
    void shutdownOutput() throws IOException;

    /** What lies below, for its options and addresses. */
    SocketChannel tcp();

    /** The same for those who know only sockets: with TLS on it, if there is. */
    Socket socket();

    /** The TLS session, if there is TLS. */
    Optional<SSLSession> tls();

    /**
     * Closes it.
     *
     * @param reset whether the peer is told at once, and apart from any clean end, that it broke
     */
    default void close(boolean reset) {
        close(tcp(), reset);
    }

    static void close(SocketChannel channel, boolean reset) {
        try (channel) {
            if (reset) {
                channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            }
        } catch (IOException e) {
            // It was closed already, or the peer was faster: nothing is left to do either way.
        }
    }
}

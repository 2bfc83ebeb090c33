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
 * TCP connection of a session, with or without TLS.
 *
 * <p>All calls block. One thread may read while another writes; closing it from a third thread ends both.
 */
public sealed interface Channel permits TcpChannel, TlsChannel {
    /** Reads some bytes into the buffers, in their order; -1 at the end. */
    long read(ByteBuffer... targets) throws IOException;

    /** Fills the buffer and reads no byte more; throws {@link EOFException} if the end comes first. */
    default void readFully(ByteBuffer target) throws IOException {
        while (target.hasRemaining()) {
            if (read(target) < 0) {
                throw new EOFException("closed after " + target.position() + " bytes");
            }
        }
    }

    /** Writes everything that the buffers hold. */
    void write(ByteBuffer... sources) throws IOException;

    /** Ends the output: the peer reads the end after what was written. */
    void shutdownOutput() throws IOException;

    /** The TCP socket, for its options and addresses. */
    SocketChannel tcp();

    /** This connection as a socket: an {@code SSLSocket} if there is TLS. */
    Socket socket();

    /** The TLS session, if there is TLS. */
    Optional<SSLSession> tls();

    /**
     * Closes the connection.
     *
     * @param reset whether the peer gets a TCP reset, which it cannot take for a clean end
     */
    default void close(boolean reset) {
        close(tcp(), reset);
    }

    /** Closes a TCP socket in the same way. */
    static void close(SocketChannel channel, boolean reset) {
        try (channel) {
            if (reset) {
                channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            }
        } catch (IOException e) {
            // It is closed already, or the peer has reset it.
        }
    }
}

package org.gridtorrent.ptcp.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/**
 * TCP connection with TLS, by the JDK's {@link SSLSocket}.
 *
 * <p>One thread may read while another writes.
 */
final class TlsChannel implements Channel {
    /** Longest content of a TLS record (RFC 8446, 5.1): a longer write would be split anyway. */
    private static final int RECORD_LENGTH = 16 * 1024;

    private final SocketChannel tcp;
    private final SSLSocket socket;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] received = new byte[RECORD_LENGTH];
    private final byte[] toSend = new byte[RECORD_LENGTH];

    /** @param socket a socket whose TLS handshake is done */
    TlsChannel(SocketChannel tcp, SSLSocket socket) throws IOException {
        this.tcp = tcp;
        this.socket = socket;
        this.in = socket.getInputStream();
        this.out = socket.getOutputStream();
    }

    @Override
    public long read(ByteBuffer... targets) throws IOException {
        int room = 0;
        for (ByteBuffer target : targets) {
            room += target.remaining();
        }
        int count = in.read(received, 0, Math.min(room, received.length));
        int copied = 0;
        for (ByteBuffer target : targets) {
            int length = Math.min(target.remaining(), count - copied);
            if (length > 0) {
                target.put(received, copied, length);
                copied += length;
            }
        }
        return count;
    }

    @Override
    public void write(ByteBuffer... sources) throws IOException {
        int filled = 0;
        for (ByteBuffer source : sources) {
            while (source.hasRemaining()) {
                int length = Math.min(source.remaining(), toSend.length - filled);
                source.get(toSend, filled, length);
                filled += length;
                if (filled == toSend.length) {
                    out.write(toSend);
                    filled = 0;
                }
            }
        }
        out.write(toSend, 0, filled);
    }

    @Override
    public void shutdownOutput() throws IOException {
        socket.shutdownOutput();
    }

    @Override
    public SocketChannel tcp() {
        return tcp;
    }

    @Override
    public Socket socket() {
        return socket;
    }

    @Override
    public Optional<SSLSession> tls() {
        return Optional.of(socket.getSession());
    }
}

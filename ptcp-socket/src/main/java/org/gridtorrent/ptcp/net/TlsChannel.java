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

/** A TCP connection with TLS on it; the JDK's {@link SSLSocket} does the work. */
public final class TlsChannel implements Channel {
    /** The longest TLS record's content (RFC 8446, 5.1): more at once would not go further. */
    private static final int RECORD_LENGTH = 16 * 1024;

    private final SocketChannel tcp;
    private final SSLSocket socket;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] readBytes = new byte[RECORD_LENGTH];
    private final byte[] writtenBytes = new byte[RECORD_LENGTH];

    /** Over a connection whose TLS handshake is done. */
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
        int count = in.read(readBytes, 0, Math.min(room, readBytes.length));
        int given = 0;
        for (ByteBuffer target : targets) {
            int length = Math.min(target.remaining(), count - given);
            if (length > 0) {
                target.put(readBytes, given, length);
                given += length;
            }
        }
        return count;
    }

    @Override
    public void write(ByteBuffer... sources) throws IOException {
        int filled = 0;
        for (ByteBuffer source : sources) {
            while (source.hasRemaining()) {
                int length = Math.min(source.remaining(), writtenBytes.length - filled);
                source.get(writtenBytes, filled, length);
                filled += length;
                if (filled == writtenBytes.length) {
                    out.write(writtenBytes);
                    filled = 0;
                }
            }
        }
        out.write(writtenBytes, 0, filled);
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

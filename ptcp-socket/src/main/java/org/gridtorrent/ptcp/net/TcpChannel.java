package org.gridtorrent.ptcp.net;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import javax.net.ssl.SSLSession;

/** TCP connection without TLS. */
public record TcpChannel(SocketChannel tcp) implements Channel {
    @Override
    public long read(ByteBuffer... targets) throws IOException {
        return targets.length == 1 ? tcp.read(targets[0]) : tcp.read(targets);
    }

    @Override
    public void write(ByteBuffer... sources) throws IOException {
        ByteBuffer last = sources[sources.length - 1];
        while (last.hasRemaining()) {
            tcp.write(sources);
        }
    }

    @Override
    public void shutdownOutput() throws IOException {
        tcp.shutdownOutput();
    }

    @Override
    public Socket socket() {
        return tcp.socket();
    }

    @Override
    public Optional<SSLSession> tls() {
        return Optional.empty();
    }
}

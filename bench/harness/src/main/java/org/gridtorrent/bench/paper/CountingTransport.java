package org.gridtorrent.bench.paper;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.gridtorrent.engine.transport.Connection;
import org.gridtorrent.engine.transport.TcpTransport;
import org.gridtorrent.engine.transport.Transport;

/** TCP transport that counts all bytes that this side reads and writes. Thread-safe. */
final class CountingTransport implements Transport {
    private final AtomicLong bytes = new AtomicLong();

    /** Bytes in both directions, on all connections so far. */
    long bytes() {
        return bytes.get();
    }

    @Override
    public String name() {
        return TcpTransport.NAME;
    }

    @Override
    public Connection connect(InetSocketAddress address, Duration timeout) throws IOException {
        Socket socket = new CountedSocket();
        try {
            socket.connect(address, Math.toIntExact(timeout.toMillis()));
            return new Connection(socket, name());
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private final class CountedSocket extends Socket {
        @Override
        public InputStream getInputStream() throws IOException {
            return new FilterInputStream(super.getInputStream()) {
                @Override
                public int read() throws IOException {
                    int read = super.read();
                    bytes.addAndGet(read < 0 ? 0 : 1);
                    return read;
                }

                @Override
                public int read(byte[] target, int offset, int length) throws IOException {
                    int count = super.read(target, offset, length);
                    bytes.addAndGet(Math.max(0, count));
                    return count;
                }
            };
        }

        @Override
        public OutputStream getOutputStream() throws IOException {
            return new FilterOutputStream(super.getOutputStream()) {
                @Override
                public void write(int one) throws IOException {
                    out.write(one);
                    bytes.incrementAndGet();
                }

                @Override
                public void write(byte[] source, int offset, int length) throws IOException {
                    out.write(source, offset, length);
                    bytes.addAndGet(length);
                }
            };
        }
    }
}

package org.gridtorrent.bench.engine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import org.gridtorrent.bench.ptcp.LoopbackTransfer;
import org.gridtorrent.bench.result.TransferCost;

/** Least work of a checked transfer: sendfile at one end; read, SHA-1 and write at the other. */
enum SendfileBaseline {
    /** Data may still be in the machine's memory when the clock stops. */
    TO_MEMORY("sendfile, read, SHA-1, write") {
        @Override
        void finish(FileChannel file) {}
    },
    /** All data is on the disk, as the pieces are that our engine has verified. */
    TO_DISK("sendfile, read, SHA-1, write, sync") {
        @Override
        void finish(FileChannel file) throws IOException {
            file.force(true);
        }
    };

    private static final int BUFFER_LENGTH = 256 * 1024;

    private final String title;

    SendfileBaseline(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    abstract void finish(FileChannel file) throws IOException;

    TransferCost copy(Path from, Path to) throws IOException, InterruptedException {
        try (ServerSocketChannel server = ServerSocketChannel.open();
                FileChannel source = FileChannel.open(from)) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (SocketChannel out = SocketChannel.open(server.getLocalAddress());
                    SocketChannel in = server.accept()) {
                long length = source.size();
                return LoopbackTransfer.timed(length, () -> receive(in, to), () -> {
                    for (long sent = 0; sent < length;) {
                        sent += source.transferTo(sent, length - sent, out);
                    }
                    out.shutdownOutput();
                });
            }
        }
    }

    private long receive(SocketChannel in, Path to) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_LENGTH);
        MessageDigest digest = SparseContent.sha1();
        long length = 0;
        try (FileChannel file = FileChannel.open(to, StandardOpenOption.CREATE_NEW,
                StandardOpenOption.WRITE)) {
            while (in.read(buffer.clear()) >= 0) {
                length += buffer.position();
                digest.update(buffer.flip());
                buffer.rewind();
                while (buffer.hasRemaining()) {
                    int written = file.write(buffer);
                    if (written <= 0) {
                        throw new IOException(to + " takes no more");
                    }
                }
            }
            finish(file);
        }
        if (digest.digest().length != 20) {
            throw new IllegalStateException("not SHA-1");
        }
        return length;
    }
}

package org.gridtorrent.ptcp;

import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.InterruptibleChannel;
import java.nio.channels.ScatteringByteChannel;
import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.util.Objects;
import org.gridtorrent.ptcp.socket.SessionEndpoint;

/**
 * Blocking channel of a {@link PTCPSocket}: copies between its sub-packets and buffers, without an array.
 *
 * <p>A read waits for at least one byte, up to the socket's read timeout. A write waits until everything is
 * written. As with any {@link InterruptibleChannel}, an interrupt or a close from another thread ends both, and an
 * interrupt closes the socket. The socket's streams and the channel may be used side by side. Each read or write of
 * one buffer is atomic; between the buffers of a gathering write, another thread's bytes may come. Thread-safe.
 */
public final class PTCPChannel
        implements
            ByteChannel,
            GatheringByteChannel,
            ScatteringByteChannel,
            InterruptibleChannel {
    private final PTCPSocket socket;
    private final SessionEndpoint endpoint;

    PTCPChannel(PTCPSocket socket, SessionEndpoint endpoint) {
        this.socket = socket;
        this.endpoint = endpoint;
    }

    private interface Transfer {
        long run() throws IOException;
    }

    /** Closes the socket when the thread is interrupted during a transfer. */
    private final class Interruptible extends AbstractInterruptibleChannel {
        long run(Transfer transfer) throws IOException {
            boolean completed = false;
            begin();
            try {
                long count = transfer.run();
                completed = true;
                return count;
            } finally {
                end(completed);
            }
        }

        @Override
        protected void implCloseChannel() throws IOException {
            socket.close();
        }
    }

    /** -1 at the end. */
    @Override
    public int read(ByteBuffer target) throws IOException {
        return (int) interruptibly(() -> read(target, endpoint.timeoutNanos()));
    }

    @Override
    public long read(ByteBuffer[] targets) throws IOException {
        return read(targets, 0, targets.length);
    }

    /** Waits for the first byte only; -1 at the end. */
    @Override
    public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, targets.length);
        return interruptibly(() -> scatter(targets, offset, offset + length));
    }

    private long scatter(ByteBuffer[] targets, int from, int to) throws IOException {
        long total = 0;
        for (int i = from; i < to; i++) {
            if (targets[i].hasRemaining()) {
                int count = read(targets[i], total == 0 ? endpoint.timeoutNanos() : 0);
                if (count < 0) {
                    return total == 0 ? -1 : total;
                }
                total += count;
                if (targets[i].hasRemaining()) {
                    return total;
                }
            }
        }
        return total;
    }

    private int read(ByteBuffer target, long timeoutNanos) throws IOException {
        if (target.isReadOnly()) {
            throw new IllegalArgumentException("Read-only buffer");
        }
        return endpoint.read(target, timeoutNanos);
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        return (int) interruptibly(() -> writeAll(source));
    }

    @Override
    public long write(ByteBuffer[] sources) throws IOException {
        return write(sources, 0, sources.length);
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, sources.length);
        return interruptibly(() -> {
            long total = 0;
            for (int i = offset; i < offset + length; i++) {
                total += writeAll(sources[i]);
            }
            return total;
        });
    }

    private int writeAll(ByteBuffer source) throws IOException {
        int length = source.remaining();
        endpoint.write(source);
        return length;
    }

    private long interruptibly(Transfer transfer) throws IOException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
        try {
            return new Interruptible().run(transfer);
        } catch (SocketException e) {
            if (isOpen()) {
                throw e;
            }
            var closed = new AsynchronousCloseException();
            closed.initCause(e);
            throw closed;
        }
    }

    @Override
    public boolean isOpen() {
        return !socket.isClosed();
    }

    /** Closes the socket. */
    @Override
    public void close() throws IOException {
        socket.close();
    }
}

package org.gridtorrent.ptcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.gridtorrent.ptcp.handshake.Preamble;
import org.gridtorrent.ptcp.net.Channel;
import org.gridtorrent.ptcp.net.TcpChannel;

/**
 * Relay between the two sides, which slows, stalls or cuts single TCP connections.
 *
 * <p>It holds few bytes itself, so that each change takes effect at once.
 */
final class Relay implements AutoCloseable {
    private static final int BUFFER_LENGTH = 64 * 1024;

    private final ServerSocketChannel listening = ServerSocketChannel.open();
    private final List<Line> lines = new CopyOnWriteArrayList<>();
    private final InetSocketAddress target;
    private final Consumer<Line> onLine;

    /** @param onLine gets the line of each connection before any byte passes */
    Relay(InetSocketAddress target, Consumer<Line> onLine) throws IOException {
        this.target = target;
        this.onLine = onLine;
        listening.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER_LENGTH);
        listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        start(this::acceptAll);
    }

    InetSocketAddress address() throws IOException {
        return (InetSocketAddress) listening.getLocalAddress();
    }

    /** Lines of the data channels, in the order of arrival. */
    List<Line> dataLines() {
        return lines.stream().filter(line -> line.stream >= 0).toList();
    }

    /** Line of the control channel, which exists once the connecting side is connected. */
    Line controlLine() {
        return lines.stream().filter(line -> line.stream < 0).findFirst().orElseThrow();
    }

    private interface Task {
        void run() throws IOException;
    }

    private static void start(Task task) {
        Thread.ofVirtual().name("relay").start(() -> {
            try {
                task.run();
            } catch (IOException e) {
                // A relayed connection may end at any moment.
            }
        });
    }

    private void acceptAll() throws IOException {
        while (true) {
            SocketChannel near = listening.accept();
            start(() -> begin(near));
        }
    }

    private void begin(SocketChannel near) throws IOException {
        ByteBuffer preamble = ByteBuffer.allocate(Preamble.LENGTH);
        new TcpChannel(near).readFully(preamble);
        SocketChannel far = SocketChannel.open();
        far.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER_LENGTH);
        far.setOption(StandardSocketOptions.SO_SNDBUF, BUFFER_LENGTH);
        near.setOption(StandardSocketOptions.SO_SNDBUF, BUFFER_LENGTH);
        far.connect(target);
        Line line = new Line(near, far, Preamble.decode(preamble.flip()));
        onLine.accept(line);
        lines.add(line);
        start(() -> line.pass(preamble.flip(), near, far));
        start(() -> line.pass(ByteBuffer.allocate(0), far, near));
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Line line : lines) {
            line.speed(Long.MAX_VALUE);
            line.cut();
        }
    }

    /** One connection that passes through. */
    static final class Line {
        private final SocketChannel near;
        private final SocketChannel far;
        private final int stream;
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();
        private final AtomicLong passedBytes = new AtomicLong();
        private final CountDownLatch passing = new CountDownLatch(2);
        private long bytesPerSecond = Long.MAX_VALUE;

        Line(SocketChannel near, SocketChannel far, Preamble preamble) {
            this.near = near;
            this.far = far;
            this.stream = preamble instanceof Preamble.Join join ? join.stream() : -1;
        }

        /** The stream's id; -1 for the control channel. */
        int stream() {
            return stream;
        }

        long passedBytes() {
            return passedBytes.get();
        }

        /** Both sides ended it, or it was cut. */
        boolean hasEnded() {
            return passing.getCount() == 0;
        }

        /** Sets the bytes per second of each direction; 0 stalls both. */
        void speed(long perSecond) {
            lock.lock();
            try {
                bytesPerSecond = perSecond;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        /** Resets both connections. */
        void cut() {
            Channel.close(near, true);
            Channel.close(far, true);
        }

        /** Ends the input of one side; the other direction goes on. */
        void endOneSide(boolean atConnectingSide) throws IOException {
            (atConnectingSide ? near : far).shutdownOutput();
        }

        private void pass(ByteBuffer first, SocketChannel from, SocketChannel to)
                throws IOException {
            try {
                write(first, to);
                ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_LENGTH);
                while (from.read(buffer.clear()) >= 0) {
                    write(buffer.flip(), to);
                }
                to.shutdownOutput();
            } catch (IOException e) {
                cut();
            } finally {
                passing.countDown();
            }
        }

        private void write(ByteBuffer buffer, SocketChannel to) throws IOException {
            int end = buffer.limit();
            while (buffer.position() < end) {
                int length = awaitTurn(end - buffer.position());
                buffer.limit(buffer.position() + length);
                while (buffer.hasRemaining()) {
                    to.write(buffer);
                }
                passedBytes.addAndGet(length);
            }
        }

        /** Waits until bytes may pass, and returns how many. */
        private int awaitTurn(int length) {
            long speed;
            lock.lock();
            try {
                while (bytesPerSecond == 0) {
                    changed.awaitUninterruptibly();
                }
                speed = bytesPerSecond;
            } finally {
                lock.unlock();
            }
            if (speed == Long.MAX_VALUE) {
                return length;
            }
            int few = Math.min(length, 1000);
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(few) / speed);
            return few;
        }
    }
}

package org.gridtorrent.ptcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Writes what the other parts have to tell the peer on the control channel.
 *
 * <p>Only the newest state is kept, never a queue, so nobody waits here and memory is constant: a
 * window that was not sent yet is replaced by a wider one. One virtual thread runs it.
 */
final class ControlSender {
    private static final long NONE = -1;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final SocketChannel channel;
    private long window = NONE;
    private long end = NONE;
    private boolean close;
    private boolean stopped;

    ControlSender(SocketChannel channel) {
        this.channel = channel;
    }

    void window(long limit) {
        change(() -> window = limit);
    }

    void end(long count) {
        change(() -> end = count);
    }

    /** The last frame. */
    void close() {
        change(() -> close = true);
    }

    /** Ends the thread without another word. */
    void stop() {
        change(() -> stopped = true);
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    void run() throws IOException, InterruptedException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(3 * Frame.LENGTH);
        while (collect(buffer.clear())) {
            buffer.flip();
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        }
    }

    /** Waits for something to say and encodes it; false when all is said. */
    private boolean collect(ByteBuffer buffer) throws InterruptedException {
        lock.lock();
        try {
            while (window == NONE && end == NONE && !close && !stopped) {
                changed.await();
            }
            if (stopped) {
                return false;
            }
            put(Frame.Type.WINDOW, window, buffer);
            put(Frame.Type.END, end, buffer);
            put(Frame.Type.CLOSE, close ? 0 : NONE, buffer);
            window = NONE;
            end = NONE;
            stopped = close;
            close = false;
            return true;
        } finally {
            lock.unlock();
        }
    }

    private static void put(Frame.Type type, long value, ByteBuffer buffer) {
        if (value != NONE) {
            Frame.control(type, value).encode(buffer);
        }
    }
}

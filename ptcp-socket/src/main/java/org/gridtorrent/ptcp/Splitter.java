package org.gridtorrent.ptcp;

import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The packet splitter: cuts what is written into sub-packets, which senders take in order.
 *
 * <p>A number is given when a sender takes the sub-packet, so numbers grow along every stream. A
 * sender takes only what the peer's window has room for; what was written meanwhile is gathered in the
 * last sub-packet of the queue until that is full, so that many small writes over a slow line become
 * few sub-packets. At most {@code slots} buffers are held, queued or in senders' hands; a writer waits
 * for one.
 *
 * <p>Thread-safe; writers take turns.
 */
final class Splitter {
    private final ReentrantLock turn = new ReentrantLock();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition mayWrite = lock.newCondition();
    private final Condition mayTake = lock.newCondition();
    private final ArrayDeque<ByteBuffer> queue = new ArrayDeque<>();
    private final BufferPool pool;
    private final int payloadLength;
    private int freeSlots;
    private long nextNumber;
    private long limit;
    private boolean ended;
    private boolean broken;
    private @Nullable IOException failure;

    Splitter(BufferPool pool, int slots, int payloadLength, long limit) {
        this.pool = pool;
        this.freeSlots = slots;
        this.payloadLength = payloadLength;
        this.limit = limit;
    }

    /** Queues all of the source, waiting for room; on return the source may be used again. */
    void write(ByteBuffer source) throws IOException {
        turn.lock();
        try {
            while (source.hasRemaining()) {
                if (!append(source)) {
                    ByteBuffer buffer = pool.take().limit(payloadLength);
                    move(source, buffer);
                    enqueue(buffer);
                }
            }
        } finally {
            turn.unlock();
        }
    }

    /** Adds to the last sub-packet if no sender has it yet; otherwise reserves a slot for a new one. */
    private boolean append(ByteBuffer source) throws IOException {
        lock.lock();
        try {
            while (true) {
                requireOpen();
                ByteBuffer last = queue.peekLast();
                if (last != null && last.hasRemaining()) {
                    move(source, last);
                    return true;
                }
                if (freeSlots > 0) {
                    freeSlots--;
                    return false;
                }
                Waiting.await(mayWrite, Waiting.FOREVER);
            }
        } finally {
            lock.unlock();
        }
    }

    private void enqueue(ByteBuffer buffer) throws IOException {
        lock.lock();
        try {
            requireOpen();
            queue.add(buffer);
            mayTake.signal();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The next sub-packet for a stream that is free; null when there will be no more.
     *
     * @throws SocketException when the session broke: no stream may end as if it were complete
     */
    @Nullable
    SubPacket take() throws SocketException, InterruptedException {
        lock.lock();
        try {
            while (queue.isEmpty() || nextNumber >= limit) {
                if (broken) {
                    throw new SocketException("session broken", failure);
                }
                if (failure != null || (ended && queue.isEmpty())) {
                    return null;
                }
                mayTake.await();
            }
            return new SubPacket(nextNumber++, queue.remove().flip());
        } finally {
            lock.unlock();
        }
    }

    /** Gives back the buffer of a sub-packet that is with the kernel. */
    void written(SubPacket packet) {
        pool.release(packet.payload());
        lock.lock();
        try {
            freeSlots++;
            mayWrite.signal();
        } finally {
            lock.unlock();
        }
    }

    /** The peer has room for sub-packets below the limit; an older, smaller limit changes nothing. */
    void grant(long newLimit) {
        lock.lock();
        try {
            limit = Math.max(limit, newLimit);
            mayTake.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Nothing more is written; what is queued still goes. Returns how many sub-packets there are. */
    long end() {
        lock.lock();
        try {
            ended = true;
            mayWrite.signalAll();
            mayTake.signalAll();
            return nextNumber + queue.size();
        } finally {
            lock.unlock();
        }
    }

    /** The session broke: writers and senders get the failure, what is queued is dropped. */
    void fail(IOException cause) {
        lock.lock();
        try {
            broken = true;
            refuse(cause);
        } finally {
            lock.unlock();
        }
    }

    /** The peer wants no more: writers get the failure, the streams end in order. */
    void refuse(IOException cause) {
        lock.lock();
        try {
            if (failure == null) {
                failure = cause;
            }
            queue.forEach(pool::release);
            queue.clear();
            mayWrite.signalAll();
            mayTake.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Sub-packets that senders have taken so far: a sign of life for whoever waits for the end. */
    long taken() {
        lock.lock();
        try {
            return nextNumber;
        } finally {
            lock.unlock();
        }
    }

    /** Whether a sender would get a sub-packet at once. */
    boolean hasNext() {
        lock.lock();
        try {
            return !queue.isEmpty() && nextNumber < limit;
        } finally {
            lock.unlock();
        }
    }

    /** Sub-packets that can be begun before a writer has to wait. */
    int freeSlots() {
        lock.lock();
        try {
            return freeSlots;
        } finally {
            lock.unlock();
        }
    }

    private void requireOpen() throws SocketException {
        if (failure != null) {
            throw new SocketException(failure.getMessage(), failure);
        }
        if (ended) {
            throw new SocketException("Socket output is shut down");
        }
    }

    private static void move(ByteBuffer source, ByteBuffer target) {
        int length = Math.min(source.remaining(), target.remaining());
        target.put(target.position(), source, source.position(), length);
        target.position(target.position() + length);
        source.position(source.position() + length);
    }
}

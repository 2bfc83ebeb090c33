package org.gridtorrent.ptcp.stream;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.function.IntFunction;
import org.gridtorrent.ptcp.net.WireFormat;
import org.jspecify.annotations.Nullable;

/**
 * Direct buffers of one payload each, shared by all sockets of the process and used again, the last one
 * first: it is still in the processor's cache.
 *
 * <p>The pool limits only what lies idle (32 MiB); how many a socket may hold at once is limited by its
 * splitter and its merger. Thread-safe.
 */
public final class BufferPool {
    public static final BufferPool SHARED = new BufferPool(512);

    /** Shorter payloads get a heap buffer of their own length: a pooled one would be mostly air. */
    private static final int SMALL_LENGTH = 4096;

    private final ArrayDeque<ByteBuffer> idle = new ArrayDeque<>();
    private final int maxIdle;
    private final IntFunction<ByteBuffer> allocate;
    private long taken;

    private BufferPool(int maxIdle) {
        this(maxIdle, ByteBuffer::allocateDirect);
    }

    /** @param allocate a direct buffer of that length */
    public BufferPool(int maxIdle, IntFunction<ByteBuffer> allocate) {
        this.maxIdle = maxIdle;
        this.allocate = allocate;
    }

    /**
     * A cleared buffer with room for a payload of the greatest length.
     *
     * @throws OutOfMemoryError when the process has all the direct memory that it may have
     */
    public ByteBuffer take() {
        ByteBuffer idling = pollIdle();
        ByteBuffer buffer = idling == null ? allocate.apply(WireFormat.PAYLOAD_LENGTH) : idling;
        countTaken();
        return buffer;
    }

    private synchronized @Nullable ByteBuffer pollIdle() {
        return idle.pollLast();
    }

    private synchronized void countTaken() {
        taken++;
    }

    /** A cleared buffer whose limit is the given length. */
    public ByteBuffer take(int length) {
        return length <= SMALL_LENGTH ? ByteBuffer.allocate(length) : take().limit(length);
    }

    /** Gives a buffer back; the caller must not touch it again. */
    public synchronized void release(ByteBuffer buffer) {
        if (!buffer.isDirect()) {
            return;
        }
        taken--;
        if (idle.size() < maxIdle) {
            idle.addLast(buffer.clear());
        }
    }

    /** Pooled buffers that somebody has at the moment. */
    public synchronized long taken() {
        return taken;
    }
}

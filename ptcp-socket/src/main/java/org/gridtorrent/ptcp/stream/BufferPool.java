package org.gridtorrent.ptcp.stream;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.function.IntFunction;
import org.gridtorrent.ptcp.net.WireFormat;
import org.jspecify.annotations.Nullable;

/**
 * Pool of direct buffers, each of one payload, shared by all sockets of the process.
 *
 * <p>The buffer released last is taken first, because it is still in the processor's cache. The pool limits idle
 * buffers only, to 32 MiB; the splitter and the merger limit how many a socket holds. Thread-safe.
 */
public final class BufferPool {
    public static final BufferPool SHARED = new BufferPool(512, ByteBuffer::allocateDirect);

    /** Shorter payloads get a heap buffer of their own length, so that no direct buffer is mostly empty. */
    private static final int SMALL_LENGTH = 4096;

    private final ArrayDeque<ByteBuffer> idle = new ArrayDeque<>();
    private final int maxIdle;
    private final IntFunction<ByteBuffer> allocate;
    private long inUse;

    /** @param allocate makes a direct buffer of the given length */
    BufferPool(int maxIdle, IntFunction<ByteBuffer> allocate) {
        this.maxIdle = maxIdle;
        this.allocate = allocate;
    }

    /**
     * Takes a cleared buffer that holds the longest payload.
     *
     * @throws OutOfMemoryError when the process has used up its direct memory
     */
    public ByteBuffer take() {
        ByteBuffer pooled = pollIdle();
        ByteBuffer buffer = pooled == null ? allocate.apply(WireFormat.PAYLOAD_LENGTH) : pooled;
        countTaken();
        return buffer;
    }

    private synchronized @Nullable ByteBuffer pollIdle() {
        return idle.pollLast();
    }

    private synchronized void countTaken() {
        inUse++;
    }

    /** Takes a cleared buffer whose limit is the given length. */
    public ByteBuffer take(int length) {
        return length <= SMALL_LENGTH ? ByteBuffer.allocate(length) : take().limit(length);
    }

    /** Gives a buffer back; the caller must not touch it again. */
    public synchronized void release(ByteBuffer buffer) {
        if (!buffer.isDirect()) {
            return;
        }
        inUse--;
        if (idle.size() < maxIdle) {
            idle.addLast(buffer.clear());
        }
    }

    /** Pooled buffers that are taken and not released. */
    public synchronized long inUse() {
        return inUse;
    }

    /** Moves as many bytes as fit from one buffer to another. */
    static void copy(ByteBuffer source, ByteBuffer target) {
        int length = Math.min(source.remaining(), target.remaining());
        target.put(target.position(), source, source.position(), length);
        target.position(target.position() + length);
        source.position(source.position() + length);
    }
}

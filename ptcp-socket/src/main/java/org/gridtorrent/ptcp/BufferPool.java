package org.gridtorrent.ptcp;

import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;

/**
 * Direct buffers of one payload each, shared by all sockets of the process and used again.
 *
 * <p>The pool limits only what lies idle (32 MiB); how many a socket may hold at once is limited by its
 * splitter and its merger. Thread-safe.
 */
final class BufferPool {
    static final BufferPool SHARED = new BufferPool(512);

    /** Shorter payloads get a heap buffer of their own length: a pooled one would be mostly air. */
    private static final int SMALL_LENGTH = 4096;

    private final ArrayBlockingQueue<ByteBuffer> idle;

    private BufferPool(int maxIdle) {
        idle = new ArrayBlockingQueue<>(maxIdle);
    }

    /** A cleared buffer with room for a payload of the greatest length. */
    ByteBuffer take() {
        ByteBuffer buffer = idle.poll();
        return buffer == null ? ByteBuffer.allocateDirect(Wire.PAYLOAD_LENGTH) : buffer;
    }

    /** A cleared buffer whose limit is the given length. */
    ByteBuffer take(int length) {
        return length <= SMALL_LENGTH ? ByteBuffer.allocate(length) : take().limit(length);
    }

    /** Gives a buffer back; the caller must not touch it again. */
    void release(ByteBuffer buffer) {
        if (buffer.isDirect()) {
            idle.offer(buffer.clear());
        }
    }
}

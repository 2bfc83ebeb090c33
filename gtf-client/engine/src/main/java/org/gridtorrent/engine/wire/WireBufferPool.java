package org.gridtorrent.engine.wire;

import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Pool of large buffers for busy connections, so that a thousand connections need little more memory than one.
 *
 * <p>A connection that gets none uses a small buffer of its own. Thread-safe and non-blocking.
 */
final class WireBufferPool {
    static final int LENGTH = 256 * 1024;
    /** The length of a connection's own buffer: enough for a frame with a block. */
    static final int SMALL_LENGTH = 32 * 1024;
    /** 16 MiB of them. */
    private static final int MAX_BUFFERS = 64;
    /** The pool of the process. */
    static final WireBufferPool SHARED = new WireBufferPool(MAX_BUFFERS);

    private final AtomicInteger left;
    private final Queue<byte[]> idle = new ConcurrentLinkedQueue<>();

    WireBufferPool(int count) {
        left = new AtomicInteger(count);
    }

    /** A buffer with old content, to be released; empty when all are in use. */
    Optional<byte[]> acquire() {
        if (left.getAndDecrement() <= 0) {
            left.incrementAndGet();
            return Optional.empty();
        }
        byte[] buffer = idle.poll();
        return Optional.of(buffer == null ? new byte[LENGTH] : buffer);
    }

    void release(byte[] buffer) {
        idle.add(buffer);
        left.incrementAndGet();
    }
}

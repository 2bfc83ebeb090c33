package org.gridtorrent.engine.wire;

import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Large buffers, lent to connections while much flows through them: a few for all together, so that
 * a thousand connections do not take a thousand times as much memory as one that is busy. Who gets
 * none makes do with a small one of its own. Thread-safe; nobody waits.
 */
final class WireBufferPool {
    static final int LENGTH = 256 * 1024;
    /** Enough for a frame with a block. */
    static final int OWN_LENGTH = 32 * 1024;
    /** 16 MiB of them. */
    private static final int COUNT = 64;
    /** For the whole process, as its memory is. */
    static final WireBufferPool SHARED = new WireBufferPool(COUNT);

    private final AtomicInteger left;
    private final Queue<byte[]> idle = new ConcurrentLinkedQueue<>();

    WireBufferPool(int count) {
        left = new AtomicInteger(count);
    }

    /** To be given back; what it holds is old. */
    Optional<byte[]> borrow() {
        if (left.getAndDecrement() <= 0) {
            left.incrementAndGet();
            return Optional.empty();
        }
        byte[] kept = idle.poll();
        return Optional.of(kept == null ? new byte[LENGTH] : kept);
    }

    void giveBack(byte[] borrowed) {
        idle.add(borrowed);
        left.incrementAndGet();
    }
}

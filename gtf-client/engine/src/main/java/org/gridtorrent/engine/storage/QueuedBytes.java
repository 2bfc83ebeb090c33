package org.gridtorrent.engine.storage;

import java.util.concurrent.atomic.AtomicLong;

/** Count and limit of the bytes that wait to be written. Thread-safe. */
final class QueuedBytes {
    private final long limit;
    private final PieceStoreListener listener;
    private final AtomicLong count = new AtomicLong();

    QueuedBytes(StoreLimits limits, PieceStoreListener listener) {
        this.limit = limits.maxQueuedBytes();
        this.listener = listener;
    }

    long count() {
        return count.get();
    }

    /** False when there is no room. An empty queue has room for any length. */
    boolean reserve(int length) {
        long before = count.get();
        while (before == 0 || before + length <= limit) {
            if (count.compareAndSet(before, before + length)) {
                return true;
            }
            before = count.get();
        }
        return false;
    }

    /** Tells the listener when half of the room is free again. */
    void release(int length) {
        long before = count.getAndAdd(-length);
        long low = limit / 2;
        if (before > low && before - length <= low) {
            listener.drained();
        }
    }
}

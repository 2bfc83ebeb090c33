package org.gridtorrent.engine.download;

import java.util.concurrent.atomic.AtomicLong;

/** Numbers by which a swarm knows its readers. Thread-safe. */
final class ReaderIds {
    private static final AtomicLong NEXT = new AtomicLong();

    private ReaderIds() {}

    static long next() {
        return NEXT.getAndIncrement();
    }
}

package org.gridtorrent.engine.download;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limit of the bytes that all readers of the process read ahead, shared equally among their sessions.
 * Thread-safe.
 */
public final class ReadAheadBudget {
    /** 256 MiB: a line of 1 Gb/s and 600 ms, three times over. */
    public static final ReadAheadBudget SHARED = new ReadAheadBudget(256L << 20);

    private final long limitBytes;
    private final AtomicInteger sessions = new AtomicInteger();

    public ReadAheadBudget(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** So many sessions more, or fewer, read ahead. */
    void add(int change) {
        sessions.addAndGet(change);
    }

    /** Bytes that one session may read ahead. */
    long share() {
        return limitBytes / Math.max(1, sessions.get());
    }
}

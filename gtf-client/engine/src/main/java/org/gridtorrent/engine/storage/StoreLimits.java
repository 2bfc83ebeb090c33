package org.gridtorrent.engine.storage;

import java.time.Duration;

/**
 * Bounds of a piece store: after how many bytes, and after how long at most, written pieces are synced, an
 * eighth of that where syncs are quick; how many bytes may wait to be written; how often a full disk is
 * tried again; the memory that is shared with other stores.
 */
public record StoreLimits(long syncBytes, Duration syncInterval, long queuedBytes,
        Duration retryInterval, DiskBufferPool memory) {
    private static final long HALF = DiskBufferPool.SHARED.budget() / 2;

    /**
     * 64 MiB, or 2 s, for a sync: what a crash costs, and how late others hear of a piece; half of all
     * memory queued, so that one slow disk does not hold up the others; a full disk tried every 5 s.
     */
    public static final StoreLimits USUAL = new StoreLimits(64L << 20, Duration.ofSeconds(2), HALF,
            Duration.ofSeconds(5));

    public StoreLimits(long syncBytes, Duration syncInterval, long queuedBytes,
            Duration retryInterval) {
        this(syncBytes, syncInterval, queuedBytes, retryInterval, DiskBufferPool.SHARED);
    }
}

package org.gridtorrent.engine.storage;

import java.time.Duration;

/**
 * Bounds of a piece store: how many bytes, and how long, written pieces may wait for a sync; how
 * many bytes may wait to be written; how often a full disk is tried again; the memory that is shared
 * with other stores.
 */
public record StoreLimits(long syncBytes, Duration syncInterval, long queuedBytes,
        Duration retryInterval, PieceMemory memory) {
    private static final long HALF = PieceMemory.SHARED.budget() / 2;

    /**
     * Half of all memory, or 2 s, for a sync, so that sockets are read meanwhile; half of it queued, so
     * that one slow disk does not hold up the others; a full disk tried every 5 s.
     */
    public static final StoreLimits USUAL = new StoreLimits(HALF, Duration.ofSeconds(2), HALF,
            Duration.ofSeconds(5));

    public StoreLimits(long syncBytes, Duration syncInterval, long queuedBytes,
            Duration retryInterval) {
        this(syncBytes, syncInterval, queuedBytes, retryInterval, PieceMemory.SHARED);
    }
}

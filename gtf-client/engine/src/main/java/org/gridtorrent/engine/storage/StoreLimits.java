package org.gridtorrent.engine.storage;

import java.time.Duration;
import org.gridtorrent.engine.memory.BufferPool;

/**
 * Limits of a piece store.
 *
 * @param syncBytes written bytes after which a sync begins
 * @param syncInterval the longest time that a written piece waits for its sync; an eighth of it where
 * syncs are quick
 * @param maxQueuedBytes bytes that may wait to be written
 * @param diskFullRetryInterval time between two tries while the disk is full
 * @param bufferPool memory shared with other stores
 */
public record StoreLimits(long syncBytes, Duration syncInterval, long maxQueuedBytes,
        Duration diskFullRetryInterval, BufferPool bufferPool) {
    private static final long HALF_POOL = BufferPool.SHARED.limitBytes() / 2;

    /**
     * A sync each 64 MiB or 2 s: what a crash costs, and how late other peers hear of a piece. One store
     * may queue half of the pool, so that a slow disk does not hold up the others.
     */
    public static final StoreLimits DEFAULT = new StoreLimits(64L << 20, Duration.ofSeconds(2),
            HALF_POOL, Duration.ofSeconds(5));

    /** With the pool that all stores of the process share. */
    public StoreLimits(long syncBytes, Duration syncInterval, long maxQueuedBytes,
            Duration diskFullRetryInterval) {
        this(syncBytes, syncInterval, maxQueuedBytes, diskFullRetryInterval,
                BufferPool.SHARED);
    }
}

package org.gridtorrent.engine.storage;

import java.time.Duration;

/**
 * Bounds of a piece store: how many bytes, and how long, written pieces may wait for a sync; how
 * many bytes may wait to be written; how often a full disk is tried again.
 */
public record StoreLimits(long syncBytes, Duration syncInterval, long queuedBytes,
        Duration retryInterval) {
    /** 64 MiB or 2 s, 64 MiB queued, a full disk tried every 5 s. */
    public static final StoreLimits USUAL = new StoreLimits(64L << 20, Duration.ofSeconds(2),
            64L << 20, Duration.ofSeconds(5));
}

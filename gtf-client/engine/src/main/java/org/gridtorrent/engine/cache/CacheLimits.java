package org.gridtorrent.engine.cache;

/**
 * Limits of a read cache, in bytes.
 *
 * @param maxBytes of all contents' pieces on the disk
 * @param keepFreeBytes of the disk, which the cache leaves to others
 * @param memoryBytes of pieces that pass through memory while the disk has no room
 */
public record CacheLimits(long maxBytes, long keepFreeBytes, long memoryBytes) {
    private static final long MEMORY_BYTES = 64L << 20;

    public CacheLimits {
        if (maxBytes <= 0 || keepFreeBytes < 0 || memoryBytes < 0) {
            throw new IllegalArgumentException("a cache of %d bytes, %d kept free, %d of memory"
                    .formatted(maxBytes, keepFreeBytes, memoryBytes));
        }
    }

    /** Limits with 64 MiB of memory. */
    public CacheLimits(long maxBytes, long keepFreeBytes) {
        this(maxBytes, keepFreeBytes, MEMORY_BYTES);
    }
}

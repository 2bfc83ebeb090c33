package org.gridtorrent.client.daemon;

import java.util.List;

/**
 * What the cache of data sets that are read and not kept holds, in bytes.
 *
 * @param keepFreeBytes of the disk, which it leaves free
 */
public record CacheState(long usedBytes, long limitBytes, long keepFreeBytes,
        List<CachedDataset> datasets) {
    public CacheState {
        datasets = List.copyOf(datasets);
    }

    /**
     * Data set of which pieces are in the cache.
     *
     * @param bytes of its pieces
     * @param totalBytes of the whole data set
     * @param pinned whether its pieces stay, whatever the limit
     */
    public record CachedDataset(String id, String title, String infoHash, long bytes,
            long totalBytes, boolean pinned) {}
}

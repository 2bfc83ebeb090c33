package org.gridtorrent.engine.cache;

import org.gridtorrent.metainfo.InfoHash;

/**
 * What the cache holds of one content.
 *
 * @param bytes of its pieces on the disk
 * @param totalBytes of the whole content
 * @param isPinned whether its pieces are never evicted
 */
public record CacheUsage(InfoHash infoHash, long bytes, long totalBytes, boolean isPinned) {}

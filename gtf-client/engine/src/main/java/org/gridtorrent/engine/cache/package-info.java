/**
 * Cache of contents that are read and not kept.
 *
 * <p>{@link org.gridtorrent.engine.cache.ReadCache} holds the limits and evicts; a {@code CachedContent} has one
 * content's pieces in a sparse file with a {@code PieceMap}, and gives their room back by the {@code
 * HolePuncher}. {@code CacheStorage} lets a {@link org.gridtorrent.engine.storage.PieceStore} write to it and read from it, as
 * to the files of a download, so that the swarm is the same.
 *
 * <p>All types are thread-safe. Lock order: the cache's eviction lock, then a content's. Limits: {@link
 * org.gridtorrent.engine.cache.CacheLimits}, for all contents together.
 */
@NullMarked
package org.gridtorrent.engine.cache;

import org.jspecify.annotations.NullMarked;

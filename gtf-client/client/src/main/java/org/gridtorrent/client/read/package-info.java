/**
 * Bytes of contents that are not on this machine as a whole, for the tree of data sets.
 *
 * <p>{@link org.gridtorrent.client.read.RemoteContentSource} opens files by a swarm of {@link
 * org.gridtorrent.client.share.Contents}: the one that fetches the content, or else one over the cache. A {@code
 * RemoteFile} goes on with the next swarm when its own ends, and {@code StalledReads} fails reads for which no holder
 * sends anything. All types are thread-safe; no read holds a thread while it waits.
 */
@NullMarked
package org.gridtorrent.client.read;

import org.jspecify.annotations.NullMarked;

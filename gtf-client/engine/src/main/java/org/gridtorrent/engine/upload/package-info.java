/**
 * Uploading: choke rounds, allowed-fast pieces, and the queueing or rejection of requested blocks.
 *
 * <p>A request passes {@link org.gridtorrent.engine.upload.Uploader}, which queues the block in the peer's
 * connection; the connection's writer reads it from the store and sends it, within the rate limits. Which
 * peers are unchoked is decided by {@link org.gridtorrent.engine.choke.Choker}.
 *
 * <p>Confined to the swarm's thread, without locks. Limits: 4096 queued blocks and 8192 queued rejects a
 * peer; ten allowed-fast pieces of 4 MiB in all.
 */
@NullMarked
package org.gridtorrent.engine.upload;

import org.jspecify.annotations.NullMarked;

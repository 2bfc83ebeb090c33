/**
 * BitTorrent engine: {@link org.gridtorrent.engine.Engine} listens, and runs one swarm for each content.
 *
 * <p>A connection that a peer opens passes, in this order: {@code Acceptor} accepts it, {@code
 * PendingHandshakes} bounds those without a handshake, the gate and the handshake run on a virtual thread
 * each, and {@link org.gridtorrent.engine.swarm.Swarm#attachPeer} takes it over. {@code AnnouncedSwarm}
 * connects a swarm to the announcer. {@code SavedMetainfo} keeps the metadata of magnet links.
 *
 * <p>Every class is thread-safe. Each swarm has its own thread; nothing here holds a lock while it calls a
 * swarm, except while one is added. Limits: 256 pending handshakes, ten seconds for each.
 */
@NullMarked
package org.gridtorrent.engine;

import org.jspecify.annotations.NullMarked;

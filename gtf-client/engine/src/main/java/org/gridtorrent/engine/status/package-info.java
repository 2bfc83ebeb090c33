/**
 * Status of a swarm and of its peers, as values.
 *
 * <p>{@link org.gridtorrent.engine.status.SwarmStatus} has the {@link
 * org.gridtorrent.engine.status.SwarmPhase}, a {@link org.gridtorrent.engine.status.PeerStatus} for each
 * connected peer, and the {@link org.gridtorrent.engine.status.Obstacle} that keeps the transfer from moving.
 * Immutable; made on the swarm's thread, read by any.
 */
@NullMarked
package org.gridtorrent.engine.status;

import org.jspecify.annotations.NullMarked;

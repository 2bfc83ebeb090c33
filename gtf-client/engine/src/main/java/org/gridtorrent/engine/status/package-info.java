/**
 * Status of swarms, as codes and data: {@link org.gridtorrent.engine.status.SwarmStatus}, with an {@link
 * org.gridtorrent.engine.status.Obstacle} where it does not move, and a {@link
 * org.gridtorrent.engine.status.PeerStatus} for each connected peer, with its {@link
 * org.gridtorrent.engine.status.PeerActivity}.
 *
 * <p>Immutable values, made by the swarm's thread and read by any. Sentences for users are not made here.
 */
@NullMarked
package org.gridtorrent.engine.status;

import org.jspecify.annotations.NullMarked;

/**
 * Transports: connections to peers over TCP and PTCP, and the gate that admits peers.
 *
 * <p>{@link org.gridtorrent.engine.transport.Transport} opens a {@link org.gridtorrent.engine.transport.Connection} to a
 * {@link org.gridtorrent.engine.transport.PeerAddress}, {@link org.gridtorrent.engine.transport.Listener} accepts one, and
 * {@link org.gridtorrent.engine.transport.Gate} secures it. All types are thread-safe; connecting, accepting and the gate
 * block, each with a timeout of the caller's. Nothing else in the engine knows PTCP.
 */
@NullMarked
package org.gridtorrent.engine.transport;

import org.jspecify.annotations.NullMarked;

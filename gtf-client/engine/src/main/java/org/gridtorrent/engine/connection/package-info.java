/**
 * Connections to peers: dialling, reading, writing, and the state of each connected peer.
 *
 * <p>In the order of the data's way: {@code Dialer} and {@code AddressRace} open a connection and exchange
 * handshakes ({@link org.gridtorrent.engine.connection.HandshakenPeer}); {@link
 * org.gridtorrent.engine.connection.ConnectedPeers} admits it; {@link
 * org.gridtorrent.engine.connection.PeerConnection} reads messages, held back by {@link
 * org.gridtorrent.engine.connection.ReadBackpressure}, and passes them to the {@link
 * org.gridtorrent.engine.connection.ConnectionListener}; {@link
 * org.gridtorrent.engine.connection.PeerSession} is the state of the peer; {@link
 * org.gridtorrent.engine.connection.PeerLink} takes what is to be sent to it.
 *
 * <p>{@code ConnectedPeers} and {@code PeerSession} are confined to the swarm's thread. Each connection has
 * two virtual threads; its queues and the back-pressure have one lock each. Limits: 4096 blocks and 32768
 * messages queued to a peer, 4 MiB of messages read and not handled in a swarm, ten seconds for a handshake.
 */
@NullMarked
package org.gridtorrent.engine.connection;

import org.jspecify.annotations.NullMarked;

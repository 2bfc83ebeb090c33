/**
 * Known peers: where their addresses come from, when they are dialled, and which are kept or banned.
 *
 * <p>In processing order: {@link org.gridtorrent.engine.peers.PexReceiver}, {@link
 * org.gridtorrent.engine.peers.PexQuota} and {@link org.gridtorrent.metainfo.address.AddressScope} filter addresses that peers advertise; {@link
 * org.gridtorrent.engine.peers.PeerList} keeps each peer ({@code KnownPeer}) with its addresses ({@code
 * PeerEndpoint}) and back-offs; {@link org.gridtorrent.engine.peers.DialOrder} sorts the addresses of a
 * {@link org.gridtorrent.engine.peers.Dial}; {@link org.gridtorrent.engine.peers.PeerPriority} says which
 * connections a full swarm keeps; {@link org.gridtorrent.engine.peers.HostBans} limits hosts that sent
 * corrupt data; {@link org.gridtorrent.engine.peers.PexSender} names connected peers to others.
 *
 * <p>No I/O, and time is passed in. Confined to the swarm's thread, without locks, except {@link
 * org.gridtorrent.engine.peers.OwnAddresses}, which all swarms share. Limits: 2000 known peers in a swarm,
 * 16 addresses of a device, 500 addresses from PEX alone, 8 dials at a time.
 */
@NullMarked
package org.gridtorrent.engine.peers;

import org.jspecify.annotations.NullMarked;

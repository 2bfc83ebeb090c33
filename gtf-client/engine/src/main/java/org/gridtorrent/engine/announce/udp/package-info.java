/**
 * UDP trackers (BEP 15, 41).
 *
 * <p>{@link org.gridtorrent.engine.announce.udp.UdpTracker} resolves the name and sends a {@code UdpRequest} by
 * {@link org.gridtorrent.engine.announce.udp.UdpSocket}; {@code UdpConnections} and {@code UdpConnection} keep connection
 * ids and retransmit; {@code UdpResponse} parses what arrives.
 *
 * <p>One platform thread owns the socket and the connections, without locks. Callers block on the future of a response.
 */
@NullMarked
package org.gridtorrent.engine.announce.udp;

import org.jspecify.annotations.NullMarked;

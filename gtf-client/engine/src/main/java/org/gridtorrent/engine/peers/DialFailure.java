package org.gridtorrent.engine.peers;

import org.gridtorrent.engine.transport.PeerAddress;

/**
 * Failure to connect to a peer.
 *
 * @param refused whether the peer, or the gate on its behalf, refused admission
 * @param detail the error, in technical English
 */
public record DialFailure(PeerAddress peer, boolean refused, String detail) {}

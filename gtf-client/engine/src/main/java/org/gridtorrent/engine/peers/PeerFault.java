package org.gridtorrent.engine.peers;

import org.gridtorrent.engine.transport.PeerAddress;

/** Misbehaviour of a peer. */
public sealed interface PeerFault {

    /** Address of the peer, as it was dialled or is connected. */
    PeerAddress peer();

    /**
     * The peer broke the BitTorrent protocol.
     *
     * @param detail what it sent, in technical English
     */
    record ProtocolViolation(PeerAddress peer, String detail) implements PeerFault {}

    /** The peer rejects requests for pieces that it claims to have (BEP 6). */
    record RejectsPieces(PeerAddress peer) implements PeerFault {}
}

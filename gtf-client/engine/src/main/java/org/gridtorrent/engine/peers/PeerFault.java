package org.gridtorrent.engine.peers;

import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.mdtp.http.ReplicaFault;

/** Misbehaviour of a peer, or of a web seed (BEP 19). */
public sealed interface PeerFault {

    /** Address of the peer, as it was dialled or is connected; of a web seed, scheme, host and port. */
    PeerAddress peer();

    /**
     * The peer broke the BitTorrent protocol.
     *
     * @param detail what it sent, in technical English
     */
    record ProtocolViolation(PeerAddress peer, String detail) implements PeerFault {}

    /** The peer rejects requests for pieces that it claims to have (BEP 6). */
    record RejectsPieces(PeerAddress peer) implements PeerFault {}

    /** The web seed sent data that does not match its hash. */
    record FalseData(PeerAddress peer) implements PeerFault {}

    /** The web seed does not answer, or has stopped in the middle of a response. */
    record Silent(PeerAddress peer) implements PeerFault {}

    /**
     * The web seed did not serve a range.
     *
     * @param path of the file in the content
     */
    record RequestFailed(PeerAddress peer, String path, ReplicaFault fault) implements PeerFault {}

    /**
     * The web seed's file has another length than the content's.
     *
     * @param path of the file in the content
     * @param length of the web seed's file
     */
    record WrongLength(PeerAddress peer, String path, long length) implements PeerFault {}

    /**
     * The web seed cannot be asked, for a reason on this machine.
     *
     * @param detail the error, in technical English
     */
    record NotAsked(PeerAddress peer, String detail) implements PeerFault {}
}

package org.gridtorrent.engine.status;

import java.net.InetSocketAddress;
import java.util.Optional;
import org.gridtorrent.engine.transport.PeerIdentity;

/**
 * Status of one connected peer.
 *
 * @param client name and version that the peer reports
 * @param reason the state as a sentence: why not more is transferred
 * @param pieceCount pieces that the peer has
 * @param downloadRate bytes a second from the peer
 * @param uploadRate bytes a second to the peer
 */
public record PeerStatus(InetSocketAddress address, String transport,
        Optional<PeerIdentity> identity, String client, State state, String reason,
        int pieceCount, long downloadRate, long uploadRate, long downloaded, long uploaded) {

    /** State of the transfer with the peer; the first that applies. For programs: names are stable. */
    public enum State {
        /** Metadata is requested: only the magnet link is known. */
        METADATA,
        /** The peer breaks the protocol, or rejects pieces that it has. */
        MISBEHAVES,
        /** A download limit holds requests to the peer back. */
        ASKED_LATER,
        /** Snubbed: the peer does not answer, and its requests go to others. */
        NO_ANSWER,
        /** Blocks are requested from the peer. */
        FETCHING,
        /** An upload limit holds the blocks back that the peer requested. */
        SERVED_LATER,
        /** Blocks that the peer requested are sent. */
        SERVING,
        /** The peer has wanted pieces, and chokes us. */
        CHOKED,
        /** Received blocks wait to be written, and no more are requested. */
        SLOW_DISK,
        /** The peer is interested, and has no upload slot. */
        WAITING,
        IDLE
    }
}

package org.gridtorrent.engine.swarm;

import java.net.InetSocketAddress;
import java.util.Optional;
import org.gridtorrent.engine.transport.PeerIdentity;

/**
 * One connected peer as it stood when the status was made.
 *
 * @param client what it calls itself
 * @param downloadRate bytes a second from it
 * @param uploadRate bytes a second to it
 */
public record PeerStatus(InetSocketAddress address, String transport,
        Optional<PeerIdentity> identity, String client, State state, int piecesHad,
        long downloadRate, long uploadRate, long downloaded, long uploaded) {

    /** What there is between us and it; the first that holds. */
    public enum State {
        /** There is something to ask of it, and a download limit holds that back. */
        ASKED_LATER,
        /** Blocks are asked of it. */
        FETCHING,
        /** It asks blocks of us, and an upload limit holds the next back. */
        SERVED_LATER,
        /** It asks blocks of us. */
        SERVING,
        /** It has what we lack and does not let us ask. */
        CHOKED,
        /** It wants what we have and has no upload slot. */
        WAITING,
        IDLE
    }
}

package org.gridtorrent.engine.status;

import java.net.InetSocketAddress;
import java.util.Optional;
import org.gridtorrent.engine.transport.PeerIdentity;

/**
 * One connected peer as it stood when the status was made.
 *
 * @param client what it calls itself
 * @param reason what there is between us and it, and so why not more moves; the state for people
 * @param downloadRate bytes a second from it
 * @param uploadRate bytes a second to it
 */
public record PeerStatus(InetSocketAddress address, String transport,
        Optional<PeerIdentity> identity, String client, State state, String reason,
        int piecesHad, long downloadRate, long uploadRate, long downloaded, long uploaded) {

    /** What there is between us and it; the first that holds. For programs; names are stable. */
    public enum State {
        /** It is asked what the content is: only a link to it is known. */
        METADATA,
        /** It refuses what it says it has. */
        MISBEHAVES,
        /** There is something to ask of it, and a download limit holds that back. */
        ASKED_LATER,
        /** It lets requests lie: what it was asked for is asked of others. */
        NO_ANSWER,
        /** Blocks are asked of it. */
        FETCHING,
        /** It asks blocks of us, and an upload limit holds the next back. */
        SERVED_LATER,
        /** It asks blocks of us. */
        SERVING,
        /** It has what we lack and does not let us ask. */
        CHOKED,
        /** What has come waits to be written, and nobody is asked for more meanwhile. */
        SLOW_DISK,
        /** It wants what we have and has no upload slot. */
        WAITING,
        IDLE
    }
}

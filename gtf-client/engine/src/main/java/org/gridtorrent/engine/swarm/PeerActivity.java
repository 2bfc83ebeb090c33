package org.gridtorrent.engine.swarm;

import java.util.Optional;
import org.gridtorrent.engine.connection.PeerSession;
import org.gridtorrent.engine.download.Downloader;
import org.gridtorrent.engine.limit.RateLimit;
import org.gridtorrent.engine.status.PeerStatus.State;

/** State of the transfer with a peer, as a code and as a sentence. */
record PeerActivity(State state, String sentence) {
    /** For a peer while only the magnet link is known. */
    static final PeerActivity OVER_METADATA = new PeerActivity(State.METADATA,
            "It is asked what the content is.");

    /** Called on the swarm's thread. */
    static PeerActivity with(PeerSession peer, Downloader downloader) {
        if (peer.fault.isPresent()) {
            return new PeerActivity(State.MISBEHAVES, "It " + peer.fault.get() + ".");
        }
        Optional<RateLimit> limit = downloader.isRateLimited(peer)
                ? downloader.limitedBy()
                : Optional.empty();
        if (limit.isPresent()) {
            return new PeerActivity(State.ASKED_LATER, limit.get().describe());
        }
        if (peer.snubbed && !peer.peerChoking) {
            return new PeerActivity(State.NO_ANSWER,
                    "It lets requests lie; what it was asked for is asked of others.");
        }
        if (!peer.outstanding.isEmpty()) {
            return new PeerActivity(State.FETCHING, "It is asked for blocks.");
        }
        if (peer.link.queuedBlocks() > 0) {
            return peer.link.limitedBy()
                    .map(held -> new PeerActivity(State.SERVED_LATER, held.describe()))
                    .orElseGet(() -> new PeerActivity(State.SERVING,
                            "It is given the blocks that it asks for."));
        }
        return peer.amInterested
                ? withOneThatHasMissing(peer, downloader)
                : lookingOn(peer, downloader);
    }

    private static PeerActivity withOneThatHasMissing(PeerSession peer, Downloader downloader) {
        if (peer.peerChoking) {
            return new PeerActivity(State.CHOKED,
                    "It has missing pieces, and serves others now; waiting for a turn.");
        }
        return downloader.isWaitingForDisk()
                ? new PeerActivity(State.SLOW_DISK,
                        "What has come waits to be written; no more is asked for meanwhile.")
                : new PeerActivity(State.IDLE,
                        "What it has of the missing pieces is asked of others.");
    }

    private static PeerActivity lookingOn(PeerSession peer, Downloader downloader) {
        if (peer.peerInterested) {
            return peer.amChoking
                    ? new PeerActivity(State.WAITING,
                            "It wants pieces that are here, and waits for its turn.")
                    : new PeerActivity(State.IDLE,
                            "It wants pieces that are here, may ask for them, and does not.");
        }
        return new PeerActivity(State.IDLE, downloader.picker().isFinished()
                ? "Nothing is missing here, and it wants nothing."
                : "It has none of the missing pieces, and wants nothing.");
    }
}

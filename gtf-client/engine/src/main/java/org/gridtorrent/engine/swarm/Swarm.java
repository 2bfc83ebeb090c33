package org.gridtorrent.engine.swarm;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.metainfo.Metainfo;

/** One content's exchange with its peers. Thread-safe; its state belongs to a thread of its own. */
@SuppressWarnings("DoNotCallSuggester") // the shape, until the exchange stands behind it
public final class Swarm {
    private final Metainfo metainfo;

    public Swarm(Metainfo metainfo) {
        this.metainfo = metainfo;
    }

    public Metainfo metainfo() {
        return metainfo;
    }

    /** Makes addresses known; those not connected are tried soon, and again with growing pauses. */
    public void addPeers(Collection<PeerAddress> addresses) {
        throw new UnsupportedOperationException("peers " + addresses);
    }

    /** As it stood at most half a second ago. */
    public SwarmStatus status() {
        throw new UnsupportedOperationException("status");
    }

    /**
     * Done when every piece is verified and synced; at once for what is complete already. Fails with
     * an {@link java.io.IOException} when the storage does, is cancelled when the swarm is stopped.
     */
    public CompletableFuture<SwarmStatus> completion() {
        throw new UnsupportedOperationException("completion");
    }

    /** Asks the gate again for each live peer, and closes those that it no longer admits. */
    public void recheckAdmission() {
        throw new UnsupportedOperationException("recheck");
    }

    /** Closes all peers, makes what was received durable, and returns when the files are closed. */
    public void stop() {
        throw new UnsupportedOperationException("stop");
    }
}

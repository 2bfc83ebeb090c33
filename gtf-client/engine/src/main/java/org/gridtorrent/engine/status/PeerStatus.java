package org.gridtorrent.engine.status;

import java.net.InetSocketAddress;
import java.util.Optional;
import org.gridtorrent.engine.transport.PeerIdentity;

/**
 * Status of one connected peer, or of one web seed.
 *
 * @param address of a web seed unresolved: host and port
 * @param transport of a web seed {@code http} or {@code https}
 * @param client name and version that the peer reports; of a web seed its address, without a query
 * @param pieceCount pieces that the peer has
 * @param downloadRate bytes a second from the peer
 * @param uploadRate bytes a second to the peer
 * @param downloaded bytes from the peer since it connected; from a web seed, since the swarm was started
 * @param uploaded bytes to the peer since it connected
 */
public record PeerStatus(InetSocketAddress address, String transport,
        Optional<PeerIdentity> identity, String client, PeerActivity activity,
        int pieceCount, long downloadRate, long uploadRate, long downloaded, long uploaded) {

    /** This status with more bytes downloaded, by earlier connections. */
    public PeerStatus withDownloadedBefore(long bytes) {
        return new PeerStatus(address, transport, identity, client, activity, pieceCount,
                downloadRate, uploadRate, downloaded + bytes, uploaded);
    }

    public PeerActivity.State state() {
        return activity.state();
    }
}

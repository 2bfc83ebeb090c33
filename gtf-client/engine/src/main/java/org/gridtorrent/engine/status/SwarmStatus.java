package org.gridtorrent.engine.status;

import java.util.List;
import java.util.Optional;
import org.gridtorrent.engine.announce.TrackerStatus;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.metainfo.InfoHash;

/**
 * Status of a swarm at one moment.
 *
 * @param name from the metainfo, or else from the link
 * @param bytesVerified bytes of verified and synced pieces
 * @param bytesTotal 0 while {@link SwarmPhase#METADATA}
 * @param bytesLeft wanted bytes that are not verified
 * @param bytesChecked bytes of the existing data, while {@link SwarmPhase#CHECKING}
 * @param downloadRate bytes of content a second
 * @param uploadRate bytes of content a second
 * @param downloaded bytes of content since the swarm was started, wasted ones included
 * @param uploaded bytes of content since the swarm was started
 * @param wasted bytes received twice, or of pieces that failed their hash
 * @param peersKnown known peers, connected or not
 * @param peersEverConnected connections with peers since the start
 * @param peers connected peers
 * @param webSeeds that are asked, or left alone because of a fault (BEP 19)
 * @param trackers in the order of the announces
 * @param obstacle why the swarm makes no progress, or which rate limit applies; empty when neither holds
 */
public record SwarmStatus(InfoHash infoHash, String name, SwarmPhase phase, long bytesVerified,
        long bytesTotal, long bytesLeft, long bytesChecked, long downloadRate, long uploadRate,
        long downloaded,
        long uploaded, long wasted, int peersKnown, long peersEverConnected, List<PeerStatus> peers,
        List<PeerStatus> webSeeds, List<TrackerStatus> trackers, Optional<Obstacle> obstacle) {

    public SwarmStatus {
        peers = List.copyOf(peers);
        webSeeds = List.copyOf(webSeeds);
        trackers = List.copyOf(trackers);
    }

    /** Status without web seeds and trackers. */
    public SwarmStatus(InfoHash infoHash, String name, SwarmPhase phase, long bytesVerified,
            long bytesTotal, long bytesLeft, long bytesChecked, long downloadRate,
            long uploadRate, long downloaded, long uploaded, long wasted, int peersKnown,
            long peersEverConnected,
            List<PeerStatus> peers, Optional<Obstacle> obstacle) {
        this(infoHash, name, phase, bytesVerified, bytesTotal, bytesLeft, bytesChecked,
                downloadRate,
                uploadRate, downloaded, uploaded, wasted, peersKnown, peersEverConnected, peers,
                List.of(), List.of(), obstacle);
    }

    /** This status with trackers. */
    public SwarmStatus withTrackers(List<TrackerStatus> current) {
        return new SwarmStatus(infoHash, name, phase, bytesVerified, bytesTotal, bytesLeft,
                bytesChecked, downloadRate, uploadRate, downloaded, uploaded, wasted, peersKnown,
                peersEverConnected, peers, webSeeds, current, obstacle);
    }

    /** This status with web seeds. */
    public SwarmStatus withWebSeeds(List<PeerStatus> seeds) {
        return new SwarmStatus(infoHash, name, phase, bytesVerified, bytesTotal, bytesLeft,
                bytesChecked, downloadRate, uploadRate, downloaded, uploaded, wasted, peersKnown,
                peersEverConnected, peers, seeds, trackers, obstacle);
    }

    /** Verified bytes once all wanted pieces are verified. */
    public long bytesWhenComplete() {
        return bytesVerified + bytesLeft;
    }

    /** Bytes that are not verified, wanted or not; one block while the length is unknown. */
    public long bytesMissing() {
        return phase == SwarmPhase.METADATA
                ? PieceLayout.BLOCK_LENGTH
                : bytesTotal - bytesVerified;
    }
}

package org.gridtorrent.engine.swarm;

import java.util.List;
import java.util.Optional;
import org.gridtorrent.metainfo.InfoHash;

/**
 * A swarm as it stood at one moment.
 *
 * @param bytesHad verified and synced
 * @param bytesLeft wanted, and not had; what is skipped is neither
 * @param bytesChecked of the existing data, while {@link SwarmPhase#CHECKING}
 * @param downloadRate bytes of content a second
 * @param uploadRate bytes of content a second
 * @param downloaded bytes of content since the swarm was started, wasted ones included
 * @param uploaded bytes of content since the swarm was started
 * @param wasted bytes that came twice or failed their hash
 * @param peersKnown addresses, connected or not
 * @param peersAnswered how many peers were ever connected, counted up to the present
 * @param obstacle why it is not moving, or which limit holds it back while it moves; empty when it
 * goes as fast as it can or has nothing to do
 */
public record SwarmStatus(InfoHash infoHash, String name, SwarmPhase phase, long bytesHad,
        long bytesTotal, long bytesLeft, long bytesChecked, long downloadRate, long uploadRate,
        long downloaded,
        long uploaded, long wasted, int peersKnown, long peersAnswered, List<PeerStatus> peers,
        Optional<Obstacle> obstacle) {

    public SwarmStatus {
        peers = List.copyOf(peers);
    }
}

package org.gridtorrent.engine.status;

import java.util.List;
import java.util.Optional;
import org.gridtorrent.engine.announce.TrackerStatus;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.metainfo.InfoHash;

/**
 * A swarm as it stood at one moment.
 *
 * @param name what the metainfo, or else the link, calls it
 * @param bytesHad verified and synced
 * @param bytesTotal 0 while {@link SwarmPhase#METADATA}
 * @param bytesLeft wanted, and not had; what is skipped is neither
 * @param bytesChecked of the existing data, while {@link SwarmPhase#CHECKING}
 * @param downloadRate bytes of content a second
 * @param uploadRate bytes of content a second
 * @param downloaded bytes of content since the swarm was started, wasted ones included
 * @param uploaded bytes of content since the swarm was started
 * @param wasted bytes that came twice or failed their hash
 * @param peersKnown addresses, connected or not
 * @param peersAnswered how many peers were ever connected, counted up to the present
 * @param trackers in the order in which they are asked
 * @param obstacle why it is not moving, or which limit holds it back while it moves; empty when it
 * goes as fast as it can or has nothing to do
 */
public record SwarmStatus(InfoHash infoHash, String name, SwarmPhase phase, long bytesHad,
        long bytesTotal, long bytesLeft, long bytesChecked, long downloadRate, long uploadRate,
        long downloaded,
        long uploaded, long wasted, int peersKnown, long peersAnswered, List<PeerStatus> peers,
        List<TrackerStatus> trackers, Optional<Obstacle> obstacle) {

    public SwarmStatus {
        peers = List.copyOf(peers);
        trackers = List.copyOf(trackers);
    }

    /** As the swarm's owner knows it, who has nothing to do with trackers. */
    public SwarmStatus(InfoHash infoHash, String name, SwarmPhase phase, long bytesHad,
            long bytesTotal, long bytesLeft, long bytesChecked, long downloadRate,
            long uploadRate, long downloaded, long uploaded, long wasted, int peersKnown,
            long peersAnswered,
            List<PeerStatus> peers, Optional<Obstacle> obstacle) {
        this(infoHash, name, phase, bytesHad, bytesTotal, bytesLeft, bytesChecked, downloadRate,
                uploadRate, downloaded, uploaded, wasted, peersKnown, peersAnswered, peers,
                List.of(),
                obstacle);
    }

    /** The same, and what the trackers have to do with it. */
    public SwarmStatus with(List<TrackerStatus> told) {
        return new SwarmStatus(infoHash, name, phase, bytesHad, bytesTotal, bytesLeft,
                bytesChecked, downloadRate, uploadRate, downloaded, uploaded, wasted, peersKnown,
                peersAnswered, peers, told,
                obstacle.map(why -> why.code() == Obstacle.Code.NO_PEERS
                        ? new Obstacle(why.code(), TrackerWords.after(why.sentence(), told),
                                why.missing())
                        : why));
    }

    /** Bytes of content that are there once everything is there that is wanted. */
    public long bytesInTheEnd() {
        return bytesHad + bytesLeft;
    }

    /** Bytes of content that are not there, wanted or not; of a content whose length is not known, a block. */
    public long bytesMissing() {
        return phase == SwarmPhase.METADATA
                ? PieceLayout.BLOCK_LENGTH
                : bytesTotal - bytesHad;
    }
}

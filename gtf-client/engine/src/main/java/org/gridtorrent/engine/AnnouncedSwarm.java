package org.gridtorrent.engine;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.engine.announce.AnnouncedTorrent;
import org.gridtorrent.engine.announce.TrackerStatus;
import org.gridtorrent.engine.announce.message.TransferStats;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;

/** Adapter through which the announcer sees a swarm. Thread-safe. */
record AnnouncedSwarm(Swarm swarm) implements AnnouncedTorrent {

    @Override
    public InfoHash infoHash() {
        return swarm.infoHash();
    }

    @Override
    public Optional<TransferStats> stats() {
        SwarmStatus status = swarm.status();
        if (status.phase() == SwarmPhase.CHECKING || status.phase() == SwarmPhase.FAILED) {
            return Optional.empty();
        }
        boolean reads = status.phase() == SwarmPhase.READING; // and gives nothing to anybody
        long left = reads ? status.bytesTotal() : status.bytesMissing();
        boolean wantsNoMore = !reads && status.phase() != SwarmPhase.METADATA
                && status.bytesLeft() == 0;
        return Optional.of(new TransferStats(status.uploaded(), status.downloaded(), left,
                left > 0 && (swarm.isReadOnly() || wantsNoMore)));
    }

    @Override
    public boolean isPrivate() {
        return swarm.metainfo().filter(Metainfo::isPrivate).isPresent();
    }

    @Override
    public void addPeers(List<InetSocketAddress> peers) {
        swarm.addPeers(peers.stream().map(PeerAddress::tcp).toList());
    }

    @Override
    public void trackersChanged(List<TrackerStatus> trackers) {
        swarm.setTrackers(trackers);
    }

    @Override
    public void disconnectPeers() {
        swarm.disconnectPeers();
    }
}

package org.gridtorrent.engine.announce;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.engine.announce.message.TransferStats;
import org.gridtorrent.metainfo.InfoHash;

/** Torrent that the {@link Announcer} keeps announced. Implementations are thread-safe. */
public interface AnnouncedTorrent {

    InfoHash infoHash();

    /** Empty while existing data is being checked, so that nothing can be reported. */
    Optional<TransferStats> stats();

    /** Whether its peers come from its trackers alone (BEP 27). */
    boolean isPrivate();

    /** Adds peers from a tracker; may block. */
    void addPeers(List<InetSocketAddress> peers);

    /** Reports the status of all trackers, in the order in which they are tried. */
    void trackersChanged(List<TrackerStatus> trackers);

    /**
     * Disconnects all peers, since another tracker of a private torrent responds now (BEP 27); may
     * block.
     */
    void disconnectPeers();
}

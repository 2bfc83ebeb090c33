package org.gridtorrent.engine.announce;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.metainfo.InfoHash;

/** A content that is kept announced, as the {@link Announcer} sees it. Thread-safe. */
public interface AnnouncedTorrent {

    InfoHash infoHash();

    /** Empty as long as nothing true can be told: while existing data is being checked. */
    Optional<TransferStats> share();

    /** It belongs to its trackers (BEP 27). */
    boolean isPrivate();

    /** A tracker named these peers; may block. */
    void found(List<InetSocketAddress> peers);

    /** How the trackers stand now, in the order in which they are asked. */
    void trackers(List<TrackerStatus> trackers);

    /**
     * Another tracker of a private content answers now: peers known till then are left (BEP 27); may
     * block.
     */
    void leavePeers();
}

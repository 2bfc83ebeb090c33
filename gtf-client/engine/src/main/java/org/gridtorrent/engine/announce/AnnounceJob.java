package org.gridtorrent.engine.announce;

import java.time.Instant;
import org.gridtorrent.engine.announce.message.TransferStats;

/** Announce state of one torrent: tiers, last reported totals, time of the next announce. For the announcer's thread. */
final class AnnounceJob {
    private static final long MIN_CHECK_INTERVAL_NS = 50_000_000L;
    private static final long MAX_CHECK_INTERVAL_NS = 2_000_000_000L;

    final AnnouncedTorrent torrent;
    final TrackerTiers tiers;
    final int key;
    TransferStats stats = new TransferStats(0, 0, 0, false);
    long dueNs;
    /** Announces without a response so far. */
    int outstanding;
    boolean removed;
    private long checkIntervalNs = MIN_CHECK_INTERVAL_NS;

    AnnounceJob(AnnouncedTorrent torrent, TrackerTiers tiers, int key) {
        this.torrent = torrent;
        this.tiers = tiers;
        this.key = key;
    }

    /** When to look again whether existing data is checked, less and less often: that may take hours. */
    long nextCheckNs(long nowNs) {
        long nextNs = nowNs + checkIntervalNs;
        checkIntervalNs = Math.min(MAX_CHECK_INTERVAL_NS, 2 * checkIntervalNs);
        return nextNs;
    }

    void publishStatus(long nowNs) {
        torrent.trackersChanged(tiers.statuses(nowNs, Instant.now()));
    }
}

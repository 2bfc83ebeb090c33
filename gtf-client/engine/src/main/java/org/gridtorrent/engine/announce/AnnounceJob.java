package org.gridtorrent.engine.announce;

import java.time.Instant;

/** One content that the {@link Announcer} keeps announced, for its thread alone. */
final class AnnounceJob {
    private static final long FIRST_LOOK_NS = 50_000_000L;
    private static final long LAST_LOOK_NS = 2_000_000_000L;

    final AnnouncedTorrent content;
    final TrackerTiers plan;
    final int key;
    TransferStats share = new TransferStats(0, 0, 0, false);
    long dueNs;
    /** TrackerClient that are being asked now. */
    int asking;
    boolean removed;
    private long lookPauseNs = FIRST_LOOK_NS;

    AnnounceJob(AnnouncedTorrent content, TrackerTiers plan, int key) {
        this.content = content;
        this.plan = plan;
        this.key = key;
    }

    /** Looked at again soon, but less and less often: checking terabytes takes hours. */
    long nextLookNs(long nowNs) {
        long nextNs = nowNs + lookPauseNs;
        lookPauseNs = Math.min(LAST_LOOK_NS, 2 * lookPauseNs);
        return nextNs;
    }

    void publish(long nowNs) {
        content.trackers(plan.statuses(nowNs, Instant.now()));
    }
}

package org.gridtorrent.engine.swarm;

import org.gridtorrent.engine.storage.PieceStore;

/**
 * Has the store look for files that other programs changed: soon for those being served, seldom for
 * all. For the owner's thread.
 */
final class DiskWatch {
    private static final long SERVED_NS = 1_000_000_000L;
    private static final long ALL_NS = 300_000_000_000L;

    private final PieceStore store;
    private long lastServedNs;
    private long lastAllNs;

    DiskWatch(PieceStore store, long nowNs) {
        this.store = store;
        this.lastServedNs = nowNs;
        this.lastAllNs = nowNs;
    }

    void tick(long nowNs) {
        if (nowNs - lastAllNs >= ALL_NS) {
            lastAllNs = nowNs;
            lastServedNs = nowNs;
            store.recheck();
        } else if (nowNs - lastServedNs >= SERVED_NS) {
            lastServedNs = nowNs;
            store.recheckRead();
        }
    }
}

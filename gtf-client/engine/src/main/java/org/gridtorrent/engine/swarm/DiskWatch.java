package org.gridtorrent.engine.swarm;

import java.util.random.RandomGenerator;
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

    /** Contents that begin together are not all looked at together. */
    DiskWatch(PieceStore store, RandomGenerator random, long nowNs) {
        this.store = store;
        this.lastServedNs = nowNs;
        this.lastAllNs = nowNs - random.nextLong(ALL_NS);
    }

    /** Whether what was served is to be looked at soon. */
    boolean isSoon() {
        return store.isAnyRead();
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

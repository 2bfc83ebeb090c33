package org.gridtorrent.engine.swarm;

import java.util.random.RandomGenerator;
import org.gridtorrent.engine.storage.PieceStore;

/**
 * Has the store look for files that other programs changed: soon for those being served and, of what
 * lies in place, those found changed, seldom for all. For the owner's thread.
 */
final class FileChangeChecker {
    private static final long SOON_NS = 1_000_000_000L;
    private static final long ALL_NS = 300_000_000_000L;

    private final PieceStore store;
    private final boolean inPlace;
    private long lastSoonNs;
    private long lastAllNs;

    /**
     * Contents that begin together are not all looked at together.
     *
     * @param inPlace what is found changed is not fetched again: somebody has to put it right
     */
    FileChangeChecker(PieceStore store, boolean inPlace, RandomGenerator random, long nowNs) {
        this.store = store;
        this.inPlace = inPlace;
        this.lastSoonNs = nowNs;
        this.lastAllNs = nowNs - random.nextLong(ALL_NS);
    }

    /** Whether something is to be looked at soon. */
    boolean isSoon() {
        return store.hasReadPieces() || (inPlace && store.hasLostPieces());
    }

    void tick(long nowNs) {
        if (nowNs - lastAllNs >= ALL_NS) {
            lastAllNs = nowNs;
            lastSoonNs = nowNs;
            store.checkFiles();
        } else if (nowNs - lastSoonNs >= SOON_NS) {
            lastSoonNs = nowNs;
            store.checkReadFiles();
            if (inPlace) {
                store.checkLostFiles();
            }
        }
    }
}

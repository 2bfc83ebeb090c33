package org.gridtorrent.engine.swarm;

import java.util.random.RandomGenerator;
import org.gridtorrent.engine.storage.PieceStore;

/**
 * Schedules checks for files that other programs have changed.
 *
 * <p>Files being uploaded, and those found changed of data shared in place, are checked every second; all
 * files every five minutes. The store does the checks on its own threads. Confined to the swarm's thread.
 */
final class FileChangeChecker {
    private static final long USED_FILES_INTERVAL_NS = 1_000_000_000L;
    private static final long ALL_FILES_INTERVAL_NS = 300_000_000_000L;

    private final PieceStore store;
    private final boolean readOnly;
    private long usedCheckedNs;
    private long allCheckedNs;

    /**
     * Starts at a random point of the long interval, so that contents added together are checked apart.
     *
     * @param readOnly changed pieces are not downloaded again: the user has to restore them
     */
    FileChangeChecker(PieceStore store, boolean readOnly, RandomGenerator random, long nowNs) {
        this.store = store;
        this.readOnly = readOnly;
        this.usedCheckedNs = nowNs;
        this.allCheckedNs = nowNs - random.nextLong(ALL_FILES_INTERVAL_NS);
    }

    /** Whether files are to be checked within a second. */
    boolean isCheckDueSoon() {
        return store.hasReadPieces() || (readOnly && store.hasLostPieces());
    }

    void tick(long nowNs) {
        if (nowNs - allCheckedNs >= ALL_FILES_INTERVAL_NS) {
            allCheckedNs = nowNs;
            usedCheckedNs = nowNs;
            store.checkFiles();
        } else if (nowNs - usedCheckedNs >= USED_FILES_INTERVAL_NS) {
            usedCheckedNs = nowNs;
            store.checkReadFiles();
            if (readOnly) {
                store.checkLostFiles();
            }
        }
    }
}

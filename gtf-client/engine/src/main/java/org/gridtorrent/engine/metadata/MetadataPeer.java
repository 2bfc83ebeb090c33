package org.gridtorrent.engine.metadata;

import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;

/** A peer that hands out an info dictionary, of the length that it told. */
final class MetadataPeer {
    private static final long ANSWER_NS = 10_000_000_000L;
    private static final long REST_NS = 30_000_000_000L;

    /** Who was asked least comes first, and of those who tells the least. */
    static final Comparator<MetadataPeer> IN_TURN = Comparator
            .<MetadataPeer>comparingInt(source -> source.turns)
            .thenComparingInt(source -> source.length);

    private final int length;
    private final Set<Integer> owed = new HashSet<>();
    private int turns;
    private long heardNs;
    private boolean rests;
    private long restUntilNs;

    MetadataPeer(int length) {
        this.length = length;
    }

    int length() {
        return length;
    }

    /** The blocks that were asked of it and have not come. */
    Set<Integer> owed() {
        return owed;
    }

    void asked(int block, long nowNs) {
        if (owed.isEmpty()) {
            heardNs = nowNs;
        }
        owed.add(block);
    }

    /** Whether it owed the block; it no longer does. */
    boolean answered(int block, long nowNs) {
        boolean was = owed.remove(block);
        if (was) {
            heardNs = nowNs;
        }
        return was;
    }

    boolean isSilent(long nowNs) {
        return !owed.isEmpty() && nowNs - heardNs > ANSWER_NS;
    }

    boolean isReady(long nowNs) {
        rests &= nowNs - restUntilNs < 0;
        return !rests;
    }

    /** It is not asked for a while. */
    void rest(long nowNs) {
        rests = true;
        restUntilNs = nowNs + REST_NS;
    }

    /** What it owes is not taken any more. */
    void endTurn() {
        turns++;
        owed.clear();
    }
}

package org.gridtorrent.engine.metadata;

import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;

/** Peer that offers the info dictionary: the length that it claims, and its outstanding requests. */
final class MetadataPeer {
    private static final long TIMEOUT_NS = 10_000_000_000L;
    private static final long BACKOFF_NS = 30_000_000_000L;

    /** Fewest turns first, then the smallest length. */
    static final Comparator<MetadataPeer> BY_TURN = Comparator
            .<MetadataPeer>comparingInt(peer -> peer.turns)
            .thenComparingInt(peer -> peer.length);

    private final int length;
    private final Set<Integer> outstanding = new HashSet<>();
    private int turns;
    private long lastReceivedNs;
    private boolean backingOff;
    private long notBeforeNs;

    MetadataPeer(int length) {
        this.length = length;
    }

    int length() {
        return length;
    }

    /** Blocks that are requested from it and have not arrived. */
    Set<Integer> outstanding() {
        return outstanding;
    }

    void requested(int block, long nowNs) {
        if (outstanding.isEmpty()) {
            lastReceivedNs = nowNs;
        }
        outstanding.add(block);
    }

    /** Returns whether the block was requested from it. */
    boolean received(int block, long nowNs) {
        boolean wasOutstanding = outstanding.remove(block);
        if (wasOutstanding) {
            lastReceivedNs = nowNs;
        }
        return wasOutstanding;
    }

    boolean isTimedOut(long nowNs) {
        return !outstanding.isEmpty() && nowNs - lastReceivedNs > TIMEOUT_NS;
    }

    boolean isReady(long nowNs) {
        backingOff &= nowNs - notBeforeNs < 0;
        return !backingOff;
    }

    /** Nothing is requested from it for a while. */
    void backOff(long nowNs) {
        backingOff = true;
        notBeforeNs = nowNs + BACKOFF_NS;
    }

    /** Its attempt is over: outstanding blocks are no longer accepted. */
    void endTurn() {
        turns++;
        outstanding.clear();
    }
}

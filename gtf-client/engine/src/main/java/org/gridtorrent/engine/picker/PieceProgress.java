package org.gridtorrent.engine.picker;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A piece that has been begun: which of its blocks are asked for, of whom, and which have come. */
final class PieceProgress {
    /** At most this many peers are asked for one block at a time. */
    static final int MAX_ASKED = 2;

    final int piece;
    final int blockCount;
    /** The one peer it is fetched from whole, after a hash failure that several had part in. */
    final @Nullable Integer onlyFrom;
    final Set<Integer> sources = new HashSet<>();
    /** Until when that one peer may take. */
    long termEndsNs;
    Priority priority;
    /** When it came to stand among the open pieces; 0 when it does not. */
    long opening;
    /** Where it is filed; see {@link PieceBoard#refile}. */
    boolean filedUnasked;
    boolean filedIdle;
    boolean filedAskedOnce;

    private final BitSet received = new BitSet();
    /** Neither received nor asked for. */
    private final BitSet unasked = new BitSet();
    /** Peer number + 1 for each of a block's places, 0 when the place is free. */
    private final int[] asked;
    /** For each place that is taken, from when on the block is overdue. */
    private final long[] dueNs;
    private int receivedCount;
    private int asksCount;
    /** Blocks that exactly one peer is asked for. */
    private int askedOnceCount;

    PieceProgress(int piece, int blockCount, Priority priority, @Nullable Integer onlyFrom) {
        this.piece = piece;
        this.blockCount = blockCount;
        this.priority = priority;
        this.onlyFrom = onlyFrom;
        this.asked = new int[blockCount * MAX_ASKED];
        this.dueNs = new long[blockCount * MAX_ASKED];
        unasked.set(0, blockCount);
    }

    /** Whether there is a block that nobody is asked for. */
    boolean hasUnasked() {
        return !unasked.isEmpty();
    }

    /** The first block that nobody is asked for; one there must be. */
    int nextUnasked() {
        return unasked.nextSetBit(0);
    }

    boolean complete() {
        return receivedCount == blockCount;
    }

    boolean has(int block) {
        return received.get(block);
    }

    boolean mayAsk(int peer) {
        return onlyFrom == null || onlyFrom == peer;
    }

    /** Incomplete, and nobody is asked for any of it. */
    boolean idle() {
        return asksCount == 0 && !complete();
    }

    boolean anyAskedOnce() {
        return askedOnceCount > 0;
    }

    /** Whether one other peer, and nobody else, is asked for the block. */
    boolean isAskedOfOneOther(int block, int peer) {
        return askedCount(block) == 1 && !isAsked(block, peer);
    }

    /** Whether the one request that is out for the block should have been answered. */
    boolean isOverdue(int block, long nowNs) {
        return nowNs - dueNs(block) >= 0;
    }

    /** Whether the one request that is out for the block may well be answered later than that. */
    boolean isDueAfter(int block, long timeNs) {
        return dueNs(block) - timeNs > 0;
    }

    private long dueNs(int block) {
        return dueNs[block * MAX_ASKED + (asked[block * MAX_ASKED] != 0 ? 0 : 1)];
    }

    private int askedCount(int block) {
        int count = 0;
        for (int i = 0; i < MAX_ASKED; i++) {
            count += asked[block * MAX_ASKED + i] != 0 ? 1 : 0;
        }
        return count;
    }

    private boolean isAsked(int block, int peer) {
        for (int i = 0; i < MAX_ASKED; i++) {
            if (asked[block * MAX_ASKED + i] == peer + 1) {
                return true;
            }
        }
        return false;
    }

    /** The peers that are asked for the block. */
    List<Integer> asked(int block) {
        List<Integer> peers = new ArrayList<>(MAX_ASKED);
        for (int i = 0; i < MAX_ASKED; i++) {
            if (asked[block * MAX_ASKED + i] != 0) {
                peers.add(asked[block * MAX_ASKED + i] - 1);
            }
        }
        return peers;
    }

    void ask(int block, int peer, long overdueNs) {
        for (int i = 0; i < MAX_ASKED; i++) {
            if (asked[block * MAX_ASKED + i] == 0) {
                asked[block * MAX_ASKED + i] = peer + 1;
                dueNs[block * MAX_ASKED + i] = overdueNs;
                asksCount++;
                askedOnceCount += askedCount(block) == 1 ? 1 : -1;
                unasked.clear(block);
                return;
            }
        }
        throw new IllegalArgumentException("block " + block + " is asked of enough peers");
    }

    /** Whether the peer was asked for the block; it no longer is. */
    boolean release(int block, int peer) {
        for (int i = 0; i < MAX_ASKED; i++) {
            if (asked[block * MAX_ASKED + i] == peer + 1) {
                asked[block * MAX_ASKED + i] = 0;
                asksCount--;
                askedOnceCount += askedCount(block) == 1 ? 1 : -1;
                unasked.set(block, askedCount(block) == 0);
                return true;
            }
        }
        return false;
    }

    /** The block came: nobody is asked for it any more. */
    void receive(int block, int peer) {
        for (int other : asked(block)) {
            release(block, other);
        }
        unasked.clear(block);
        received.set(block);
        receivedCount++;
        sources.add(peer);
    }
}

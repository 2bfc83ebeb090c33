package org.gridtorrent.engine.picker;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A piece that has been begun: which of its blocks are asked for, of whom, and which have come. */
final class PieceProgress {
    /** End-game asks at most this many peers for one block. */
    static final int MAX_ASKED = 2;

    final int piece;
    final int blockCount;
    /** The one peer it is fetched from whole, after a hash failure that several had part in. */
    final @Nullable Integer onlyFrom;
    final Set<Integer> sources = new HashSet<>();
    private final BitSet received = new BitSet();
    /** Peer number + 1 for each of a block's places, 0 when the place is free. */
    private final int[] asked;
    private int unasked;
    private int receivedCount;

    PieceProgress(int piece, int blockCount, @Nullable Integer onlyFrom) {
        this.piece = piece;
        this.blockCount = blockCount;
        this.onlyFrom = onlyFrom;
        this.asked = new int[blockCount * MAX_ASKED];
        this.unasked = blockCount;
    }

    boolean open() {
        return unasked > 0;
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

    int askedCount(int block) {
        int count = 0;
        for (int i = 0; i < MAX_ASKED; i++) {
            count += asked[block * MAX_ASKED + i] != 0 ? 1 : 0;
        }
        return count;
    }

    boolean isAsked(int block, int peer) {
        for (int i = 0; i < MAX_ASKED; i++) {
            if (asked[block * MAX_ASKED + i] == peer + 1) {
                return true;
            }
        }
        return false;
    }

    int askedPeer(int block, int place) {
        return asked[block * MAX_ASKED + place] - 1;
    }

    void ask(int block, int peer) {
        if (askedCount(block) == 0 && !received.get(block)) {
            unasked--;
        }
        for (int i = 0; i < MAX_ASKED; i++) {
            if (asked[block * MAX_ASKED + i] == 0) {
                asked[block * MAX_ASKED + i] = peer + 1;
                return;
            }
        }
        throw new IllegalArgumentException("block " + block + " is asked of enough peers");
    }

    void release(int block, int peer) {
        for (int i = 0; i < MAX_ASKED; i++) {
            if (asked[block * MAX_ASKED + i] == peer + 1) {
                asked[block * MAX_ASKED + i] = 0;
                if (askedCount(block) == 0 && !received.get(block)) {
                    unasked++;
                }
                return;
            }
        }
    }

    void receive(int block, int peer) {
        if (askedCount(block) == 0 && !received.get(block)) {
            unasked--;
        }
        if (!received.get(block)) {
            received.set(block);
            receivedCount++;
        }
        sources.add(peer);
        for (int i = 0; i < MAX_ASKED; i++) {
            asked[block * MAX_ASKED + i] = 0;
        }
    }
}

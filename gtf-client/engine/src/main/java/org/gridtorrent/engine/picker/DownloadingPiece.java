package org.gridtorrent.engine.picker;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.gridtorrent.engine.picker.PiecePicker.Abandoned;
import org.gridtorrent.engine.picker.PiecePicker.Ask;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.jspecify.annotations.Nullable;

/** A piece that has been begun: which of its blocks are asked for, of whom, and which have come. */
final class DownloadingPiece {
    /**
     * At most this many peers are asked for one block at a time; one that is overdue gives its place
     * to another.
     */
    static final int MAX_ASKED = 2;

    final int piece;
    final int blockCount;
    /** The one peer it is fetched from whole, after a hash failure that several had part in. */
    final @Nullable Integer onlyFrom;
    /** Until when that one peer may take. */
    long termEndsNs;
    Priority priority;
    /** When it came to stand among the open pieces; 0 when it does not. */
    long opening;
    /** Where it is filed; see {@link PieceStates#refile}. */
    boolean filedUnasked;
    boolean filedIdle;
    boolean filedAskedOnce;
    boolean filedAskedTwice;

    private final BitSet received = new BitSet();
    /** Neither received nor asked for. */
    private final BitSet unasked = new BitSet();
    /** Peer number + 1 for each of a block's places, 0 when the place is free. */
    private final int[] asked;
    /** Who sent each block that was received. */
    private final int[] senders;
    /** For each place that is taken, from when on the block is overdue. */
    private final long[] dueNs;
    private int receivedCount;
    private int asksCount;
    /** Blocks that exactly one peer is asked for. */
    private int askedOnceCount;
    /** Blocks of which no place is free. */
    private int askedTwiceCount;

    DownloadingPiece(int piece, int blockCount, Priority priority, @Nullable Integer onlyFrom) {
        this.piece = piece;
        this.blockCount = blockCount;
        this.priority = priority;
        this.onlyFrom = onlyFrom;
        this.asked = new int[blockCount * MAX_ASKED];
        this.senders = new int[blockCount];
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

    /** Something of it has come, and not all. */
    boolean growing() {
        return receivedCount > 0 && !complete();
    }

    boolean has(int block) {
        return received.get(block);
    }

    /** The first block that has not come; the piece is not complete. */
    int nextMissing() {
        return received.nextClearBit(0);
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

    boolean anyAskedTwice() {
        return askedTwiceCount > 0;
    }

    /** Whether others are asked for the block, and should all have sent it. */
    boolean isOverdue(int block, int peer, long nowNs) {
        return isLate(block, peer, nowNs, Long.MAX_VALUE);
    }

    /**
     * Whether others are asked for the block, and each of them should have sent it or may well send it
     * later than that. When no place is free, one of them should have sent it.
     */
    boolean isLate(int block, int peer, long nowNs, long dueAfterNs) {
        int first = block * MAX_ASKED;
        int count = 0;
        boolean free = false;
        boolean overdue = false;
        for (int i = first; i < first + MAX_ASKED; i++) {
            if (asked[i] == 0) {
                free = true;
                continue;
            }
            count++;
            boolean isOverdue = nowNs - dueNs[i] >= 0;
            overdue |= isOverdue;
            if (asked[i] == peer + 1 || (!isOverdue && dueNs[i] <= dueAfterNs)) {
                return false;
            }
        }
        return count > 0 && (free || overdue);
    }

    private int askedCount(int block) {
        int count = 0;
        for (int i = 0; i < MAX_ASKED; i++) {
            count += asked[block * MAX_ASKED + i] != 0 ? 1 : 0;
        }
        return count;
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

    /** Whose place the peer has to take: that of the one most overdue, when none is free. */
    OptionalInt displacedBy(int block) {
        int first = block * MAX_ASKED;
        int longest = first;
        for (int i = first; i < first + MAX_ASKED; i++) {
            if (asked[i] == 0) {
                return OptionalInt.empty();
            }
            longest = dueNs[i] - dueNs[longest] < 0 ? i : longest;
        }
        return OptionalInt.of(asked[longest] - 1);
    }

    /** A place must be free. */
    void ask(int block, int peer, long overdueNs) {
        for (int i = 0; i < MAX_ASKED; i++) {
            if (asked[block * MAX_ASKED + i] == 0) {
                asked[block * MAX_ASKED + i] = peer + 1;
                dueNs[block * MAX_ASKED + i] = overdueNs;
                asksCount++;
                count(block, 1);
                return;
            }
        }
        throw new IllegalArgumentException("block " + block + " is asked of enough peers");
    }

    /** One more peer is asked for the block now, or one less. */
    private void count(int block, int change) {
        int now = askedCount(block);
        int before = now - change;
        askedOnceCount += (now == 1 ? 1 : 0) - (before == 1 ? 1 : 0);
        askedTwiceCount += (now == MAX_ASKED ? 1 : 0) - (before == MAX_ASKED ? 1 : 0);
        unasked.set(block, now == 0);
    }

    /** Whether the peer was asked for the block; it no longer is. */
    boolean release(int block, int peer) {
        for (int i = 0; i < MAX_ASKED; i++) {
            if (asked[block * MAX_ASKED + i] == peer + 1) {
                asked[block * MAX_ASKED + i] = 0;
                asksCount--;
                count(block, -1);
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
        senders[block] = peer;
    }

    /** What giving the piece up means: the requests that are out, and the bytes that came. */
    Abandoned abandoned(PieceLayout layout) {
        List<Ask> asks = new ArrayList<>();
        long receivedLength = 0;
        for (int i = 0; i < blockCount; i++) {
            Block block = layout.block(piece, i);
            receivedLength += has(i) ? block.length() : 0;
            for (int peer : asked(i)) {
                asks.add(new Ask(peer, block));
            }
        }
        return new Abandoned(piece, asks, receivedLength);
    }

    /** By block, of a piece that is complete; not to be changed. */
    int[] senders() {
        return senders;
    }

    Set<Integer> sources() {
        return received.stream().mapToObj(block -> senders[block]).collect(Collectors.toSet());
    }
}

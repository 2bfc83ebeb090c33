package org.gridtorrent.engine.picker;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.gridtorrent.engine.picker.PiecePicker.AbandonedPiece;
import org.gridtorrent.engine.picker.PiecePicker.Request;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.jspecify.annotations.Nullable;

/** Piece in progress: which of its blocks are requested, from which peers, and which have arrived. */
final class DownloadingPiece {
    /** Peers from which one block is requested at a time; an overdue request may be displaced. */
    static final int MAX_REQUESTS = 2;

    final int piece;
    final int blockCount;
    /** The one peer that may send the piece, when it is on parole. */
    final @Nullable Integer parolePeer;
    /** When that peer's period is over. */
    long paroleEndsNs;
    Priority priority;
    /** Its number in {@link RequestablePieces}; 0 when it is not there. */
    long requestableEntry;
    /** Whether a contiguous peer is to send it later, before which it takes no memory; see {@link PieceStates#isFull}. */
    boolean ahead;
    /** In which sets it is; see {@link PieceStates#requeue}. */
    boolean filedUnrequested;
    boolean filedIdle;
    boolean filedRequestedOnce;
    boolean filedRequestedTwice;

    private final BitSet received = new BitSet();
    /** Neither received nor requested. */
    private final BitSet unrequested = new BitSet();
    /** {@value #MAX_REQUESTS} slots for each block: peer number + 1, or 0 when the slot is free. */
    private final int[] requests;
    /** When the request in each slot is overdue. */
    private final long[] overdueNs;
    /** The sender of each received block. */
    private final int[] senders;
    private int receivedCount;
    private int requestCount;
    /** Blocks that are requested from exactly one peer. */
    private int requestedOnceCount;
    /** Blocks without a free slot. */
    private int requestedTwiceCount;

    DownloadingPiece(int piece, int blockCount, Priority priority, @Nullable Integer parolePeer) {
        this.piece = piece;
        this.blockCount = blockCount;
        this.priority = priority;
        this.parolePeer = parolePeer;
        this.requests = new int[blockCount * MAX_REQUESTS];
        this.overdueNs = new long[blockCount * MAX_REQUESTS];
        this.senders = new int[blockCount];
        unrequested.set(0, blockCount);
    }

    boolean hasUnrequested() {
        return !unrequested.isEmpty();
    }

    /** The first block that is requested from nobody; there must be one. */
    int nextUnrequested() {
        return unrequested.nextSetBit(0);
    }

    /** Whether all blocks have arrived. */
    boolean isComplete() {
        return receivedCount == blockCount;
    }

    /** Whether blocks are requested, and none has arrived. */
    boolean isOnlyRequested() {
        return requestCount > 0 && receivedCount == 0;
    }

    /** Whether some blocks have arrived, and not all. */
    boolean isReceiving() {
        return receivedCount > 0 && !isComplete();
    }

    boolean has(int block) {
        return received.get(block);
    }

    /** The first block that has not arrived; there must be one. */
    int nextMissing() {
        return received.nextClearBit(0);
    }

    boolean mayRequestFrom(int peer) {
        return parolePeer == null || parolePeer == peer;
    }

    /** Whether it is incomplete and has no outstanding request. */
    boolean isIdle() {
        return requestCount == 0 && !isComplete();
    }

    boolean anyRequestedOnce() {
        return requestedOnceCount > 0;
    }

    boolean anyRequestedTwice() {
        return requestedTwiceCount > 0;
    }

    /** Whether the block is requested from other peers only, and overdue from all of them. */
    boolean isOverdue(int block, int peer, long nowNs) {
        return isWorthDuplicating(block, peer, nowNs, Long.MAX_VALUE);
    }

    /**
     * Whether the block is requested from other peers only, and each of them is overdue or may send it after
     * {@code expectedNs}. Without a free slot one of them has to be overdue.
     */
    boolean isWorthDuplicating(int block, int peer, long nowNs, long expectedNs) {
        int first = block * MAX_REQUESTS;
        int count = 0;
        boolean free = false;
        boolean anyOverdue = false;
        for (int i = first; i < first + MAX_REQUESTS; i++) {
            if (requests[i] == 0) {
                free = true;
                continue;
            }
            count++;
            boolean isOverdue = nowNs - overdueNs[i] >= 0;
            anyOverdue |= isOverdue;
            if (requests[i] == peer + 1 || (!isOverdue && overdueNs[i] <= expectedNs)) {
                return false;
            }
        }
        return count > 0 && (free || anyOverdue);
    }

    private int requestCount(int block) {
        int count = 0;
        for (int i = 0; i < MAX_REQUESTS; i++) {
            count += requests[block * MAX_REQUESTS + i] != 0 ? 1 : 0;
        }
        return count;
    }

    /** The peers from which the block is requested. */
    List<Integer> requestedFrom(int block) {
        List<Integer> peers = new ArrayList<>(MAX_REQUESTS);
        for (int i = 0; i < MAX_REQUESTS; i++) {
            if (requests[block * MAX_REQUESTS + i] != 0) {
                peers.add(requests[block * MAX_REQUESTS + i] - 1);
            }
        }
        return peers;
    }

    /** The peer with the most overdue request, when no slot is free. */
    OptionalInt peerToDisplace(int block) {
        int first = block * MAX_REQUESTS;
        int longest = first;
        for (int i = first; i < first + MAX_REQUESTS; i++) {
            if (requests[i] == 0) {
                return OptionalInt.empty();
            }
            longest = overdueNs[i] - overdueNs[longest] < 0 ? i : longest;
        }
        return OptionalInt.of(requests[longest] - 1);
    }

    /** Takes a slot, of which one must be free. */
    void request(int block, int peer, long isOverdueNs) {
        for (int i = 0; i < MAX_REQUESTS; i++) {
            if (requests[block * MAX_REQUESTS + i] == 0) {
                requests[block * MAX_REQUESTS + i] = peer + 1;
                overdueNs[block * MAX_REQUESTS + i] = isOverdueNs;
                requestCount++;
                countChanged(block, 1);
                return;
            }
        }
        throw new IllegalArgumentException("block " + block + " is requested from enough peers");
    }

    private void countChanged(int block, int change) {
        int now = requestCount(block);
        int before = now - change;
        requestedOnceCount += (now == 1 ? 1 : 0) - (before == 1 ? 1 : 0);
        requestedTwiceCount += (now == MAX_REQUESTS ? 1 : 0) - (before == MAX_REQUESTS ? 1 : 0);
        unrequested.set(block, now == 0);
    }

    /** Frees the peer's slot; returns whether it had one. */
    boolean release(int block, int peer) {
        for (int i = 0; i < MAX_REQUESTS; i++) {
            if (requests[block * MAX_REQUESTS + i] == peer + 1) {
                requests[block * MAX_REQUESTS + i] = 0;
                requestCount--;
                countChanged(block, -1);
                return true;
            }
        }
        return false;
    }

    /** Marks the block as received and frees its slots. */
    void receive(int block, int peer) {
        for (int other : requestedFrom(block)) {
            release(block, other);
        }
        unrequested.clear(block);
        received.set(block);
        receivedCount++;
        senders[block] = peer;
    }

    /** The effects of giving the piece up. */
    AbandonedPiece abandoned(PieceLayout layout) {
        List<Request> outstanding = new ArrayList<>();
        long receivedLength = 0;
        for (int i = 0; i < blockCount; i++) {
            Block block = layout.block(piece, i);
            receivedLength += has(i) ? block.length() : 0;
            for (int peer : requestedFrom(i)) {
                outstanding.add(new Request(peer, block));
            }
        }
        return new AbandonedPiece(piece, outstanding, receivedLength);
    }

    /** By block, when the piece is complete; not to be changed. */
    int[] senders() {
        return senders;
    }

    /** The peers that sent blocks. */
    Set<Integer> contributors() {
        return received.stream().mapToObj(block -> senders[block]).collect(Collectors.toSet());
    }
}

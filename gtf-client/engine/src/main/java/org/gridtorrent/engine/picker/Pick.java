package org.gridtorrent.engine.picker;

import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.engine.picker.PiecePicker.AbandonedPiece;
import org.gridtorrent.engine.picker.PiecePicker.Picked;
import org.gridtorrent.engine.picker.PiecePicker.Request;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;

/** One pick for one peer: collects blocks and marks them as requested. */
final class Pick {
    final PickerPeer peer;
    final long nowNs;
    /** Bytes still to pick; the last block may pass them. */
    long remaining;

    private final PieceLayout layout;
    private final PieceStates states;
    private final PickerPeers peers;
    private final List<Block> blocks = new ArrayList<>();
    private List<AbandonedPiece> abandoned = List.of();
    /** Replaced by a list of its own at the first entry. */
    private List<Request> displaced = List.of();

    Pick(PieceLayout layout, PieceStates states, PickerPeers peers, int peer, long length,
            long nowNs) {
        this.layout = layout;
        this.states = states;
        this.peers = peers;
        this.peer = peers.get(peer);
        this.remaining = length;
        this.nowNs = nowNs;
    }

    Picked picked() {
        return new Picked(abandoned, blocks, displaced);
    }

    boolean isEmpty() {
        return blocks.isEmpty();
    }

    /** Whether the whole piece can be requested in this pick. */
    boolean hasRoomFor(int piece) {
        return layout.pieceLength(piece) <= remaining;
    }

    DownloadingPiece start(int piece) {
        return states.start(piece, peer.number, nowNs);
    }

    /** Gives up one piece to start another. */
    DownloadingPiece startInPlaceOf(DownloadingPiece idle, int piece) {
        abandoned = List.of(states.abandon(idle.piece));
        return start(piece);
    }

    /** Requests unrequested blocks while more than {@code floor} bytes remain to pick. */
    void requestNew(DownloadingPiece piece, long floor) {
        while (remaining > floor && piece.hasUnrequested()) {
            request(piece, piece.nextUnrequested());
        }
        states.requeue(piece);
    }

    /** Requests blocks that are overdue from others while more than {@code floor} bytes remain to pick. */
    void requestOverdue(DownloadingPiece piece, long floor) {
        for (int i = 0; i < piece.blockCount && remaining > floor; i++) {
            if (piece.isOverdue(i, peer.number, nowNs)) {
                request(piece, i);
            }
        }
        states.requeue(piece);
    }

    /**
     * Requests blocks that are overdue from others or that this peer should send sooner, the last ones first. So a
     * slow peer does not take the second request of a block that a fast peer could use.
     */
    void requestDuplicates(DownloadingPiece piece) {
        for (int i = piece.blockCount - 1; i >= 0 && remaining > 0; i--) {
            if (piece.isWorthDuplicating(i, peer.number, nowNs,
                    peer.overdueNs(PieceLayout.BLOCK_LENGTH, nowNs))) {
                request(piece, i);
            }
        }
        states.requeue(piece);
    }

    private void request(DownloadingPiece piece, int index) {
        Block block = layout.block(piece.piece, index);
        piece.peerToDisplace(index).ifPresent(other -> {
            piece.release(index, other);
            peers.requestEnded(other, block);
            if (displaced.isEmpty()) {
                displaced = new ArrayList<>();
            }
            displaced.add(new Request(other, block));
        });
        piece.request(index, peer.number, peer.overdueNs(block.length(), nowNs));
        peer.outstanding += block.length();
        blocks.add(block);
        remaining -= block.length();
    }
}

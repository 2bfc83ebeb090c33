package org.gridtorrent.engine.picker;

import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.engine.picker.PiecePicker.Abandoned;
import org.gridtorrent.engine.picker.PiecePicker.Ask;
import org.gridtorrent.engine.picker.PiecePicker.Picked;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;

/** One pick in the making: blocks are drawn from begun pieces, and marked as asked of the peer. */
final class Pick {
    final PickerPeer peer;
    final long nowNs;
    final List<Block> blocks = new ArrayList<>();
    /** Bytes still to draw; the last block may pass them. */
    long left;

    private final PieceLayout layout;
    private final PieceStates board;
    private final PickerPeers peers;
    private List<Abandoned> abandoned = List.of();
    /** Those who lost a block's place to the peer; a list of its own only when there is one. */
    private List<Ask> displaced = List.of();

    Pick(PieceLayout layout, PieceStates board, PickerPeers peers, int peer, long length,
            long nowNs) {
        this.layout = layout;
        this.board = board;
        this.peers = peers;
        this.peer = peers.get(peer);
        this.left = length;
        this.nowNs = nowNs;
    }

    Picked picked() {
        return new Picked(abandoned, blocks, displaced);
    }

    /** Gives up the piece, to make room for another. */
    void abandon(DownloadingPiece progress) {
        abandoned = List.of(board.abandon(progress.piece));
    }

    DownloadingPiece begin(int piece) {
        return board.begin(piece, peer.number, nowNs);
    }

    /** Blocks that nobody is asked for, as long as more than the floor is left to draw. */
    void unasked(DownloadingPiece progress, long floor) {
        while (left > floor && progress.hasUnasked()) {
            ask(progress, progress.nextUnasked());
        }
        board.refile(progress);
    }

    /** Blocks that others should have sent by now, as long as more than the floor is left. */
    void overdue(DownloadingPiece progress, long floor) {
        for (int i = 0; i < progress.blockCount && left > floor; i++) {
            if (progress.isOverdue(i, peer.number, nowNs)) {
                ask(progress, i);
            }
        }
        board.refile(progress);
    }

    /**
     * Blocks that others are asked for and should have sent by now, or that this one brings sooner,
     * the last ones first. So a slow peer takes no block's second place, which a fast one needs.
     */
    void late(DownloadingPiece progress) {
        for (int i = progress.blockCount - 1; i >= 0 && left > 0; i--) {
            if (progress.isLate(i, peer.number, nowNs,
                    peer.overdueNs(PieceLayout.BLOCK_LENGTH, nowNs))) {
                ask(progress, i);
            }
        }
        board.refile(progress);
    }

    private void ask(DownloadingPiece progress, int index) {
        Block block = layout.block(progress.piece, index);
        progress.displacedBy(index).ifPresent(other -> {
            progress.release(index, other);
            peers.settled(other, block);
            if (displaced.isEmpty()) {
                displaced = new ArrayList<>();
            }
            displaced.add(new Ask(other, block));
        });
        progress.ask(index, peer.number, peer.overdueNs(block.length(), nowNs));
        peer.asked += block.length();
        blocks.add(block);
        left -= block.length();
    }
}

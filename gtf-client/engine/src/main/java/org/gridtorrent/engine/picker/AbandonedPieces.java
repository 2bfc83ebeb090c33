package org.gridtorrent.engine.picker;

import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.engine.picker.PiecePicker.Abandoned;
import org.gridtorrent.engine.picker.PiecePicker.Ask;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.jspecify.annotations.Nullable;

/** Begun pieces that are given up, kept until the picker's user takes note of them. */
final class AbandonedPieces {
    private final PieceLayout layout;
    private final PieceBoard board;
    private final PickerPeers peers;
    private List<Abandoned> notTaken = new ArrayList<>();

    AbandonedPieces(PieceLayout layout, PieceBoard board, PickerPeers peers) {
        this.layout = layout;
        this.board = board;
        this.peers = peers;
    }

    /** The piece is begun no longer: it stands where it stood before. */
    void abandon(int piece) {
        add(board.drop(piece));
        board.fileUnlessBegun(piece);
    }

    /** What was dropped of a piece, if anything. */
    void add(@Nullable PieceProgress progress) {
        if (progress == null || progress.complete()) {
            return;
        }
        List<Ask> asks = new ArrayList<>();
        long received = 0;
        for (int i = 0; i < progress.blockCount; i++) {
            Block block = layout.block(progress.piece, i);
            received += progress.has(i) ? block.length() : 0;
            for (int peer : progress.asked(i)) {
                asks.add(new Ask(peer, block));
                peers.settled(peer, block);
            }
        }
        notTaken.add(new Abandoned(progress.piece, asks, received));
    }

    /** Those given up since this was last asked. */
    List<Abandoned> take() {
        List<Abandoned> taken = notTaken;
        if (!taken.isEmpty()) {
            notTaken = new ArrayList<>();
        }
        return taken;
    }
}

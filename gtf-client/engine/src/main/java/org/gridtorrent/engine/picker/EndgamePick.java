package org.gridtorrent.engine.picker;

import java.util.ArrayList;
import java.util.List;

/**
 * Draws blocks that others are asked for already: any in the end-game, and while no piece may be begun
 * those that are overdue. First those that one alone is asked for; then those of which somebody who lets
 * them lie has a place.
 */
final class EndgamePick {
    /** Pieces looked at for one draw. */
    private static final int LOOKS = 256;

    private final PieceStates board;

    EndgamePick(PieceStates board) {
        this.board = board;
    }

    void draw(Pick draw) {
        if (board.nothingUnasked()) {
            // The newest first: their blocks stand last in the queues of those asked before.
            lateFor(draw, board.askedOnce().reversed()).forEach(draw::late);
            if (draw.blocks.isEmpty()) {
                lateFor(draw, board.askedTwice()).forEach(draw::late);
            }
        } else if (board.isFull()) {
            lateFor(draw, board.askedOnce()).forEach(progress -> draw.overdue(progress, 0));
            if (draw.blocks.isEmpty()) {
                lateFor(draw, board.askedTwice()).forEach(progress -> draw.overdue(progress, 0));
            }
        }
    }

    private static List<DownloadingPiece> lateFor(Pick draw, Iterable<DownloadingPiece> asked) {
        List<DownloadingPiece> late = new ArrayList<>();
        int looks = 0;
        for (DownloadingPiece progress : asked) {
            if (++looks > LOOKS) {
                break;
            }
            if (progress.mayAsk(draw.peer.number) && draw.peer.pieces.has(progress.piece)) {
                late.add(progress);
            }
        }
        return late;
    }
}

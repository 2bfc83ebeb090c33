package org.gridtorrent.engine.picker;

import java.util.ArrayList;
import java.util.List;

/**
 * Draws blocks that one other peer is asked for already: any in the end-game, and while no piece may be
 * begun those that are overdue.
 */
final class LateDraw {
    /** Pieces looked at for one draw. */
    private static final int LOOKS = 256;

    private final PieceBoard board;

    LateDraw(PieceBoard board) {
        this.board = board;
    }

    void draw(Draw draw) {
        if (board.nothingUnasked()) {
            // The newest first: their blocks stand last in the queues of those asked before.
            lateFor(draw, board.askedOnce().reversed()).forEach(draw::askedOnce);
        } else if (board.isFull()) {
            lateFor(draw, board.askedOnce()).forEach(progress -> draw.overdue(progress, 0));
        }
    }

    private static List<PieceProgress> lateFor(Draw draw, Iterable<PieceProgress> askedOnce) {
        List<PieceProgress> late = new ArrayList<>();
        int looks = 0;
        for (PieceProgress progress : askedOnce) {
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

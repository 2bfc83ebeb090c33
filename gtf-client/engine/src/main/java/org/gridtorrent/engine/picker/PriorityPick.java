package org.gridtorrent.engine.picker;

import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Draws blocks for each priority, the greatest first: of pieces begun (strict priority), then of new
 * ones, by {@link PieceSelection}; but of a seed first what none but seeds have.
 */
final class PriorityPick {
    private static final List<Priority> GREATEST_FIRST = List.of(Priority.HIGH, Priority.NORMAL,
            Priority.LOW);

    private final PieceStates board;
    private final PieceSelection choice;

    PriorityPick(PieceStates board, PieceSelection choice) {
        this.board = board;
        this.choice = choice;
    }

    void draw(Pick draw) {
        for (Priority priority : GREATEST_FIRST) {
            draw(draw, priority);
        }
        if (draw.blocks.isEmpty() && draw.peer.asked == 0 && board.isFull()) {
            inPlaceOfAnother(draw);
        }
    }

    /** Of these alone, whatever their priority; a suspect is for who may bring all of it. */
    void draw(Pick draw, Set<Integer> pieces) {
        for (int piece : pieces) {
            if (draw.left > 0 && draw.peer.pieces.has(piece) && board.missing.has(piece)
                    && !board.suspects.contains(piece)) {
                DownloadingPiece begun = board.begun(piece);
                if (begun == null && !board.isFull()) {
                    draw.unasked(draw.begin(piece), 0);
                } else if (begun != null && begun.hasUnasked()) {
                    draw.unasked(begun, 0);
                }
            }
        }
    }

    /** The piece begun that the peer would go on with first. */
    @Nullable
    DownloadingPiece open(PickerPeer peer) {
        for (Priority priority : GREATEST_FIRST) {
            DownloadingPiece open = board.open.first(peer, priority);
            if (open != null) {
                return open;
            }
        }
        return null;
    }

    private void draw(Pick draw, Priority priority) {
        if (draw.peer.pieces.isComplete()) {
            begun(draw, priority, choice::onlySeedsHave);
            fresh(draw, priority, choice::onlySeedsHave);
        }
        begun(draw, priority);
        fresh(draw, priority, _ -> true);
    }

    private void begun(Pick draw, Priority priority, IntPredicate passes) {
        while (draw.left > 0) {
            DownloadingPiece progress = board.open.first(draw.peer, priority, passes);
            if (progress == null) {
                return;
            }
            draw.unasked(progress, 0);
        }
    }

    private void begun(Pick draw, Priority priority) {
        while (draw.left > 0) {
            DownloadingPiece progress = board.open.first(draw.peer, priority);
            if (progress == null) {
                return;
            }
            draw.unasked(progress, 0);
        }
    }

    private void fresh(Pick draw, Priority priority, IntPredicate passes) {
        while (draw.left > 0 && !board.isFull()) {
            int piece = choice.choose(draw.peer, priority, draw.nowNs);
            if (piece == PieceSelection.NONE || !passes.test(piece)) {
                return;
            }
            draw.unasked(draw.begin(piece), 0);
        }
    }

    private void inPlaceOfAnother(Pick draw) {
        DownloadingPiece idle = board.longestIdle();
        if (idle == null) {
            return;
        }
        for (Priority priority : GREATEST_FIRST) {
            int piece = choice.choose(draw.peer, priority, draw.nowNs);
            if (piece != PieceSelection.NONE) {
                draw.abandon(idle);
                draw.unasked(draw.begin(piece), 0);
                return;
            }
        }
    }
}

package org.gridtorrent.engine.picker;

import java.util.ArrayList;
import java.util.List;

/**
 * Picks blocks that are requested from other peers already.
 *
 * <p>In endgame any such block; at the limit of downloading pieces only overdue ones. Blocks requested from one peer come
 * first, then those of which one of two requests is overdue.
 */
final class EndgamePick {
    /** Pieces looked at in one pick. */
    private static final int MAX_LOOKS = 256;

    private final PieceStates states;

    EndgamePick(PieceStates states) {
        this.states = states;
    }

    void fill(Pick pick) {
        if (states.allRequested()) {
            // The newest first: their blocks are last in the queues of the peers asked before.
            candidates(pick, states.requestedOnce().reversed()).forEach(pick::requestDuplicates);
            if (pick.isEmpty()) {
                candidates(pick, states.requestedTwice()).forEach(pick::requestDuplicates);
            }
        } else if (states.isFull()) {
            candidates(pick, states.requestedOnce())
                    .forEach(piece -> pick.requestOverdue(piece, 0));
            if (pick.isEmpty()) {
                candidates(pick, states.requestedTwice())
                        .forEach(piece -> pick.requestOverdue(piece, 0));
            }
        }
    }

    private static List<DownloadingPiece> candidates(Pick pick, Iterable<DownloadingPiece> pieces) {
        List<DownloadingPiece> candidates = new ArrayList<>();
        int looks = 0;
        for (DownloadingPiece piece : pieces) {
            if (++looks > MAX_LOOKS) {
                break;
            }
            if (piece.mayRequestFrom(pick.peer.number) && pick.peer.pieces.has(piece.piece)) {
                candidates.add(piece);
            }
        }
        return candidates;
    }
}

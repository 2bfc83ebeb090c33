package org.gridtorrent.engine.picker;

/**
 * How long a peer has a piece for itself, which after a hash failure is fetched whole from one peer at
 * a time: until its term is over, or it lets its requests lie, lacks the piece, or goes.
 */
final class ExclusiveTerms {
    private final PieceBoard board;
    private final AbandonedPieces abandoned;

    ExclusiveTerms(PieceBoard board, AbandonedPieces abandoned) {
        this.board = board;
        this.abandoned = abandoned;
    }

    void tick(long nowNs) {
        for (PieceProgress progress : board.exclusive()) {
            if (nowNs - progress.termEndsNs >= 0) {
                giveUp(progress, nowNs);
            }
        }
    }

    void stalled(int peer, long nowNs) {
        for (PieceProgress progress : board.exclusive()) {
            if (isOf(peer, progress)) {
                giveUp(progress, nowNs);
            }
        }
    }

    private void giveUp(PieceProgress progress, long nowNs) {
        if (progress.onlyFrom != null) {
            board.suspects.gaveUp(progress.piece, progress.onlyFrom, nowNs);
        }
        abandoned.abandon(progress.piece);
    }

    /** Who refuses it may say at once that it has it, after all, and others wait for the piece. */
    void lacks(int peer, int piece, long nowNs) {
        PieceProgress progress = board.begun(piece);
        if (progress != null && isOf(peer, progress)) {
            board.suspects.refused(piece, peer, nowNs);
            abandoned.abandon(piece);
        }
    }

    void left(int peer) {
        for (PieceProgress progress : board.exclusive()) {
            if (isOf(peer, progress)) {
                abandoned.abandon(progress.piece);
            }
        }
    }

    private static boolean isOf(int peer, PieceProgress progress) {
        return progress.onlyFrom != null && progress.onlyFrom == peer && !progress.complete();
    }
}

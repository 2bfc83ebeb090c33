package org.gridtorrent.engine.picker;

import java.util.List;
import org.gridtorrent.engine.picker.PiecePicker.Abandoned;

/**
 * How long a peer has a piece for itself, which after a hash failure is fetched whole from one peer at
 * a time: until its term is over, or it lets its requests lie, lacks the piece, or goes.
 */
final class ParolePeriods {
    private final PieceStates board;

    ParolePeriods(PieceStates board) {
        this.board = board;
    }

    List<Abandoned> tick(long nowNs) {
        return board.exclusive().stream()
                .filter(progress -> nowNs - progress.termEndsNs >= 0)
                .map(progress -> giveUp(progress, nowNs)).toList();
    }

    List<Abandoned> stalled(int peer, long nowNs) {
        return board.exclusive().stream()
                .filter(progress -> isOf(peer, progress))
                .map(progress -> giveUp(progress, nowNs)).toList();
    }

    private Abandoned giveUp(DownloadingPiece progress, long nowNs) {
        if (progress.onlyFrom != null) {
            board.suspects.gaveUp(progress.piece, progress.onlyFrom, nowNs);
        }
        return board.abandon(progress.piece);
    }

    /** Who refuses it may say at once that it has it, after all, and others wait for the piece. */
    List<Abandoned> lacks(int peer, int piece, long nowNs) {
        DownloadingPiece progress = board.begun(piece);
        if (progress != null && isOf(peer, progress)) {
            board.suspects.refused(piece, peer, nowNs);
            return List.of(board.abandon(piece));
        }
        return List.of();
    }

    List<Abandoned> left(int peer) {
        return board.exclusive().stream()
                .filter(progress -> isOf(peer, progress))
                .map(progress -> board.abandon(progress.piece)).toList();
    }

    private static boolean isOf(int peer, DownloadingPiece progress) {
        return progress.onlyFrom != null && progress.onlyFrom == peer && !progress.complete();
    }
}

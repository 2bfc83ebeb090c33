package org.gridtorrent.engine.picker;

import java.util.List;
import org.gridtorrent.engine.picker.PiecePicker.AbandonedPiece;

/**
 * Ends the period for which one peer has a piece on parole to itself.
 *
 * <p>It ends when its time is over, and before when the peer is snubbed, lacks the piece, or leaves.
 */
final class ParolePeriods {
    private final PieceStates states;

    ParolePeriods(PieceStates states) {
        this.states = states;
    }

    List<AbandonedPiece> tick(long nowNs) {
        return states.onParole().stream()
                .filter(piece -> nowNs - piece.paroleEndsNs >= 0)
                .map(piece -> expire(piece, nowNs)).toList();
    }

    List<AbandonedPiece> snubbed(int peer, long nowNs) {
        return states.onParole().stream()
                .filter(piece -> isReservedFor(peer, piece))
                .map(piece -> expire(piece, nowNs)).toList();
    }

    private AbandonedPiece expire(DownloadingPiece piece, long nowNs) {
        if (piece.parolePeer != null) {
            states.parole.expired(piece.piece, piece.parolePeer, nowNs);
        }
        return states.abandon(piece.piece);
    }

    /** A peer that rejects the piece may announce it again at once, so others get their turn first. */
    List<AbandonedPiece> dontHave(int peer, int piece, long nowNs) {
        DownloadingPiece downloading = states.downloading(piece);
        if (downloading != null && isReservedFor(peer, downloading)) {
            states.parole.rejected(piece, peer, nowNs);
            return List.of(states.abandon(piece));
        }
        return List.of();
    }

    List<AbandonedPiece> removePeer(int peer) {
        return states.onParole().stream()
                .filter(piece -> isReservedFor(peer, piece))
                .map(piece -> states.abandon(piece.piece)).toList();
    }

    private static boolean isReservedFor(int peer, DownloadingPiece piece) {
        return piece.parolePeer != null && piece.parolePeer == peer && !piece.isComplete();
    }
}

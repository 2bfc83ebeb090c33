package org.gridtorrent.engine.picker;

import org.gridtorrent.engine.piece.Bitfield;

/**
 * Which piece to begin with a peer: the rarest first, but random ones until four have come whole, so
 * that there is soon something to give (Cohen, "Incentives Build Robustness in BitTorrent", 2003;
 * Legout, Urvoy-Keller and Michiardi, "Rarest First and Choke Algorithms Are Enough", 2006); or, when
 * asked to, in the content's order. ParolePieces come before all others, and then what a seed suggests.
 */
final class PieceSelection {
    static final int NONE = RarityOrder.NONE;
    private static final int RANDOM_PIECES = 4;

    private final PieceStates board;
    private boolean sequential;

    PieceSelection(PieceStates board) {
        this.board = board;
    }

    void sequential(boolean inOrder) {
        sequential = inOrder;
    }

    /** Whether a seed is better asked for the piece than for what others have too. */
    boolean onlySeedsHave(int piece) {
        return !sequential && board.order.holders(piece) == 0;
    }

    /** A piece of this priority, or {@link #NONE}. */
    int choose(PickerPeer peer, Priority priority, long nowNs) {
        int suspect = suspect(peer, priority, nowNs);
        if (suspect != NONE) {
            return suspect;
        }
        int suggested = sequential ? NONE : suggested(peer, priority);
        if (suggested != NONE) {
            return suggested;
        }
        long insertions = board.order.insertions(priority);
        if (peer.barrenAt[priority.level()] == insertions) {
            return NONE;
        }
        int piece = inOrder(peer.pieces, priority);
        if (piece == NONE) {
            peer.barrenAt[priority.level()] = insertions;
        }
        return piece;
    }

    private int suspect(PickerPeer peer, Priority priority, long nowNs) {
        for (int piece : board.suspects.pieces()) {
            if (board.waitsAsSuspect(piece, priority) && peer.pieces.has(piece)
                    && board.suspects.mayTry(piece, peer.number, nowNs)) {
                return piece;
            }
        }
        return NONE;
    }

    /** A piece that a seed suggests is as rare as any, as long as no other peer has it. */
    private int suggested(PickerPeer peer, Priority priority) {
        peer.suggested.removeIf(piece -> board.order.level(piece) == Priority.SKIP
                || board.order.holders(piece) > 0);
        for (int piece : peer.suggested) {
            if (board.order.level(piece) == priority && peer.pieces.has(piece)) {
                return piece;
            }
        }
        return NONE;
    }

    private int inOrder(Bitfield pieces, Priority priority) {
        if (sequential) {
            return board.order.first(priority, pieces);
        }
        return board.haveCount() < RANDOM_PIECES
                ? board.order.any(priority, pieces)
                : board.order.rarest(priority, pieces);
    }
}

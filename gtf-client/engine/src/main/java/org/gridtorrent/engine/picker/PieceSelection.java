package org.gridtorrent.engine.picker;

import org.gridtorrent.engine.piece.Bitfield;

/**
 * Selects the next piece to start with a peer: rarest first, after four random first pieces.
 *
 * <p>Random first pieces soon give us something to upload (Cohen, "Incentives Build Robustness in BitTorrent", 2003;
 * Legout, Urvoy-Keller and Michiardi, "Rarest First and Choke Algorithms Are Enough", 2006). In sequential
 * mode pieces follow the torrent's order instead. Pieces on parole come before all others, then pieces that a seed
 * suggests. For contiguous peers {@link ContiguousSelection} takes the place of the rarity.
 */
final class PieceSelection {
    static final int NONE = RarityOrder.NONE;
    private static final int RANDOM_FIRST_PIECES = 4;

    private final PieceStates states;
    private final ContiguousSelection contiguous;
    private boolean sequential;

    PieceSelection(PieceStates states, ContiguousSelection contiguous) {
        this.states = states;
        this.contiguous = contiguous;
    }

    void setSequential(boolean sequential) {
        this.sequential = sequential;
    }

    /** Whether a seed should rather send this piece than one that others have too. */
    boolean onlySeedsHave(int piece) {
        return !sequential && states.order.availability(piece) == 0;
    }

    /** A piece of this priority, or {@link #NONE}. */
    int choose(PickerPeer peer, Priority priority, long nowNs) {
        int onParole = onParole(peer, priority, nowNs);
        if (onParole != NONE) {
            return onParole;
        }
        int suggested = sequential ? NONE : suggested(peer, priority);
        if (suggested != NONE) {
            return suggested;
        }
        long insertions = states.order.insertions(priority);
        if (peer.noneAfterInsertions[priority.level()] == insertions) {
            return NONE;
        }
        int piece = peer.contiguous && !sequential
                ? contiguous.choose(peer, priority)
                : fromOrder(peer.pieces, priority);
        if (piece == NONE) {
            peer.noneAfterInsertions[priority.level()] = insertions;
        }
        return piece;
    }

    private int onParole(PickerPeer peer, Priority priority, long nowNs) {
        for (int piece : states.parole.pieces()) {
            if (states.awaitsParolePeer(piece, priority) && peer.pieces.has(piece)
                    && states.parole.mayTry(piece, peer.number, nowNs)) {
                return piece;
            }
        }
        return NONE;
    }

    /** A suggested piece counts as the rarest as long as no other peer has it. */
    private int suggested(PickerPeer peer, Priority priority) {
        peer.suggested.removeIf(piece -> states.order.priority(piece) == Priority.SKIP
                || states.order.availability(piece) > 0);
        for (int piece : peer.suggested) {
            if (states.order.priority(piece) == priority && peer.pieces.has(piece)) {
                return piece;
            }
        }
        return NONE;
    }

    private int fromOrder(Bitfield pieces, Priority priority) {
        if (sequential) {
            return states.order.first(priority, pieces);
        }
        return states.receivedCount() < RANDOM_FIRST_PIECES
                ? states.order.random(priority, pieces)
                : states.order.rarest(priority, pieces);
    }
}

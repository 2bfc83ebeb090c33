package org.gridtorrent.engine.picker;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Pieces that somebody waits for, earliest deadline first, equal ones in the content's order. */
final class PieceDeadlines {

    /** A piece, and when its bytes are to be there. */
    record Due(int piece, long deadlineNs) {}

    private final Map<Integer, Due> byPiece = new HashMap<>();
    private final NavigableSet<Due> inOrder = new TreeSet<>(
            Comparator.comparingLong(Due::deadlineNs).thenComparingInt(Due::piece));

    boolean isEmpty() {
        return byPiece.isEmpty();
    }

    boolean contains(int piece) {
        return byPiece.containsKey(piece);
    }

    /** Whether it had none before. */
    boolean set(int piece, long deadlineNs) {
        boolean isNew = !remove(piece);
        Due due = new Due(piece, deadlineNs);
        byPiece.put(piece, due);
        inOrder.add(due);
        return isNew;
    }

    /** Whether it had one. */
    boolean remove(int piece) {
        Due due = byPiece.remove(piece);
        return due != null && inOrder.remove(due);
    }

    Collection<Due> earliestFirst() {
        return inOrder;
    }
}

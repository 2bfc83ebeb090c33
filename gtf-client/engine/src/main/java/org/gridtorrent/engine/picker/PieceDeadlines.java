package org.gridtorrent.engine.picker;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Time-critical pieces, which a reader waits for: earliest deadline first, then in the torrent's order. */
final class PieceDeadlines {

    record TimeCriticalPiece(int piece, long deadlineNs) {}

    private final Map<Integer, TimeCriticalPiece> byPiece = new HashMap<>();
    private final NavigableSet<TimeCriticalPiece> earliestFirst = new TreeSet<>(
            Comparator.comparingLong(TimeCriticalPiece::deadlineNs)
                    .thenComparingInt(TimeCriticalPiece::piece));

    boolean isEmpty() {
        return byPiece.isEmpty();
    }

    boolean contains(int piece) {
        return byPiece.containsKey(piece);
    }

    /** Returns whether the piece had no deadline before. */
    boolean set(int piece, long deadlineNs) {
        boolean isNew = !remove(piece);
        TimeCriticalPiece critical = new TimeCriticalPiece(piece, deadlineNs);
        byPiece.put(piece, critical);
        earliestFirst.add(critical);
        return isNew;
    }

    /** Returns whether the piece had a deadline. */
    boolean remove(int piece) {
        TimeCriticalPiece critical = byPiece.remove(piece);
        return critical != null && earliestFirst.remove(critical);
    }

    Collection<TimeCriticalPiece> earliestFirst() {
        return earliestFirst;
    }
}

package org.gridtorrent.engine.piece;

import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Set of pieces, kept as runs of consecutive pieces that are ordered by their length.
 *
 * <p>A change takes time logarithmic in the number of runs. For one thread.
 */
public final class PieceRuns {

    /** Consecutive pieces, from the first one to before the end. */
    public record Run(int start, int end) {

        public int length() {
            return end - start;
        }
    }

    private final NavigableMap<Integer, Integer> endByStart = new TreeMap<>();
    private final NavigableSet<Run> longestFirst = new TreeSet<>(
            Comparator.comparingInt(Run::length).reversed().thenComparingInt(Run::start));

    /** Runs of these pieces. Linear in the pieces. */
    public static PieceRuns of(Bitfield pieces) {
        PieceRuns runs = new PieceRuns();
        int start = pieces.nextCommon(pieces, 0);
        while (start < pieces.size()) {
            int end = pieces.nextMissing(start);
            runs.put(start, end);
            start = pieces.nextCommon(pieces, end);
        }
        return runs;
    }

    /** The runs, the longest first, the first of equally long ones first; a live view. */
    public SortedSet<Run> longestFirst() {
        return Collections.unmodifiableSortedSet(longestFirst);
    }

    /** Adds a piece that is not in the set. */
    public void add(int piece) {
        Map.Entry<Integer, Integer> before = endByStart.floorEntry(piece);
        Integer endAfter = endByStart.get(piece + 1);
        int start = piece;
        int end = piece + 1;
        if (before != null && before.getValue() == piece) {
            start = before.getKey();
            take(start, piece);
        }
        if (endAfter != null) {
            take(end, endAfter);
            end = endAfter;
        }
        put(start, end);
    }

    /** Removes a piece that is in the set. */
    public void remove(int piece) {
        Map.Entry<Integer, Integer> run = endByStart.floorEntry(piece);
        if (run == null || run.getValue() <= piece) {
            throw new IllegalArgumentException("piece " + piece + " is in no run");
        }
        int start = run.getKey();
        int end = run.getValue();
        take(start, end);
        put(start, piece);
        put(piece + 1, end);
    }

    private void put(int start, int end) {
        if (start < end) {
            endByStart.put(start, end);
            longestFirst.add(new Run(start, end));
        }
    }

    private void take(int start, int end) {
        endByStart.remove(start);
        longestFirst.remove(new Run(start, end));
    }
}

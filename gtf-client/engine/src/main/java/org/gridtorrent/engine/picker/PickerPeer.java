package org.gridtorrent.engine.picker;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.PieceLayout;

/** What the picker knows of a peer. */
final class PickerPeer {
    private static final long SHORTEST_PATIENCE_NS = 1_000_000_000L;
    private static final long UNKNOWN_PATIENCE_NS = 4_000_000_000L;
    private static final double LONGEST_PATIENCE_SECONDS = 60;

    private static final int MAX_SUGGESTED = 64;

    final int number;
    /** Shared with whoever told of the peer, who changes it first and then tells. */
    Bitfield pieces;
    /** Whether it is a holder of its pieces in the order of rarity: all are but seeds. */
    boolean counted;
    /** Bytes a second that it sends; 0 when it sends nothing, or nothing yet. */
    long rate;
    /** Bytes asked of it that have not come. */
    long asked;
    /** No opening up to this one is of use to it, by priority. */
    final long[] openingsSeen = new long[Priority.ALL.size()];
    /** The order held none of its pieces when it had had so many insertions, by priority. */
    final long[] barrenAt = new long[Priority.ALL.size()];

    /** Pieces that it would like to be asked for, oldest first. */
    final Deque<Integer> suggested = new ArrayDeque<>();

    PickerPeer(int number, Bitfield pieces) {
        this.number = number;
        this.pieces = pieces;
        fruitful();
    }

    /** The peer would like to be asked for the piece. */
    void suggests(int piece) {
        if (suggested.size() == MAX_SUGGESTED) {
            suggested.removeFirst();
        }
        suggested.add(piece);
    }

    /** The order may hold pieces of it. */
    void fruitful() {
        Arrays.fill(barrenAt, -1);
    }

    /**
     * How many bytes of whole blocks more it can bring until then, at its rate, less what the last of
     * them may pass; 0 when that is none, or its rate is not known.
     */
    long roomUntil(long deadlineNs, long nowNs) {
        double bytes = rate * (double) (deadlineNs - nowNs) / 1e9 - asked;
        return (long) Math.clamp(bytes - PieceLayout.BLOCK_LENGTH + 1, 0, 1e15);
    }

    /** When a block asked of it now should have come, with as much time again, and a second. */
    long overdueNs(int length, long nowNs) {
        if (rate <= 0) {
            return nowNs + UNKNOWN_PATIENCE_NS;
        }
        double seconds = 2.0 * (asked + length) / rate;
        return nowNs + SHORTEST_PATIENCE_NS
                + (long) (Math.min(seconds, LONGEST_PATIENCE_SECONDS) * 1e9);
    }
}

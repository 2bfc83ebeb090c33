package org.gridtorrent.engine.picker;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.PieceLayout;

/** The picker's record of a peer: its pieces, its rate and what is requested from it. */
final class PickerPeer {
    private static final long MIN_TIMEOUT_NS = 1_000_000_000L;
    private static final long UNKNOWN_RATE_TIMEOUT_NS = 4_000_000_000L;
    private static final double MAX_TIMEOUT_SECONDS = 60;
    private static final int MAX_SUGGESTED = 64;

    final int number;
    /** Whether consecutive pieces are to be requested from it, as from a web seed. Its pieces do not count. */
    final boolean contiguous;
    /** Shared with the picker's caller, who changes it first and then reports the change. */
    Bitfield pieces;
    /** Whether its pieces count in the rarity order: those of seeds and contiguous peers do not. */
    boolean counted;
    /** Bytes a second that it sends; 0 when it sends nothing, or nothing yet. */
    long rate;
    /** Bytes requested from it that have not arrived. */
    long outstanding;
    /** It lacks all entries of {@link RequestablePieces} up to this number, by priority. */
    final long[] lackedUpTo = new long[Priority.ALL.size()];
    /** The insertions into {@link RarityOrder} after which none of its pieces was there, by priority. */
    final long[] noneAfterInsertions = new long[Priority.ALL.size()];
    /** The piece after the last one that was started with it, if it is contiguous. */
    int nextPiece;
    /** Pieces that it suggests, oldest first. */
    final Deque<Integer> suggested = new ArrayDeque<>();

    PickerPeer(int number, Bitfield pieces, boolean contiguous) {
        this.number = number;
        this.contiguous = contiguous;
        this.pieces = pieces;
        Arrays.fill(noneAfterInsertions, -1);
    }

    void suggest(int piece) {
        if (suggested.size() == MAX_SUGGESTED) {
            suggested.removeFirst();
        }
        suggested.add(piece);
    }

    /**
     * The bytes of whole blocks that it can still send until the deadline, at its rate; 0 when its rate is not
     * known.
     */
    long roomUntil(long deadlineNs, long nowNs) {
        double bytes = rate * (double) (deadlineNs - nowNs) / 1e9 - outstanding;
        return (long) Math.clamp(bytes - PieceLayout.BLOCK_LENGTH + 1, 0, 1e15);
    }

    /** When a block requested now is overdue: after twice the time it should take, and a second. */
    long overdueNs(int length, long nowNs) {
        if (rate <= 0) {
            return nowNs + UNKNOWN_RATE_TIMEOUT_NS;
        }
        double seconds = 2.0 * (outstanding + length) / rate;
        return nowNs + MIN_TIMEOUT_NS
                + (long) (Math.min(seconds, MAX_TIMEOUT_SECONDS) * 1e9);
    }
}

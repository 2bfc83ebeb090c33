package org.gridtorrent.engine.upload;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import org.gridtorrent.engine.piece.Bitfield;

/**
 * Piece suggestions of a seed (BEP 6): each piece to one peer, while no other peer has it.
 *
 * <p>Peers that choose for themselves choose the same piece by chance, the more often the fewer
 * are left, and the seed sends it twice while others wait for pieces that it has not sent at all. BEP 16, super-seeding,
 * avoids that by hiding pieces; a suggestion hides nothing. A piece that a
 * peer requested and left with unfinished is not suggested again: others find it as the rarest.
 *
 * <p>For one thread. Peers are numbered by the caller.
 */
public final class PieceSuggestions {
    private final Bitfield suggested;
    private final IntPredicate heldElsewhere;
    private final RandomGenerator random;
    private final Map<Integer, Set<Integer>> notRequested = new HashMap<>();

    /** @param heldElsewhere whether another peer, no seed, has the piece */
    public PieceSuggestions(int pieceCount, IntPredicate heldElsewhere, RandomGenerator random) {
        this.suggested = new Bitfield(pieceCount);
        this.heldElsewhere = heldElsewhere;
        this.random = random;
    }

    /** The pieces to suggest, so that {@code ahead} suggestions to the peer are not yet requested. */
    public List<Integer> next(int peer, int ahead) {
        Set<Integer> waiting = notRequested.computeIfAbsent(peer, _ -> new HashSet<>());
        waiting.removeIf(heldElsewhere::test);
        List<Integer> pieces = new ArrayList<>();
        while (waiting.size() < ahead && !suggested.isComplete()) {
            int piece = nextUnsuggested();
            suggested.set(piece);
            if (!heldElsewhere.test(piece)) {
                waiting.add(piece);
                pieces.add(piece);
            }
        }
        return pieces;
    }

    private int nextUnsuggested() {
        int piece = suggested.nextMissing(random.nextInt(suggested.size()));
        return piece < suggested.size() ? piece : suggested.nextMissing(0);
    }

    /** The peer requests the piece. Returns whether it was suggested and is requested for the first time. */
    public boolean requested(int peer, int piece) {
        suggested.set(piece);
        Set<Integer> waiting = notRequested.get(peer);
        return waiting != null && waiting.remove(piece);
    }

    /** The peer is choked or gone: suggestions that it has not requested go to others. */
    public void ended(int peer) {
        Set<Integer> pieces = notRequested.remove(peer);
        if (pieces != null) {
            pieces.forEach(suggested::clear);
        }
    }
}

package org.gridtorrent.engine.picker;

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
 * Which pieces a seed suggests to whom (BEP 6, Suggest Piece): each to one peer, as long as nobody else
 * has it. Peers that choose for themselves choose the same piece by chance, the more often the fewer
 * are left, and the seed sends it twice while others wait for what it has not sent at all. BEP 16
 * comes to the same end by hiding pieces; a suggestion hides nothing from who wants others. What a
 * peer asked for and took along unfinished is not suggested again: others find it as the rarest.
 *
 * <p>For one thread. Peers are numbers that the caller gives.
 */
public final class PieceSuggestions {
    private final Bitfield given;
    private final IntPredicate heldElsewhere;
    private final RandomGenerator random;
    private final Map<Integer, Set<Integer>> notRequested = new HashMap<>();

    /** @param heldElsewhere whether another peer has the piece, seeds not counted */
    public PieceSuggestions(int pieceCount, IntPredicate heldElsewhere, RandomGenerator random) {
        this.given = new Bitfield(pieceCount);
        this.heldElsewhere = heldElsewhere;
        this.random = random;
    }

    /** What to suggest to the peer, that there be so many pieces that it has not asked for yet. */
    public List<Integer> next(int peer, int ahead) {
        Set<Integer> waiting = notRequested.computeIfAbsent(peer, _ -> new HashSet<>());
        waiting.removeIf(heldElsewhere::test);
        List<Integer> pieces = new ArrayList<>();
        while (waiting.size() < ahead && !given.isComplete()) {
            int piece = nextUngiven();
            given.set(piece);
            if (!heldElsewhere.test(piece)) {
                waiting.add(piece);
                pieces.add(piece);
            }
        }
        return pieces;
    }

    private int nextUngiven() {
        int piece = given.nextMissing(random.nextInt(given.size()));
        return piece < given.size() ? piece : given.nextMissing(0);
    }

    /** The peer asks for the piece: true when that was suggested to it, and not asked for before. */
    public boolean requested(int peer, int piece) {
        given.set(piece);
        Set<Integer> waiting = notRequested.get(peer);
        return waiting != null && waiting.remove(piece);
    }

    /** The peer may not ask any more, or went: what it has not asked for is for others. */
    public void ended(int peer) {
        Set<Integer> pieces = notRequested.remove(peer);
        if (pieces != null) {
            pieces.forEach(given::clear);
        }
    }
}

package org.gridtorrent.engine.picker;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.PieceRuns;
import org.gridtorrent.engine.piece.PieceRuns.Run;
import org.jspecify.annotations.Nullable;

/**
 * Rarity order of the pieces to start: by priority, then by availability, equally rare ones at random.
 *
 * <p>Availability is the number of peers that have a piece. It is counted for all pieces; only pieces to start are in the
 * order. Seeds do not count, since they change nothing in the order.
 *
 * <p>Each priority has a bucket of pieces for every availability. A piece goes into its bucket at
 * a random position, and when it leaves the last one takes its position, so that a HAVE costs constant time
 * (libtorrent's picker keeps one array with boundaries). When a peer comes or goes, thousands of counts change: then the
 * buckets are only marked stale, and filled anew at the next look.
 *
 * <p>A look for the rarest piece of a peer tries the rarest {@value #MAX_LOOKS} pieces. If the peer has none of
 * them, the choice is made among as many of the pieces that it has, from a random one on, which are found
 * 64 pieces a step. So what is requested from a peer with few pieces need not be its rarest piece.
 */
final class RarityOrder {
    static final int NONE = -1;
    static final int MAX_LOOKS = 1024;
    /** A change of more than one piece in so many marks the buckets stale. */
    private static final int STALE_FRACTION = 32;

    private final int[] availability;
    /** For each piece, the level of its priority; {@link Priority#SKIP} when not in the order. */
    private final byte[] levels;
    private final int[] positions;
    private final List<Level> byLevel = new ArrayList<>();
    private final RandomGenerator random;
    private final int maxLooks;
    private boolean stale;
    private int size;

    RarityOrder(int pieceCount, RandomGenerator random) {
        this(pieceCount, random, MAX_LOOKS);
    }

    RarityOrder(int pieceCount, RandomGenerator random, int maxLooks) {
        this.availability = new int[pieceCount];
        this.levels = new byte[pieceCount];
        this.positions = new int[pieceCount];
        this.random = random;
        this.maxLooks = maxLooks;
        for (Priority _ : Priority.ALL) {
            byLevel.add(new Level(pieceCount));
        }
    }

    /** The pieces of one priority. */
    private static final class Level {
        private final Bitfield members;
        private final List<PieceBucket> buckets = new ArrayList<>();
        private final BitSet filled = new BitSet();
        /** A lower bound of the members. */
        private int lowest;
        private long insertions;
        /** The members' runs; null until they are needed. */
        private @Nullable PieceRuns runs;

        Level(int pieceCount) {
            members = new Bitfield(pieceCount);
        }

        PieceBucket bucket(int availability) {
            while (buckets.size() <= availability) {
                buckets.add(new PieceBucket());
            }
            return buckets.get(availability);
        }
    }

    /** The number of peers, other than seeds, that have the piece. */
    int availability(int piece) {
        return availability[piece];
    }

    /** {@link Priority#SKIP} when the piece is not in the order. */
    Priority priority(int piece) {
        return Priority.of(levels[piece]);
    }

    /** The number of insertions so far of pieces of this priority. */
    long insertions(Priority level) {
        return byLevel.get(level.level()).insertions;
    }

    void insert(int piece, Priority priority) {
        if (levels[piece] != 0 || priority == Priority.SKIP) {
            throw new IllegalArgumentException("piece " + piece + " as " + priority);
        }
        levels[piece] = priority.level();
        Level level = byLevel.get(levels[piece]);
        level.members.set(piece);
        level.lowest = Math.min(level.lowest, piece);
        level.insertions++;
        if (level.runs != null) {
            level.runs.add(piece);
        }
        size++;
        if (!stale) {
            put(piece);
        }
    }

    /** Removes the piece if it is in the order. */
    void remove(int piece) {
        if (levels[piece] == 0) {
            return;
        }
        if (!stale) {
            take(piece);
        }
        Level level = byLevel.get(levels[piece]);
        level.members.clear(piece);
        if (level.runs != null) {
            level.runs.remove(piece);
        }
        levels[piece] = 0;
        size--;
    }

    void add(Bitfield pieces) {
        change(pieces, 1);
    }

    void subtract(Bitfield pieces) {
        change(pieces, -1);
    }

    private void change(Bitfield pieces, int by) {
        stale |= size > 0 && pieces.count() > availability.length / STALE_FRACTION;
        pieces.pieces().forEach(piece -> change(piece, by));
    }

    void add(int piece) {
        change(piece, 1);
    }

    void subtract(int piece) {
        change(piece, -1);
    }

    private void change(int piece, int by) {
        if (availability[piece] + by < 0) {
            throw new IllegalArgumentException("availability of piece " + piece + " is 0");
        }
        boolean moves = levels[piece] != 0 && !stale;
        if (moves) {
            take(piece);
        }
        availability[piece] += by;
        if (moves) {
            put(piece);
        }
    }

    private void put(int piece) {
        Level level = byLevel.get(levels[piece]);
        PieceBucket bucket = level.bucket(availability[piece]);
        int last = bucket.size();
        bucket.append(piece);
        int position = random.nextInt(last + 1);
        set(bucket, last, bucket.get(position));
        set(bucket, position, piece);
        level.filled.set(availability[piece]);
    }

    private void take(int piece) {
        Level level = byLevel.get(levels[piece]);
        PieceBucket bucket = level.bucket(availability[piece]);
        set(bucket, positions[piece], bucket.get(bucket.size() - 1));
        bucket.removeLast();
        if (bucket.size() == 0) {
            level.filled.clear(availability[piece]);
        }
    }

    private void set(PieceBucket bucket, int position, int piece) {
        bucket.set(position, piece);
        positions[piece] = position;
    }

    private void refresh() {
        if (stale) {
            stale = false;
            for (Level level : byLevel) {
                level.buckets.forEach(PieceBucket::clear);
                level.filled.clear();
                level.members.pieces().forEach(this::put);
            }
        }
    }

    /** The rarest piece of this priority that a peer with these pieces has, or {@link #NONE}. */
    int rarest(Priority priority, Bitfield pieces) {
        Level level = byLevel.get(priority.level());
        if (level.members.isEmpty()) {
            return NONE;
        }
        refresh();
        int looksLeft = maxLooks;
        // A peer that is no seed is counted itself.
        int fewest = pieces.isComplete() ? 0 : 1;
        for (int n = level.filled.nextSetBit(fewest); n >= 0; n = level.filled.nextSetBit(n + 1)) {
            PieceBucket bucket = level.bucket(n);
            for (int i = 0; i < bucket.size(); i++) {
                if (pieces.has(bucket.get(i))) {
                    return bucket.get(i);
                }
                if (--looksLeft == 0) {
                    return rarestOfSample(level.members, pieces);
                }
            }
        }
        return NONE;
    }

    private int rarestOfSample(Bitfield members, Bitfield pieces) {
        int start = random.nextInt(availability.length);
        int best = NONE;
        int at = start - 1;
        boolean wrapped = false;
        for (int looked = 0; looked < maxLooks; looked++) {
            at = members.nextCommon(pieces, at + 1);
            if (at == availability.length && !wrapped) {
                wrapped = true;
                at = members.nextCommon(pieces, 0);
            }
            if (at == availability.length || (wrapped && at >= start)) {
                break;
            }
            if (best == NONE || availability[at] < availability[best]) {
                best = at;
            }
        }
        return best;
    }

    /** A random piece of this priority that a peer with these pieces has, or {@link #NONE}. */
    int random(Priority priority, Bitfield pieces) {
        Bitfield members = byLevel.get(priority.level()).members;
        if (members.isEmpty()) {
            return NONE;
        }
        int at = members.nextCommon(pieces, random.nextInt(availability.length));
        return noneIfPast(at == availability.length ? members.nextCommon(pieces, 0) : at);
    }

    /** The first piece of this priority that a peer with these pieces has, or {@link #NONE}. */
    int first(Priority priority, Bitfield pieces) {
        Level level = byLevel.get(priority.level());
        level.lowest = level.members.nextCommon(level.members, level.lowest);
        return noneIfPast(level.members.nextCommon(pieces, level.lowest));
    }

    /**
     * Runs of consecutive pieces of this priority, the longest first; a live view. The first call takes time
     * linear in the pieces, after which changes take a little longer.
     */
    Iterable<Run> longestRuns(Priority priority) {
        Level level = byLevel.get(priority.level());
        if (level.runs == null) {
            level.runs = PieceRuns.of(level.members);
        }
        return level.runs.longestFirst();
    }

    /** The runs are not needed any more. */
    void forgetRuns() {
        byLevel.forEach(level -> level.runs = null);
    }

    private int noneIfPast(int piece) {
        return piece == availability.length ? NONE : piece;
    }
}

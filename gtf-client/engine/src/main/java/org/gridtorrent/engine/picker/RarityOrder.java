package org.gridtorrent.engine.picker;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;
import org.gridtorrent.engine.piece.Bitfield;

/**
 * The pieces to begin, by priority, in each priority by how many peers have them; equally rare ones
 * in random order. How many peers have a piece is counted for all pieces; only those to begin are in
 * the order.
 *
 * <p>Each priority has an array of pieces for every number of holders. A piece goes into its array at
 * a random place and out of it by the last one taking its place, so that a HAVE costs constant time
 * (libtorrent's picker does the like in one array with borders). Counts that change by the thousand,
 * when a peer comes or goes, only mark the arrays stale; they are dealt anew at the next look. Seeds
 * are not counted at all, since they change nothing in the order.
 *
 * <p>A look for the rarest piece of a peer tries the rarest {@link #LOOKS} pieces. If it has none of
 * them, the choice is made among as many of those that it has, from a random one on, which are found
 * 64 pieces a step: what is asked of a peer with few pieces need not be the rarest of them.
 */
final class RarityOrder {
    static final int NONE = -1;
    static final int LOOKS = 1024;
    /** Counts are changed one by one when they are fewer than one in so many. */
    private static final int FEW = 32;

    private final int[] holders;
    /** For each piece, the level of its priority; {@link Priority#SKIP} when not in the order. */
    private final byte[] levels;
    private final int[] places;
    private final List<Level> byLevel = new ArrayList<>();
    private final RandomGenerator random;
    private final int looks;
    private boolean stale;
    private int size;

    RarityOrder(int pieceCount, RandomGenerator random) {
        this(pieceCount, random, LOOKS);
    }

    RarityOrder(int pieceCount, RandomGenerator random, int looks) {
        this.holders = new int[pieceCount];
        this.levels = new byte[pieceCount];
        this.places = new int[pieceCount];
        this.random = random;
        this.looks = looks;
        for (Priority _ : Priority.ALL) {
            byLevel.add(new Level(pieceCount));
        }
    }

    /** The pieces of one priority. */
    private static final class Level {
        private final Bitfield members;
        private final List<PieceBucket> buckets = new ArrayList<>();
        private final BitSet filled = new BitSet();
        /** No member is below this piece. */
        private int lowest;
        private long insertions;

        Level(int pieceCount) {
            members = new Bitfield(pieceCount);
        }

        PieceBucket bucket(int holders) {
            while (buckets.size() <= holders) {
                buckets.add(new PieceBucket());
            }
            return buckets.get(holders);
        }
    }

    /** How many peers have the piece, seeds not counted. */
    int holders(int piece) {
        return holders[piece];
    }

    /** {@link Priority#SKIP} when the piece is not in the order. */
    Priority level(int piece) {
        return Priority.of(levels[piece]);
    }

    /** Grows whenever a piece comes to be of this priority in the order. */
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
        size++;
        if (!stale) {
            put(piece);
        }
    }

    /** Takes the piece out, if it is in. */
    void remove(int piece) {
        if (levels[piece] == 0) {
            return;
        }
        if (!stale) {
            take(piece);
        }
        byLevel.get(levels[piece]).members.clear(piece);
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
        stale |= size > 0 && pieces.count() > holders.length / FEW;
        pieces.pieces().forEach(piece -> change(piece, by));
    }

    void add(int piece) {
        change(piece, 1);
    }

    void subtract(int piece) {
        change(piece, -1);
    }

    private void change(int piece, int by) {
        if (holders[piece] + by < 0) {
            throw new IllegalArgumentException("nobody has piece " + piece);
        }
        boolean moves = levels[piece] != 0 && !stale;
        if (moves) {
            take(piece);
        }
        holders[piece] += by;
        if (moves) {
            put(piece);
        }
    }

    private void put(int piece) {
        Level level = byLevel.get(levels[piece]);
        PieceBucket bucket = level.bucket(holders[piece]);
        int last = bucket.size();
        bucket.append(piece);
        int place = random.nextInt(last + 1);
        set(bucket, last, bucket.at(place));
        set(bucket, place, piece);
        level.filled.set(holders[piece]);
    }

    private void take(int piece) {
        Level level = byLevel.get(levels[piece]);
        PieceBucket bucket = level.bucket(holders[piece]);
        set(bucket, places[piece], bucket.at(bucket.size() - 1));
        bucket.removeLast();
        if (bucket.size() == 0) {
            level.filled.clear(holders[piece]);
        }
    }

    private void set(PieceBucket bucket, int place, int piece) {
        bucket.set(place, piece);
        places[piece] = place;
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
        int left = looks;
        // Who is no seed is counted as a holder of all that it has.
        int fewest = pieces.isComplete() ? 0 : 1;
        for (int n = level.filled.nextSetBit(fewest); n >= 0; n = level.filled.nextSetBit(n + 1)) {
            PieceBucket bucket = level.bucket(n);
            for (int i = 0; i < bucket.size(); i++) {
                if (pieces.has(bucket.at(i))) {
                    return bucket.at(i);
                }
                if (--left == 0) {
                    return rarestOfSome(level.members, pieces);
                }
            }
        }
        return NONE;
    }

    private int rarestOfSome(Bitfield members, Bitfield pieces) {
        int start = random.nextInt(holders.length);
        int best = NONE;
        int at = start - 1;
        boolean wrapped = false;
        for (int looked = 0; looked < looks; looked++) {
            at = members.nextCommon(pieces, at + 1);
            if (at == holders.length && !wrapped) {
                wrapped = true;
                at = members.nextCommon(pieces, 0);
            }
            if (at == holders.length || (wrapped && at >= start)) {
                break;
            }
            if (best == NONE || holders[at] < holders[best]) {
                best = at;
            }
        }
        return best;
    }

    /** Any piece of this priority that a peer with these pieces has, or {@link #NONE}. */
    int any(Priority priority, Bitfield pieces) {
        Bitfield members = byLevel.get(priority.level()).members;
        if (members.isEmpty()) {
            return NONE;
        }
        int at = members.nextCommon(pieces, random.nextInt(holders.length));
        return noneIfPast(at == holders.length ? members.nextCommon(pieces, 0) : at);
    }

    /** The first piece of this priority that a peer with these pieces has, or {@link #NONE}. */
    int first(Priority priority, Bitfield pieces) {
        Level level = byLevel.get(priority.level());
        level.lowest = level.members.nextCommon(level.members, level.lowest);
        return noneIfPast(level.members.nextCommon(pieces, level.lowest));
    }

    private int noneIfPast(int piece) {
        return piece == holders.length ? NONE : piece;
    }
}

package org.gridtorrent.engine.picker;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.gridtorrent.engine.piece.Bitfield;

/**
 * The pieces ordered by how many peers have them, rarest first, equally rare ones in random order.
 *
 * <p>One array holds the pieces bucket after bucket, another each piece's place in it, a third where
 * each bucket begins. A piece that becomes more common changes places with the last of its bucket and
 * the border moves over it: constant time for each HAVE, as in libtorrent's picker. Seeds are not
 * counted at all, since they change nothing in the order.
 */
final class RarityOrder {
    private final int[] order;
    private final int[] place;
    private final int[] count;
    /** bucketEnd[n]: the place after the last piece that n peers have. */
    private int[] bucketEnd;

    RarityOrder(int pieceCount, RandomGenerator random) {
        order = new int[pieceCount];
        place = new int[pieceCount];
        count = new int[pieceCount];
        bucketEnd = new int[]{pieceCount};
        for (int i = 0; i < pieceCount; i++) {
            int other = random.nextInt(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        for (int i = 0; i < pieceCount; i++) {
            place[order[i]] = i;
        }
    }

    int pieceAt(int rank) {
        return order[rank];
    }

    int size() {
        return order.length;
    }

    int count(int piece) {
        return count[piece];
    }

    void add(Bitfield pieces) {
        pieces.pieces().forEach(this::add);
    }

    void remove(Bitfield pieces) {
        pieces.pieces().forEach(this::remove);
    }

    void add(int piece) {
        int bucket = count[piece];
        if (bucket + 1 == bucketEnd.length) {
            grow();
        }
        swap(place[piece], bucketEnd[bucket] - 1);
        bucketEnd[bucket]--;
        count[piece]++;
    }

    void remove(int piece) {
        int bucket = count[piece] - 1;
        if (bucket < 0) {
            throw new IllegalArgumentException("nobody has piece " + piece);
        }
        swap(place[piece], bucketEnd[bucket]);
        bucketEnd[bucket]++;
        count[piece]--;
    }

    private void grow() {
        int[] grown = Arrays.copyOf(bucketEnd, bucketEnd.length + 1);
        grown[bucketEnd.length] = order.length;
        bucketEnd = grown;
    }

    private void swap(int a, int b) {
        int piece = order[a];
        order[a] = order[b];
        order[b] = piece;
        place[order[a]] = a;
        place[order[b]] = b;
    }
}

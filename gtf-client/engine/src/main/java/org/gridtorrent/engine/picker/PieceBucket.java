package org.gridtorrent.engine.picker;

import java.util.Arrays;

/** Array of pieces of equal availability, whose capacity follows its size. */
final class PieceBucket {
    private static final int MIN_CAPACITY = 16;

    private int[] pieces = new int[0];
    private int size;

    int size() {
        return size;
    }

    int get(int position) {
        return pieces[position];
    }

    void set(int position, int piece) {
        pieces[position] = piece;
    }

    void append(int piece) {
        if (size == pieces.length) {
            pieces = Arrays.copyOf(pieces, Math.max(MIN_CAPACITY, 2 * size));
        }
        pieces[size++] = piece;
    }

    void removeLast() {
        size--;
        if (size < pieces.length / 4 && pieces.length > MIN_CAPACITY) {
            pieces = Arrays.copyOf(pieces, pieces.length / 2);
        }
    }

    void clear() {
        pieces = new int[0];
        size = 0;
    }
}

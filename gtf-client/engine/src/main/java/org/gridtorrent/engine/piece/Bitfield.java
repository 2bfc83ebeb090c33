package org.gridtorrent.engine.piece;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Set of pieces, one bit each (BEP 3).
 *
 * <p>The count is kept, and two sets are compared 64 pieces at a time. Not thread-safe.
 */
public final class Bitfield {
    private final long[] words;
    private final int size;
    private int count;

    private Bitfield(long[] words, int size) {
        this.words = words;
        this.size = size;
        for (long word : words) {
            count += Long.bitCount(word);
        }
    }

    /** An empty set of {@code size} possible pieces. */
    public Bitfield(int size) {
        if (size < 0) {
            throw new IllegalArgumentException("size " + size);
        }
        this.words = new long[Math.ceilDiv(size, Long.SIZE)];
        this.size = size;
    }

    /** The set of all {@code size} pieces. */
    public static Bitfield full(int size) {
        long[] words = new long[Math.ceilDiv(size, Long.SIZE)];
        Arrays.fill(words, -1);
        if (size % Long.SIZE != 0) {
            words[words.length - 1] = (1L << size) - 1;
        }
        return new Bitfield(words, size);
    }

    /** Reads the message's bytes, high bit first; empty unless the length is exact and spare bits are zero. */
    public static Optional<Bitfield> parse(byte[] wire, int size) {
        if (wire.length != byteCount(size)) {
            return Optional.empty();
        }
        long[] words = new long[Math.ceilDiv(size, Long.SIZE)];
        for (int i = 0; i < wire.length; i++) {
            words[i / Long.BYTES] |= (reverse(wire[i]) & 0xFFL) << (i % Long.BYTES * Byte.SIZE);
        }
        boolean spare = size % Long.SIZE != 0 && words[words.length - 1] >>> size != 0;
        return spare ? Optional.empty() : Optional.of(new Bitfield(words, size));
    }

    /** Bytes of the message for so many pieces. */
    public static int byteCount(int size) {
        return Math.ceilDiv(size, 8);
    }

    /** The message's bytes, high bit first, spare bits zero. */
    public byte[] bytes() {
        byte[] wire = new byte[byteCount(size)];
        for (int i = 0; i < wire.length; i++) {
            wire[i] = reverse((byte) (words[i / Long.BYTES] >>> (i % Long.BYTES * Byte.SIZE)));
        }
        return wire;
    }

    private static byte reverse(byte b) {
        return (byte) (Integer.reverse(b) >>> 24);
    }

    public boolean has(int piece) {
        return (words[checkIndex(piece) >> 6] & 1L << piece) != 0;
    }

    public void set(int piece) {
        if (!has(piece)) {
            words[piece >> 6] |= 1L << piece;
            count++;
        }
    }

    public void clear(int piece) {
        if (has(piece)) {
            words[piece >> 6] &= ~(1L << piece);
            count--;
        }
    }

    /** How many pieces the content has. */
    public int size() {
        return size;
    }

    /** How many pieces are in the set. */
    public int count() {
        return count;
    }

    public boolean isEmpty() {
        return count == 0;
    }

    public boolean isComplete() {
        return count == size;
    }

    /** The pieces of the set, ascending, as they are now. */
    public IntStream pieces() {
        return BitSet.valueOf(words).stream();
    }

    /** The first missing piece at or after this one; {@link #size} when there is none. */
    public int nextMissing(int from) {
        int word = from >> 6;
        long mask = -1L << from;
        while (word < words.length) {
            long lacking = ~words[word] & mask;
            if (lacking != 0) {
                return Math.min(size, (word << 6) + Long.numberOfTrailingZeros(lacking));
            }
            mask = -1;
            word++;
        }
        return size;
    }

    /** The first piece at or after this one that is in both sets; {@link #size} when there is none. */
    public int nextCommon(Bitfield other, int from) {
        int word = from >> 6;
        long mask = -1L << from;
        while (word < words.length) {
            long both = words[word] & other.words[word] & mask;
            if (both != 0) {
                return (word << 6) + Long.numberOfTrailingZeros(both);
            }
            mask = -1;
            word++;
        }
        return size;
    }

    /** Whether the other set has a piece that this one lacks. */
    public boolean lacksAnyOf(Bitfield other) {
        for (int i = 0; i < words.length; i++) {
            if ((other.words[i] & ~words[i]) != 0) {
                return true;
            }
        }
        return false;
    }

    public Bitfield copy() {
        return new Bitfield(words.clone(), size);
    }

    private int checkIndex(int piece) {
        if (piece < 0 || piece >= size) {
            throw new IllegalArgumentException("piece " + piece + " of " + size);
        }
        return piece;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bitfield that && size == that.size
                && Arrays.equals(words, that.words);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(words) + size;
    }

    @Override
    public String toString() {
        return count + " of " + size;
    }
}

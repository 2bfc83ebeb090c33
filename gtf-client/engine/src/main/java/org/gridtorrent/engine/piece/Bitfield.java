package org.gridtorrent.engine.piece;

import java.util.BitSet;
import java.util.Optional;
import java.util.stream.IntStream;

/** Which pieces of a content somebody has, one bit each. Not thread-safe. */
public final class Bitfield {
    private final BitSet bits;
    private final int size;

    private Bitfield(BitSet bits, int size) {
        this.bits = bits;
        this.size = size;
    }

    /** None of {@code size} pieces. */
    public Bitfield(int size) {
        this(new BitSet(size), size);
        if (size < 0) {
            throw new IllegalArgumentException("size " + size);
        }
    }

    /** All of {@code size} pieces. */
    public static Bitfield full(int size) {
        var field = new Bitfield(size);
        field.bits.set(0, size);
        return field;
    }

    /**
     * Reads BEP 3's form: high bit first. Empty unless the length is exact and the spare bits are
     * zero.
     */
    public static Optional<Bitfield> parse(byte[] wire, int size) {
        if (wire.length != byteCount(size)) {
            return Optional.empty();
        }
        var reversed = new byte[wire.length];
        for (int i = 0; i < wire.length; i++) {
            reversed[i] = reverse(wire[i]);
        }
        BitSet bits = BitSet.valueOf(reversed);
        return bits.length() > size ? Optional.empty() : Optional.of(new Bitfield(bits, size));
    }

    /** Bytes of BEP 3's form for so many pieces. */
    public static int byteCount(int size) {
        return Math.ceilDiv(size, 8);
    }

    /** BEP 3's form: high bit first, spare bits zero. */
    public byte[] bytes() {
        byte[] wire = new byte[byteCount(size)];
        byte[] low = bits.toByteArray();
        for (int i = 0; i < low.length; i++) {
            wire[i] = reverse(low[i]);
        }
        return wire;
    }

    private static byte reverse(byte b) {
        return (byte) (Integer.reverse(b) >>> 24);
    }

    public boolean has(int piece) {
        return bits.get(checked(piece));
    }

    public void set(int piece) {
        bits.set(checked(piece));
    }

    public void clear(int piece) {
        bits.clear(checked(piece));
    }

    /** How many pieces there are. */
    public int size() {
        return size;
    }

    /** How many pieces are had. */
    public int count() {
        return bits.cardinality();
    }

    public boolean isEmpty() {
        return bits.isEmpty();
    }

    public boolean isComplete() {
        return count() == size;
    }

    /** The pieces that are had, ascending. */
    public IntStream pieces() {
        return bits.stream();
    }

    /** The first missing piece at or after this one; {@link #size} when there is none. */
    public int nextMissing(int from) {
        return bits.nextClearBit(from);
    }

    /** Whether the other has a piece that this one lacks. */
    public boolean lacksAnyOf(Bitfield other) {
        var lacking = (BitSet) other.bits.clone();
        lacking.andNot(bits);
        return !lacking.isEmpty();
    }

    public Bitfield copy() {
        return new Bitfield((BitSet) bits.clone(), size);
    }

    private int checked(int piece) {
        if (piece < 0 || piece >= size) {
            throw new IllegalArgumentException("piece " + piece + " of " + size);
        }
        return piece;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bitfield that && size == that.size && bits.equals(that.bits);
    }

    @Override
    public int hashCode() {
        return 31 * bits.hashCode() + size;
    }

    @Override
    public String toString() {
        return count() + " of " + size;
    }
}

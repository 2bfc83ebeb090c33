package org.gridtorrent.mdtp.file;

import java.util.Optional;
import org.gridtorrent.mdtp.schedule.ByteRange;

/**
 * Range of a file with the CRC-32C of its bytes.
 *
 * @param crc as {@link java.util.zip.CRC32C} computes it
 * @param origin hash of the address that it came from, or {@link #UNKNOWN}
 */
record Extent(ByteRange range, int crc, long origin) {

    static final long UNKNOWN = 0;

    /** Extents are joined up to this length: as much is fetched again when one byte of it is damaged. */
    static final long MAX_JOINED_LENGTH = 64L << 20;

    /** The polynomial, bits reversed, without the power of 32. */
    private static final int POLYNOMIAL = 0x82F63B78;
    private static final int ONE = 1 << 31;
    private static final int X_TO_THE_8 = 1 << 23;

    /**
     * One extent of both, if the other begins where this one ends, came from the same address, and they are
     * short enough.
     */
    Optional<Extent> joined(Extent next) {
        long length = next.range.end() - range.start();
        return next.range.start() == range.end() && next.origin == origin
                && length <= MAX_JOINED_LENGTH
                        ? Optional.of(new Extent(new ByteRange(range.start(), next.range.end()),
                                joinedCrc(next), origin))
                        : Optional.empty();
    }

    /** The longer of two extents that end at the same offset; both addresses may have brought its bytes. */
    Extent longer(Extent other) {
        Extent longer = range.length() > other.range.length() ? this : other;
        return origin == other.origin ? longer : new Extent(longer.range, longer.crc, UNKNOWN);
    }

    /** Multiplies this CRC by x^(8 × length of the next), as that many zero bytes would, and adds the next one. */
    private int joinedCrc(Extent next) {
        int power = ONE;
        int square = X_TO_THE_8;
        for (long bytes = next.range.length(); bytes > 0; bytes >>>= 1) {
            if ((bytes & 1) == 1) {
                power = multiply(power, square);
            }
            square = multiply(square, square);
        }
        return multiply(power, crc) ^ next.crc;
    }

    /** Product of two polynomials over GF(2), modulo the CRC's; bits are reversed. */
    private static int multiply(int a, int b) {
        int product = 0;
        int shifted = b;
        for (int bit = 31; bit >= 0; bit--) {
            if ((a >>> bit & 1) == 1) {
                product ^= shifted;
            }
            shifted = (shifted >>> 1) ^ ((shifted & 1) == 1 ? POLYNOMIAL : 0);
        }
        return product;
    }
}

package org.gridtorrent.metainfo;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Info-hash, which names a content: the digest of its info dictionary.
 *
 * <p>20 bytes of SHA-1 (BEP 3) or 32 bytes of SHA-256 (BEP 52). Immutable.
 */
public final class InfoHash implements Comparable<InfoHash> {
    /** Bytes of a v1 info-hash. */
    public static final int V1_LENGTH = HashAlgorithm.SHA_1.length();
    /** Bytes of a v2 info-hash. */
    public static final int V2_LENGTH = HashAlgorithm.SHA_256.length();
    private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int BASE32_LENGTH = V1_LENGTH * 8 / 5;

    private final byte[] digest;

    private InfoHash(byte[] digest) {
        this.digest = digest;
    }

    /** Copies the digest; {@link IllegalArgumentException} unless it is 20 or 32 bytes. */
    public static InfoHash of(byte[] digest) {
        if (digest.length != V1_LENGTH && digest.length != V2_LENGTH) {
            throw new IllegalArgumentException(
                    "an info-hash has 20 or 32 bytes, not " + digest.length);
        }
        return new InfoHash(digest.clone());
    }

    /** Parses 40 or 64 hexadecimal digits, of either case; {@link IllegalArgumentException} otherwise. */
    public static InfoHash ofHex(String hex) {
        if (hex.length() != 2 * V1_LENGTH && hex.length() != 2 * V2_LENGTH) {
            throw new IllegalArgumentException(
                    "an info-hash has 40 or 64 hexadecimal digits, not " + hex.length());
        }
        return new InfoHash(HexFormat.of().parseHex(hex));
    }

    /**
     * Parses 32 letters of base32 (RFC 4648), of either case, as old magnet links have them; {@link
     * IllegalArgumentException} otherwise.
     */
    public static InfoHash ofBase32(String text) {
        if (text.length() != BASE32_LENGTH) {
            throw new IllegalArgumentException("an info-hash has " + BASE32_LENGTH
                    + " letters of base32, not " + text.length());
        }
        BigInteger number = BigInteger.ZERO;
        for (int i = 0; i < text.length(); i++) {
            int digit = BASE32.indexOf(Character.toUpperCase(text.charAt(i)));
            if (digit < 0) {
                throw new IllegalArgumentException(
                        "an info-hash has a letter that is none of base32");
            }
            number = number.shiftLeft(5).or(BigInteger.valueOf(digit));
        }
        byte[] signed = number.toByteArray();
        byte[] digest = new byte[V1_LENGTH];
        int length = Math.min(signed.length, V1_LENGTH);
        System.arraycopy(signed, signed.length - length, digest, V1_LENGTH - length, length);
        return new InfoHash(digest);
    }

    /** Hashes an info dictionary's bytes by SHA-1 (BEP 3). */
    static InfoHash v1Of(byte[] bytes, int start, int end) {
        return digest(HashAlgorithm.SHA_1, bytes, start, end);
    }

    /** Hashes an info dictionary's bytes by SHA-256 (BEP 52). */
    static InfoHash v2Of(byte[] bytes, int start, int end) {
        return digest(HashAlgorithm.SHA_256, bytes, start, end);
    }

    private static InfoHash digest(HashAlgorithm algorithm, byte[] bytes, int start, int end) {
        MessageDigest digest = algorithm.newDigest();
        digest.update(bytes, start, end - start);
        return new InfoHash(digest.digest());
    }

    /** Whether it is the hash, of its own version, of an info dictionary with these bytes. */
    public boolean matches(byte[] info) {
        return equals(digest.length == V1_LENGTH
                ? v1Of(info, 0, info.length)
                : v2Of(info, 0, info.length));
    }

    /** Its first 20 bytes, as trackers and handshakes carry it (BEP 52). */
    public InfoHash truncated() {
        return digest.length == V1_LENGTH
                ? this
                : new InfoHash(Arrays.copyOf(digest, V1_LENGTH));
    }

    /** A copy of the digest. */
    public byte[] bytes() {
        return digest.clone();
    }

    /** The digest in lower-case hexadecimal. */
    public String hex() {
        return HexFormat.of().formatHex(digest);
    }

    /** A v1 digest in lower-case base32 (RFC 4648), as old magnet links have it. */
    public String base32() {
        if (digest.length != V1_LENGTH) {
            throw new IllegalStateException("only a v1 info-hash is written in base32");
        }
        var text = new StringBuilder(BASE32_LENGTH);
        var number = new BigInteger(1, digest);
        for (int shift = 5 * (BASE32_LENGTH - 1); shift >= 0; shift -= 5) {
            text.append(BASE32.charAt(number.shiftRight(shift).intValue() & 31));
        }
        return text.toString().toLowerCase(Locale.ROOT);
    }

    @Override
    public int compareTo(InfoHash other) {
        return Arrays.compareUnsigned(digest, other.digest);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof InfoHash that && Arrays.equals(digest, that.digest);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(digest);
    }

    @Override
    public String toString() {
        return hex();
    }
}

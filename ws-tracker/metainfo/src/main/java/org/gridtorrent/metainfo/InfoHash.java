package org.gridtorrent.metainfo;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * The name of a content: the digest of the info dictionary's bytes. 20 bytes (SHA-1, BEP 3) today;
 * 32 bytes (SHA-256, BEP 52) are a valid value too, so that a v2 hash needs no second type.
 */
public final class InfoHash implements Comparable<InfoHash> {
    /** Bytes of a v1 info-hash. */
    public static final int V1_LENGTH = 20;
    /** Bytes of a v2 info-hash. */
    public static final int V2_LENGTH = 32;

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

    /**
     * Reads 40 or 64 hexadecimal digits, of either case; {@link IllegalArgumentException}
     * otherwise.
     */
    public static InfoHash ofHex(String hex) {
        if (hex.length() != 2 * V1_LENGTH && hex.length() != 2 * V2_LENGTH) {
            throw new IllegalArgumentException(
                    "an info-hash has 40 or 64 hexadecimal digits, not " + hex.length());
        }
        return new InfoHash(HexFormat.of().parseHex(hex));
    }

    /** A copy of the digest. */
    public byte[] bytes() {
        return digest.clone();
    }

    /** The digest in lower-case hexadecimal. */
    public String hex() {
        return HexFormat.of().formatHex(digest);
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

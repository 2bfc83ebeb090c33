package org.gridtorrent.metainfo;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * Pieces root of a file: the root of the SHA-256 tree over its blocks of 16 KiB (BEP 52).
 *
 * <p>The same bytes have the same root in every content. Immutable.
 */
public final class PiecesRoot {
    private final byte[] digest;

    private PiecesRoot(byte[] digest) {
        this.digest = digest;
    }

    /** Copies the digest; {@link IllegalArgumentException} unless it is 32 bytes. */
    public static PiecesRoot of(byte[] digest) {
        if (digest.length != HashAlgorithm.SHA_256.length()) {
            throw new IllegalArgumentException("a root has 32 bytes, not " + digest.length);
        }
        return new PiecesRoot(digest.clone());
    }

    /** The digest in lower-case hexadecimal. */
    public String hex() {
        return HexFormat.of().formatHex(digest);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PiecesRoot that && Arrays.equals(digest, that.digest);
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

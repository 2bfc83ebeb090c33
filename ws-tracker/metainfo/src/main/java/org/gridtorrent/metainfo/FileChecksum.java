package org.gridtorrent.metainfo;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * SHA-256 of a whole file: what other programs verify files with.
 *
 * <p>Kept in the info dictionary under the key {@value #KEY}, which is in no BEP, beside a file's length; other
 * clients skip it. Immutable.
 */
public final class FileChecksum {

    /** Key in a file's entry, and of a single file in the info dictionary itself. */
    public static final String KEY = "sha256";

    private final byte[] digest;

    private FileChecksum(byte[] digest) {
        this.digest = digest;
    }

    /** Copies the digest; {@link IllegalArgumentException} unless it is 32 bytes. */
    public static FileChecksum of(byte[] digest) {
        if (digest.length != HashAlgorithm.SHA_256.length()) {
            throw new IllegalArgumentException("a SHA-256 has 32 bytes, not " + digest.length);
        }
        return new FileChecksum(digest.clone());
    }

    public byte[] bytes() {
        return digest.clone();
    }

    /** The digest in lower-case hexadecimal. */
    public String hex() {
        return HexFormat.of().formatHex(digest);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FileChecksum that && Arrays.equals(digest, that.digest);
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

package org.gridtorrent.mdtp.checksum;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/** Checksum of a whole file. Immutable. */
public final class Checksum {
    private final HashType type;
    private final byte[] bytes;

    /** @throws IllegalArgumentException if a digest of the type has another length */
    public Checksum(HashType type, byte[] bytes) {
        if (bytes.length != type.length()) {
            throw new IllegalArgumentException(
                    "%s has %d bytes, not %d".formatted(type.textualName(), type.length(),
                            bytes.length));
        }
        this.type = type;
        this.bytes = bytes.clone();
    }

    /**
     * Reads hexadecimal digits, in either case.
     *
     * @throws IllegalArgumentException if they are none, or not as many as a digest of the type has
     */
    public static Checksum ofHex(HashType type, String digits) {
        return new Checksum(type, HexFormat.of().parseHex(digits));
    }

    public HashType type() {
        return type;
    }

    /** Lower-case hexadecimal digits. */
    public String hex() {
        return HexFormat.of().formatHex(bytes);
    }

    public boolean matches(byte[] digest) {
        return MessageDigest.isEqual(bytes, digest);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Checksum that && type == that.type
                && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** As on the command line: {@code sha-256=…}. */
    @Override
    public String toString() {
        return type.textualName() + "=" + hex();
    }
}

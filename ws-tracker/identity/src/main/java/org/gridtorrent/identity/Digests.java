package org.gridtorrent.identity;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.util.HexFormat;

/** SHA-256 as this package writes it: 64 lower-case hexadecimal digits. */
public final class Digests {
    private Digests() {}

    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(sha256(bytes));
    }

    /** The hash by which a ticket is bound to a certificate's key (its SubjectPublicKeyInfo). */
    public static String keyHash(PublicKey key) {
        return hex(key.getEncoded());
    }

    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

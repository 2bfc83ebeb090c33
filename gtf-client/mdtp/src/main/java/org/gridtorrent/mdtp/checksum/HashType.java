package org.gridtorrent.mdtp.checksum;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Hash functions that files are verified with, in the order of preference: strong ones first, of these the
 * fastest. They have the names of IANA's registry of textual hash names, as in Metalinks.
 */
public enum HashType {
    SHA_256("sha-256", 32),
    SHA_512("sha-512", 64),
    SHA_1("sha-1", 20);

    private final String textualName;
    private final int length;

    HashType(String textualName, int length) {
        this.textualName = textualName;
        this.length = length;
    }

    /** Finds a type by its textual name, in any case; empty if it is not supported. */
    public static Optional<HashType> named(String name) {
        return Arrays.stream(values()).filter(type -> type.textualName.equalsIgnoreCase(name))
                .findFirst();
    }

    public String textualName() {
        return textualName;
    }

    /** Bytes of a digest. */
    public int length() {
        return length;
    }

    public MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance(textualName.toUpperCase(Locale.ROOT));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has " + textualName, e);
        }
    }
}

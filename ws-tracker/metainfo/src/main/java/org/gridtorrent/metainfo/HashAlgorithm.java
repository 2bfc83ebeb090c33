package org.gridtorrent.metainfo;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Hash algorithm of BitTorrent: SHA-1 in version 1 (BEP 3), SHA-256 in version 2 (BEP 52). */
public enum HashAlgorithm {
    SHA_1("SHA-1", 20),
    SHA_256("SHA-256", 32);

    private final String algorithm;
    private final int length;

    HashAlgorithm(String algorithm, int length) {
        this.algorithm = algorithm;
        this.length = length;
    }

    /** Bytes of a digest. */
    public int length() {
        return length;
    }

    /** A new digest. */
    public MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has " + algorithm, e);
        }
    }
}

package org.gridtorrent.engine.storage;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The digest of pieces (BEP 3). */
final class Sha1 {
    private Sha1() {}

    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}

package org.gridtorrent.identity;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** SHA-256 as this package writes it, 64 lower-case hexadecimal digits, and keyed hashes. */
public final class Digests {
    private static final String HMAC = "HmacSHA256";

    private Digests() {}

    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(sha256(bytes));
    }

    /** The hash by which a ticket is bound to a certificate's key (its SubjectPublicKeyInfo). */
    public static String keyHash(PublicKey key) {
        return hex(key.getEncoded());
    }

    /** HMAC-SHA-256 of the text, as 43 letters of the URL-safe base64 alphabet. */
    public static String keyed(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            return Base64.getUrlEncoder().withoutPadding()
                    .encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + HMAC, e);
        }
    }

    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

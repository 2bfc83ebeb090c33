package org.gridtorrent.identity;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.random.RandomGenerator;

/** Bearer tokens and session secrets: 256 random bits, kept only as their SHA-256. */
public final class Tokens {
    private static final int RANDOM_BYTES = 32;

    private Tokens() {}

    /** 43 letters of the URL-safe base64 alphabet. The random source has to be a secure one. */
    public static String next(RandomGenerator random) {
        var bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** What is stored; plain SHA-256 is enough because the token itself cannot be guessed. */
    public static String hash(String token) {
        return Digests.hex(token.getBytes(StandardCharsets.UTF_8));
    }
}

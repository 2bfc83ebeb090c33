package org.gridtorrent.identity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * Password hashing by Argon2id (RFC 9106) with the memory and passes that OWASP names as the least.
 * Safe for use by many threads. Each hash needs 19 MiB and 20 ms of a processor.
 *
 * <p>Half of the processors hash, by threads of their own, so that the system shares the processors
 * out: a virtual thread that hashed would keep all the others waiting, with what they hold. For some
 * dozens more there is room to wait; beyond that, every method throws {@link
 * RejectedExecutionException} at once.
 */
public final class Passwords {
    public static final int SHORTEST = 10;
    public static final int LONGEST = 200;

    private static final int MEMORY_KIB = 19_456;
    private static final int PASSES = 2;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;
    private static final String PREFIX = "$argon2id$v=19$m=" + MEMORY_KIB + ",t=" + PASSES
            + ",p=1$";

    private static final int AT_ONCE = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    private static final int MOST_WAITING = 64;
    private static final int IDLE_SECONDS = 10;

    private final ThreadPoolExecutor hashing;
    private final SecureRandom random = new SecureRandom();
    private final String decoy = encode(new byte[SALT_BYTES], new byte[HASH_BYTES]);

    public Passwords() {
        this(AT_ONCE, MOST_WAITING);
    }

    /** Hashes so many at once, while so many more wait. */
    Passwords(int atOnce, int mostWaiting) {
        hashing = new ThreadPoolExecutor(atOnce, atOnce, IDLE_SECONDS, TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(mostWaiting),
                Thread.ofPlatform().daemon().name("passwords").factory());
        hashing.allowCoreThreadTimeOut(true);
    }

    /** The encoded hash with its salt and settings, about 100 letters. */
    public String hash(String password) {
        var salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        return encode(salt, derive(password, salt));
    }

    /** True when the password made this hash; false for a hash of another form. */
    public boolean matches(String password, String encoded) {
        String[] parts = encoded.split("\\$", -1);
        if (!encoded.startsWith(PREFIX) || parts.length != 6) {
            return false;
        }
        byte[] salt = Base64.getDecoder().decode(parts[4]);
        byte[] expected = Base64.getDecoder().decode(parts[5]);
        return MessageDigest.isEqual(expected, derive(password, salt));
    }

    /** A hash that no password made: to look at it takes as long as to look at a real one. */
    public String decoy() {
        return decoy;
    }

    private static String encode(byte[] salt, byte[] hash) {
        var base64 = Base64.getEncoder().withoutPadding();
        return PREFIX + base64.encodeToString(salt) + "$" + base64.encodeToString(hash);
    }

    private byte[] derive(String password, byte[] salt) {
        var generator = new Argon2BytesGenerator();
        generator.init(
                new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                        .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                        .withMemoryAsKB(MEMORY_KIB).withIterations(PASSES).withParallelism(1)
                        .withSalt(salt).build());
        return CompletableFuture.supplyAsync(() -> {
            var hash = new byte[HASH_BYTES];
            generator.generateBytes(password.getBytes(StandardCharsets.UTF_8), hash);
            return hash;
        }, hashing).join();
    }
}

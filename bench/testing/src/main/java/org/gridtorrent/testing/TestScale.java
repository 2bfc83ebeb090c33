package org.gridtorrent.testing;

import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The scale at which tests run: small volumes and fixed seeds in the build, full volumes and random
 * seeds with {@code mvn -Pfull}. A system property of its own overrides each volume and each seed.
 */
public final class TestScale {
    private static final long FIXED_SEED = 20_260_101;

    private TestScale() {}

    /** True with {@code -Pfull}. */
    public static boolean isFull() {
        return Boolean.getBoolean("test.full");
    }

    /** The value of the property; where it is not set, {@code brief} in the build and {@code full} with {@code -Pfull}. */
    public static int of(String property, int brief, int full) {
        return Integer.getInteger(property, isFull() ? full : brief);
    }

    /**
     * The seed that the property names, or else a fixed one in the build and a random one with
     * {@code -Pfull}. It is printed as the option that draws the same again.
     */
    public static long seed(String property) {
        long seed = replayed(property).orElseGet(
                () -> isFull() ? ThreadLocalRandom.current().nextLong() : FIXED_SEED);
        System.out.println("Seed: -D" + property + "=" + seed);
        return seed;
    }

    /** The seed that the property names, for tests that otherwise draw many. */
    public static Optional<Long> replayed(String property) {
        return Optional.ofNullable(Long.getLong(property));
    }
}

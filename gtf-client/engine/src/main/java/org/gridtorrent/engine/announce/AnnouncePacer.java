package org.gridtorrent.engine.announce;

import java.util.random.RandomGenerator;

/**
 * Spreads the first announces of contents that are started together: twenty at once, then twenty a
 * second, each a little late by chance. For one thread; the clock is passed in.
 */
final class AnnouncePacer {
    private static final int AT_ONCE = 20;
    private static final long USUAL_SPACING_NS = 50_000_000L;

    private final RandomGenerator random;
    private final long spacingNs;
    private boolean begun;
    private long lastNs;

    AnnouncePacer(RandomGenerator random) {
        this(random, USUAL_SPACING_NS);
    }

    AnnouncePacer(RandomGenerator random, long spacingNs) {
        this.random = random;
        this.spacingNs = spacingNs;
    }

    /** When the next content may announce itself for the first time; never earlier than now. */
    long nextNs(long nowNs) {
        long earliestNs = nowNs - AT_ONCE * spacingNs;
        lastNs = begun && lastNs + spacingNs - earliestNs > 0
                ? lastNs + spacingNs
                : earliestNs;
        begun = true;
        return lastNs - nowNs > 0 ? lastNs + random.nextLong(spacingNs) : nowNs;
    }
}

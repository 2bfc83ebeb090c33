package org.gridtorrent.engine.announce;

import java.util.random.RandomGenerator;

/**
 * Spaces out first announces: {@value #BURST} at once, then twenty a second, with jitter.
 *
 * <p>Torrents that are started together do not flood a tracker. For one thread; the clock is passed in.
 */
final class AnnouncePacer {
    private static final int BURST = 20;
    private static final long DEFAULT_SPACING_NS = 50_000_000L;

    private final RandomGenerator random;
    private final long spacingNs;
    private boolean begun;
    private long lastNs;

    AnnouncePacer(RandomGenerator random) {
        this(random, DEFAULT_SPACING_NS);
    }

    AnnouncePacer(RandomGenerator random, long spacingNs) {
        this.random = random;
        this.spacingNs = spacingNs;
    }

    /** When the next torrent may announce first; never before now. */
    long nextNs(long nowNs) {
        long earliestNs = nowNs - BURST * spacingNs;
        lastNs = begun && lastNs + spacingNs - earliestNs > 0
                ? lastNs + spacingNs
                : earliestNs;
        begun = true;
        return lastNs - nowNs > 0 ? lastNs + random.nextLong(spacingNs) : nowNs;
    }
}

package org.gridtorrent.tracker.swarm;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** When one swarm's devices were looked up last. One thread looks; others that come wait for it. */
final class SitePeerLookup {
    private static final long FRESH_NS = Duration.ofSeconds(10).toNanos();
    /** Where nobody asked for so long, the devices of then may be others by now. */
    private static final long OLD_NS = Duration.ofMinutes(1).toNanos();

    /** @param found whether there is anything to answer by */
    private record Last(long atNs, boolean found) {}

    private final LongSupplier nanoClock;
    private final ReentrantLock making = new ReentrantLock();
    private volatile Last last;

    SitePeerLookup(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        last = new Last(nanoClock.getAsLong() - OLD_NS, false);
    }

    /**
     * Whether the last look will do. One that found nobody serves only while it is fresh: who asks
     * next may be the first since a device came, and would not ask again soon.
     */
    boolean willDo() {
        return ageNs() < (last.found ? OLD_NS : FRESH_NS);
    }

    /** Nobody looked lately, nor looks just now while there is an older look to answer by. */
    boolean isDue() {
        return !willDo() || (!isFresh() && !making.isLocked());
    }

    private boolean isFresh() {
        return ageNs() < FRESH_NS;
    }

    private long ageNs() {
        return nanoClock.getAsLong() - last.atNs;
    }

    /** @param look says whether there is anything to answer by */
    void make(BooleanSupplier look) {
        making.lock();
        try {
            if (!isFresh()) {
                boolean found = look.getAsBoolean();
                last = new Last(nanoClock.getAsLong(), found);
            }
        } finally {
            making.unlock();
        }
    }
}

package org.gridtorrent.tracker.swarm;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Holds each host to so many new peers a second, by one number for all hosts that fall together:
 * when the next would be due if they came evenly (the generic cell rate algorithm). So a host costs
 * nothing, whoever it is, and nobody can choose with whom he falls together. Thread-safe.
 */
final class NewPeerLimiter {
    private static final int SLOTS = 1 << 16;

    private final long seed = new SecureRandom().nextLong();
    private final AtomicLongArray dueNs = new AtomicLongArray(SLOTS);
    private final long apartNs;
    private final long aheadNs;

    NewPeerLimiter(int perSecond, int atOnce, long nowNs) {
        this.apartNs = 1_000_000_000L / perSecond;
        this.aheadNs = apartNs * (atOnce - 1);
        for (int i = 0; i < SLOTS; i++) {
            dueNs.set(i, nowNs);
        }
    }

    boolean admits(long host, long nowNs) {
        int slot = slot(host);
        while (true) {
            long due = dueNs.get(slot);
            long from = due - nowNs > 0 ? due : nowNs;
            if (from - nowNs > aheadNs) {
                return false;
            }
            if (dueNs.compareAndSet(slot, due, from + apartNs)) {
                return true;
            }
        }
    }

    private int slot(long host) {
        long mixed = (host ^ seed) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
        return (int) (mixed >>> 48);
    }
}

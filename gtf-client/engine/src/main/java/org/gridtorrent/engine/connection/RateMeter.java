package org.gridtorrent.engine.connection;

/**
 * Transfer rate over the last three seconds, in bytes a second, and the total since the start.
 *
 * <p>For one thread.
 */
public final class RateMeter {
    private static final long SLOT_NS = 250_000_000L;
    private static final int SLOTS = 12;

    private final long[] slots = new long[SLOTS];
    private final long startedNs;
    private long slot;
    private long total;

    public RateMeter(long nowNs) {
        startedNs = nowNs;
    }

    public void add(long bytes, long nowNs) {
        advance(nowNs);
        slots[Math.floorMod(slot, SLOTS)] += bytes;
        total += bytes;
    }

    public long rate(long nowNs) {
        advance(nowNs);
        long sum = 0;
        for (long bytes : slots) {
            sum += bytes;
        }
        long spanNs = Math.min(nowNs - startedNs, SLOTS * SLOT_NS);
        return spanNs < SLOT_NS
                ? sum * (1_000_000_000L / SLOT_NS)
                : (long) (sum * 1e9 / spanNs);
    }

    public long total() {
        return total;
    }

    private void advance(long nowNs) {
        long current = (nowNs - startedNs) / SLOT_NS;
        for (long i = Math.max(slot + 1, current - SLOTS + 1); i <= current; i++) {
            slots[Math.floorMod(i, SLOTS)] = 0;
        }
        slot = Math.max(slot, current);
    }
}

package org.gridtorrent.engine.choke;

/**
 * Hill climb on the upload rate that finds the number of upload slots which fills the line.
 *
 * <p>While peers wait for a slot, it probes more slots from time to time and keeps them if the rate rises distinctly,
 * and fewer, and keeps those if the rate hardly falls. It starts by doubling, until that gains nothing; after a
 * failed probe it pauses twice as long as before. So slow peers are served together, and fast ones few at a
 * time. While the peers with slots request little, the rate says nothing of the line, and it does not probe.
 *
 * <p>For one thread. Times are in nanoseconds and passed in.
 */
final class UploadSlotSearch {
    private static final int MIN_SLOTS = 4;
    private static final int INITIAL_SLOTS = 8;
    private static final long MEASURE_NS = 2_000_000_000L;
    private static final long MIN_PAUSE_NS = 4_000_000_000L;
    private static final long MAX_PAUSE_NS = 120_000_000_000L;

    /** The rate that a probe with more slots must reach, relative to the rate before. */
    private static final double MIN_RATIO_INCREASED = 1.08;

    /** The rate that a probe with fewer slots must reach. */
    private static final double MIN_RATIO_DECREASED = 0.97;

    /** The part of the slots that must be in use for a measurement to count. */
    private static final double MIN_USE = 0.75;

    private final int min;
    private final int max;
    private int slots;
    private int slotsBefore;
    private double rateBefore;
    private boolean doubling = true;
    private boolean increasing = true;
    private boolean probing;
    private boolean measuring;
    private long measuredSinceNs;
    private long sentBefore;
    private long samples;
    private long activeSum;
    private long pauseNs = MIN_PAUSE_NS;
    private boolean pausing;
    private long nextProbeNs;

    UploadSlotSearch(int max) {
        this.min = Math.min(max, MIN_SLOTS);
        this.max = max;
        this.slots = Math.min(max, INITIAL_SLOTS);
    }

    /**
     * The number of slots from now on; to be called several times a second.
     *
     * @param interested the number of interested peers
     * @param active the number of unchoked peers with requests
     * @param sent bytes of blocks sent so far
     */
    int slots(int interested, int active, long sent, long nowNs) {
        samples++;
        activeSum += active;
        if (interested <= (probing ? Math.min(slots, slotsBefore) : slots)) {
            measuring = false;
            if (probing) {
                endProbe(false, nowNs);
            }
        } else if (!measuring) {
            measure(sent, nowNs);
        } else if (nowNs - measuredSinceNs >= MEASURE_NS) {
            double rate = (double) (sent - sentBefore) / (nowNs - measuredSinceNs);
            boolean inUse = activeSum >= MIN_USE * slots * samples;
            measure(sent, nowNs);
            if (probing) {
                endProbe(inUse && rate > rateBefore
                        * (increasing ? MIN_RATIO_INCREASED : MIN_RATIO_DECREASED), nowNs);
            }
            if (inUse && !probing && (!pausing || nowNs - nextProbeNs >= 0)) {
                startProbe(interested, rate);
            }
        }
        return slots;
    }

    private void measure(long sent, long nowNs) {
        measuring = true;
        measuredSinceNs = nowNs;
        sentBefore = sent;
        samples = 0;
        activeSum = 0;
    }

    private void startProbe(int interested, double rate) {
        int probed = increasing
                ? increased(interested)
                : Math.max(min, slots - Math.max(1, slots / 5));
        if (probed == slots) {
            increasing = !increasing;
            return;
        }
        slotsBefore = slots;
        rateBefore = rate;
        slots = probed;
        probing = true;
    }

    private int increased(int interested) {
        return Math.min(Math.min(max, interested),
                doubling ? 2 * slots : slots + Math.max(1, slots / 4));
    }

    private void endProbe(boolean kept, long nowNs) {
        probing = false;
        pausing = !kept;
        if (kept) {
            pauseNs = MIN_PAUSE_NS;
            return;
        }
        slots = slotsBefore;
        doubling = false;
        increasing = !increasing;
        nextProbeNs = nowNs + pauseNs;
        pauseNs = Math.min(MAX_PAUSE_NS, 2 * pauseNs);
    }
}

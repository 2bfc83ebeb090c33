package org.gridtorrent.engine.choke;

/**
 * Finds how many peers to serve at a time so that the line is full: a hill climb on what is sent.
 *
 * <p>While others wait, it tries more slots from time to time and keeps them if distinctly more is
 * sent, and fewer, and keeps those if hardly less is. It begins by doubling, until that brings nothing;
 * what brings nothing is tried less and less often. So peers that are slower than the line are served
 * together, and fast ones few at a time. While those who have slots ask for little, what is sent says
 * nothing of the line, and nothing is tried.
 *
 * <p>The clock is passed in. For one thread.
 */
final class UploadSlotSearch {
    private static final int LEAST = 4;
    private static final int BEGIN = 8;
    private static final long WATCH_NS = 2_000_000_000L;
    private static final long SHORTEST_PAUSE_NS = 4_000_000_000L;
    private static final long LONGEST_PAUSE_NS = 120_000_000_000L;

    /** What a try with more slots has to bring, of what was sent before. */
    private static final double MORE = 1.08;

    /** What a try with fewer may bring. */
    private static final double HARDLY_LESS = 0.97;

    /** Of the slots, those whose peers have asked for something, while it is watched. */
    private static final double IN_USE = 0.75;

    private final int least;
    private final int most;
    private int slots;
    private int slotsBefore;
    private double rateBefore;
    private boolean doubling = true;
    private boolean upwards = true;
    private boolean trying;
    private boolean watching;
    private long watchedSinceNs;
    private long watchedSinceSent;
    private long looks;
    private long busyAtLooks;
    private long pauseNs = SHORTEST_PAUSE_NS;
    private boolean rests;
    private long nextTryNs;

    UploadSlotSearch(int most) {
        this.least = Math.min(most, LEAST);
        this.most = most;
        this.slots = Math.min(most, BEGIN);
    }

    /**
     * How many to serve from now on; to be asked several times a second.
     *
     * @param wanting peers that want to be served
     * @param busy peers that are served and have asked for something
     * @param sent bytes of content so far
     */
    int slots(int wanting, int busy, long sent, long nowNs) {
        looks++;
        busyAtLooks += busy;
        if (wanting <= (trying ? Math.min(slots, slotsBefore) : slots)) {
            watching = false;
            if (trying) {
                end(false, nowNs);
            }
        } else if (!watching) {
            watch(sent, nowNs);
        } else if (nowNs - watchedSinceNs >= WATCH_NS) {
            double rate = (double) (sent - watchedSinceSent) / (nowNs - watchedSinceNs);
            boolean inUse = busyAtLooks >= IN_USE * slots * looks;
            watch(sent, nowNs);
            if (trying) {
                end(inUse && rate > rateBefore * (upwards ? MORE : HARDLY_LESS), nowNs);
            }
            if (inUse && !trying && (!rests || nowNs - nextTryNs >= 0)) {
                begin(wanting, rate);
            }
        }
        return slots;
    }

    private void watch(long sent, long nowNs) {
        watching = true;
        watchedSinceNs = nowNs;
        watchedSinceSent = sent;
        looks = 0;
        busyAtLooks = 0;
    }

    private void begin(int wanting, double rate) {
        int next = upwards ? more(wanting) : Math.max(least, slots - Math.max(1, slots / 5));
        if (next == slots) {
            upwards = !upwards;
            return;
        }
        slotsBefore = slots;
        rateBefore = rate;
        slots = next;
        trying = true;
    }

    private int more(int wanting) {
        return Math.min(Math.min(most, wanting),
                doubling ? 2 * slots : slots + Math.max(1, slots / 4));
    }

    private void end(boolean kept, long nowNs) {
        trying = false;
        rests = !kept;
        if (kept) {
            pauseNs = SHORTEST_PAUSE_NS;
            return;
        }
        slots = slotsBefore;
        doubling = false;
        upwards = !upwards;
        nextTryNs = nowNs + pauseNs;
        pauseNs = Math.min(LONGEST_PAUSE_NS, 2 * pauseNs);
    }
}

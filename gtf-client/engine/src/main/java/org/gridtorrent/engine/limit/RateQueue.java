package org.gridtorrent.engine.limit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Decides who may go when, so that a rate holds: whoever asks gets the next free stretch of time,
 * as long as its bytes take at the rate, and may go when that begins.
 *
 * <p>So those who ask go in the order in which they asked, and nobody waits for another one's thread.
 * A stretch that has begun is spent. Those to come are laid out anew when the rate changes or one of
 * them is given back. Time that nobody asked for is gone, but for the last {@link #CREDIT_NS}: who
 * wakes late may catch up. So within any time t there begin stretches for no more than rate × (t +
 * credit) and one more.
 *
 * <p>Pure: the clock, in nanoseconds, is passed in. For one thread at a time.
 */
final class RateQueue {
    static final long CREDIT_NS = 100_000_000;
    private static final long SECOND_NS = 1_000_000_000;

    private final Deque<Stretch> coming = new ArrayDeque<>();
    private long rate;
    /** When what has begun is paid for. */
    private long spentNs;
    /** When all that was asked for is. */
    private long freeNs;

    /** Somebody's stretch of time. */
    static final class Stretch {
        private final int bytes;
        private final Runnable moved;
        private long beginNs;

        private Stretch(int bytes, Runnable moved) {
            this.bytes = bytes;
            this.moved = moved;
        }

        /** To be called when it begins at another time than it did; never by the queue itself. */
        Runnable moved() {
            return moved;
        }
    }

    RateQueue(long rate, long nowNs) {
        this.rate = rate;
        this.spentNs = nowNs;
        this.freeNs = nowNs;
    }

    Stretch ask(int bytes, Runnable moved, long nowNs) {
        pass(nowNs);
        if (coming.isEmpty()) {
            spentNs = later(spentNs, nowNs - CREDIT_NS);
            freeNs = spentNs;
        }
        Stretch stretch = new Stretch(bytes, moved);
        coming.add(stretch);
        place(stretch);
        pass(nowNs);
        return stretch;
    }

    /** How long until it begins; 0 when it has. */
    static long waitNs(Stretch stretch, long nowNs) {
        return Math.max(0, stretch.beginNs - nowNs);
    }

    /** Takes back what was not used, also when it has begun; those to come begin earlier. */
    void giveBack(Stretch stretch, long nowNs) {
        pass(nowNs);
        if (!coming.remove(stretch)) {
            spentNs -= costNs(stretch.bytes);
        }
        layOut(nowNs - CREDIT_NS);
        pass(nowNs);
    }

    /** What has gone is paid for at the new rate, and nothing is saved from the time before. */
    void change(long newRate, long nowNs) {
        pass(nowNs);
        double owed = rate == RateSchedule.UNLIMITED
                ? 0
                : Math.max(0, spentNs - nowNs) * (double) rate;
        rate = newRate;
        spentNs = nowNs + (long) Math.ceil(owed / newRate);
        layOut(nowNs);
        pass(nowNs);
    }

    /** Those that have not begun. */
    List<Stretch> coming() {
        return List.copyOf(coming);
    }

    private void layOut(long earliestNs) {
        spentNs = later(spentNs, earliestNs);
        freeNs = spentNs;
        coming.forEach(this::place);
    }

    private void place(Stretch stretch) {
        stretch.beginNs = freeNs;
        freeNs += costNs(stretch.bytes);
    }

    private void pass(long nowNs) {
        while (!coming.isEmpty() && coming.getFirst().beginNs - nowNs <= 0) {
            Stretch begun = coming.removeFirst();
            spentNs = begun.beginNs + costNs(begun.bytes);
        }
    }

    private long costNs(int bytes) {
        return Math.ceilDiv(bytes * SECOND_NS, rate);
    }

    private static long later(long a, long b) {
        return a - b > 0 ? a : b;
    }
}

package org.gridtorrent.engine.limit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Queue of reservations of a limited rate: each is the next free period in which its bytes take their time.
 *
 * <p>A transfer may proceed when its reservation starts. So transfers proceed in the order of their requests, and none waits
 * for another's thread. A reservation that has started is consumed. Pending ones are rescheduled when the rate changes or
 * one is cancelled. Unused time is lost, except the last {@link #CREDIT_NS}, so that a transfer that
 * wakes late catches up. Within any time t, reservations start for no more than rate × (t +
 * credit) and one more.
 *
 * <p>Pure: the time, in nanoseconds, is passed in. For one thread at a time.
 */
final class RateQueue {
    static final long CREDIT_NS = 100_000_000;
    private static final long SECOND_NS = 1_000_000_000;

    private final Deque<Reservation> pending = new ArrayDeque<>();
    private long rate;
    /** When the started reservations end. */
    private long consumedUntilNs;
    /** When all reservations end. */
    private long reservedUntilNs;

    /** A period in which the bytes of one transfer take their time. */
    static final class Reservation {
        private final int bytes;
        private final Runnable onMoved;
        private long startNs;

        private Reservation(int bytes, Runnable onMoved) {
            this.bytes = bytes;
            this.onMoved = onMoved;
        }

        /** To be called after it was rescheduled; never by the queue itself. */
        Runnable onMoved() {
            return onMoved;
        }
    }

    RateQueue(long rate, long nowNs) {
        this.rate = rate;
        this.consumedUntilNs = nowNs;
        this.reservedUntilNs = nowNs;
    }

    Reservation reserve(int bytes, Runnable onMoved, long nowNs) {
        advance(nowNs);
        if (pending.isEmpty()) {
            consumedUntilNs = later(consumedUntilNs, nowNs - CREDIT_NS);
            reservedUntilNs = consumedUntilNs;
        }
        Reservation reservation = new Reservation(bytes, onMoved);
        pending.add(reservation);
        schedule(reservation);
        advance(nowNs);
        return reservation;
    }

    /** The time until the reservation starts; 0 when it has started. */
    static long waitNs(Reservation reservation, long nowNs) {
        return Math.max(0, reservation.startNs - nowNs);
    }

    /**
     * Cancels an unused reservation, even one that has started; pending ones start earlier.
     *
     * @return the reservations that were rescheduled, with those that start at once
     */
    List<Reservation> cancel(Reservation reservation, long nowNs) {
        advance(nowNs);
        if (!pending.remove(reservation)) {
            consumedUntilNs -= durationNs(reservation.bytes);
        }
        return reschedule(nowNs - CREDIT_NS, nowNs);
    }

    /**
     * Bytes that are consumed count at the new rate, and no credit is left from before.
     *
     * @return the reservations that were rescheduled, with those that start at once
     */
    List<Reservation> setRate(long newRate, long nowNs) {
        advance(nowNs);
        double owed = rate == RateSchedule.UNLIMITED
                ? 0
                : Math.max(0, consumedUntilNs - nowNs) * (double) rate;
        rate = newRate;
        consumedUntilNs = nowNs + (long) Math.ceil(owed / newRate);
        return reschedule(nowNs, nowNs);
    }

    /** The reservations that have not started. */
    List<Reservation> pending() {
        return List.copyOf(pending);
    }

    private List<Reservation> reschedule(long earliestNs, long nowNs) {
        consumedUntilNs = later(consumedUntilNs, earliestNs);
        reservedUntilNs = consumedUntilNs;
        pending.forEach(this::schedule);
        List<Reservation> moved = pending();
        advance(nowNs);
        return moved;
    }

    private void schedule(Reservation reservation) {
        reservation.startNs = reservedUntilNs;
        reservedUntilNs += durationNs(reservation.bytes);
    }

    private void advance(long nowNs) {
        while (!pending.isEmpty() && pending.getFirst().startNs - nowNs <= 0) {
            Reservation started = pending.removeFirst();
            consumedUntilNs = started.startNs + durationNs(started.bytes);
        }
    }

    private long durationNs(int bytes) {
        return Math.ceilDiv(bytes * SECOND_NS, rate);
    }

    private static long later(long a, long b) {
        return a - b > 0 ? a : b;
    }
}

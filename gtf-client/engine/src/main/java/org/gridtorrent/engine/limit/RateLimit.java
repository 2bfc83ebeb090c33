package org.gridtorrent.engine.limit;

import java.time.Clock;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.gridtorrent.engine.limit.RateLimitStatus.Direction;
import org.gridtorrent.engine.limit.RateLimitStatus.Scope;
import org.gridtorrent.engine.limit.RateQueue.Reservation;

/**
 * Rate limit shared by many transfers, which follows a schedule. Thread-safe.
 *
 * <p>Transfers use it through their {@link RateLimitChain}. The schedule may change while they wait.
 */
public final class RateLimit {
    private final Scope scope;
    private final Direction direction;
    private final LongSupplier clock;
    private final Clock wallClock;
    private final RateQueue queue;
    private RateSchedule schedule = RateSchedule.OFF;
    private volatile CurrentRate current = new CurrentRate(RateSchedule.UNLIMITED,
            Optional.empty());

    private record CurrentRate(long rate, Optional<LocalDateTime> until) {}

    /**
     * A limit that is off at first.
     *
     * @param clock nanoseconds, monotonic
     * @param wallClock for the schedule, with its time zone
     */
    RateLimit(Scope scope, Direction direction, LongSupplier clock, Clock wallClock) {
        this.scope = scope;
        this.direction = direction;
        this.clock = clock;
        this.wallClock = wallClock;
        this.queue = new RateQueue(RateSchedule.UNLIMITED, clock.getAsLong());
    }

    void set(RateSchedule newSchedule) {
        synchronized (this) {
            schedule = newSchedule;
        }
        applySchedule();
    }

    /** To be called about once a second: applies the rate that the schedule now gives. */
    void update() {
        if (current.until.isPresent()) {
            applySchedule();
        }
    }

    private void applySchedule() {
        List<Reservation> moved;
        synchronized (this) {
            LocalDateTime local = LocalDateTime.now(wallClock);
            long before = current.rate;
            current = new CurrentRate(schedule.rateAt(local), schedule.endOf(local));
            if (current.rate == before) {
                return;
            }
            moved = queue.setRate(current.rate, clock.getAsLong());
        }
        notifyMoved(moved);
    }

    boolean isUnlimited() {
        return current.rate == RateSchedule.UNLIMITED;
    }

    synchronized Reservation reserve(int bytes, Runnable onMoved) {
        return queue.reserve(bytes, onMoved, clock.getAsLong());
    }

    synchronized long waitNs(Reservation reservation) {
        return RateQueue.waitNs(reservation, clock.getAsLong());
    }

    void cancel(Reservation reservation) {
        List<Reservation> moved;
        synchronized (this) {
            moved = queue.cancel(reservation, clock.getAsLong());
        }
        notifyMoved(moved);
    }

    /** On a thread of its own: the caller holds a lock, and the callbacks take their own. */
    private static void notifyMoved(List<Reservation> moved) {
        if (!moved.isEmpty()) {
            Thread.ofVirtual().name("limit-moved")
                    .start(() -> moved.forEach(reservation -> reservation.onMoved().run()));
        }
    }

    public RateLimitStatus status() {
        CurrentRate now = current;
        return new RateLimitStatus(scope, direction, now.rate, LocalDateTime.now(wallClock),
                now.until);
    }
}

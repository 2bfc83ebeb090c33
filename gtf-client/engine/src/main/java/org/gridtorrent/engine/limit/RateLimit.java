package org.gridtorrent.engine.limit;

import java.time.Clock;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.gridtorrent.engine.limit.RateQueue.Stretch;

/**
 * A rate that holds for all that go through it together, by a schedule that can be changed while they
 * wait. They come by way of their {@link RateLimitChain}s. Thread-safe.
 */
public final class RateLimit {
    private final String name;
    private final LongSupplier clock;
    private final Clock wallClock;
    private final RateQueue queue;
    private RateSchedule schedule = RateSchedule.OFF;
    private volatile InForce inForce = new InForce(RateSchedule.UNLIMITED, Optional.empty());

    private record InForce(long rate, Optional<LocalDateTime> until) {}

    /**
     * Off at first.
     *
     * @param name for people, such as {@code upload limit of this machine}
     * @param clock nanoseconds, monotonic
     * @param wallClock for the schedule, with its time zone
     */
    RateLimit(String name, LongSupplier clock, Clock wallClock) {
        this.name = name;
        this.clock = clock;
        this.wallClock = wallClock;
        this.queue = new RateQueue(RateSchedule.UNLIMITED, clock.getAsLong());
    }

    void set(RateSchedule newSchedule) {
        synchronized (this) {
            schedule = newSchedule;
        }
        look();
    }

    /** To be called about once a second: takes the rate that is in force by now. */
    void follow() {
        if (inForce.until.isPresent()) {
            look();
        }
    }

    private void look() {
        List<Stretch> moved;
        synchronized (this) {
            LocalDateTime local = LocalDateTime.now(wallClock);
            long before = inForce.rate;
            inForce = new InForce(schedule.rateAt(local), schedule.endOf(local));
            if (inForce.rate == before) {
                return;
            }
            queue.change(inForce.rate, clock.getAsLong());
            moved = queue.coming();
        }
        tell(moved);
    }

    boolean isOff() {
        return inForce.rate == RateSchedule.UNLIMITED;
    }

    synchronized Stretch ask(int bytes, Runnable moved) {
        return queue.ask(bytes, moved, clock.getAsLong());
    }

    synchronized long waitNs(Stretch stretch) {
        return RateQueue.waitNs(stretch, clock.getAsLong());
    }

    void giveBack(Stretch stretch) {
        List<Stretch> moved;
        synchronized (this) {
            queue.giveBack(stretch, clock.getAsLong());
            moved = queue.coming();
        }
        tell(moved);
    }

    /** On a thread of its own: who gives back holds its lock, and who is told takes its own. */
    private static void tell(List<Stretch> moved) {
        if (!moved.isEmpty()) {
            Thread.ofVirtual().name("limit-moved")
                    .start(() -> moved.forEach(stretch -> stretch.moved().run()));
        }
    }

    /** For people: whose limit holds something back, how much it lets through, and until when. */
    public String sentence() {
        InForce now = inForce;
        return "Held back by the " + name + ", " + RateSchedule.words(now.rate)
                + now.until.map(end -> " until " + words(end)).orElse("") + ".";
    }

    private String words(LocalDateTime end) {
        boolean today = end.toLocalDate().equals(LocalDateTime.now(wallClock).toLocalDate());
        return (today ? "" : WeekdayNames.name(end.getDayOfWeek()) + " ") + end.toLocalTime();
    }
}

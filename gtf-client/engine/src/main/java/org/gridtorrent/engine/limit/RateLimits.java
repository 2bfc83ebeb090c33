package org.gridtorrent.engine.limit;

import java.time.Clock;
import java.util.function.LongSupplier;

/**
 * How fast content may go each way, through a whole engine or for one content. Bytes of content are
 * counted, not what is said about it. Thread-safe.
 */
public final class RateLimits {
    private final LongSupplier clock;
    private final Clock wallClock;
    private final RateLimit up;
    private final RateLimit down;

    private RateLimits(String whose, LongSupplier clock, Clock wallClock) {
        this.clock = clock;
        this.wallClock = wallClock;
        this.up = new RateLimit("upload limit of " + whose, clock, wallClock);
        this.down = new RateLimit("download limit of " + whose, clock, wallClock);
    }

    /**
     * For an engine; off at first.
     *
     * @param clock nanoseconds, monotonic
     * @param wallClock for schedules, with its time zone
     */
    public static RateLimits ofMachine(LongSupplier clock, Clock wallClock) {
        return new RateLimits("this machine", clock, wallClock);
    }

    /** For one content, by the same clocks; off at first. */
    public RateLimits ofContent() {
        return new RateLimits("this content", clock, wallClock);
    }

    /** Holds at once, also for those that wait. */
    public void set(RateSchedules rates) {
        up.set(rates.up());
        down.set(rates.down());
    }

    /** To be called about once a second: takes the rates that the schedules name by now. */
    public void follow() {
        up.follow();
        down.follow();
    }

    public RateLimit up() {
        return up;
    }

    public RateLimit down() {
        return down;
    }
}

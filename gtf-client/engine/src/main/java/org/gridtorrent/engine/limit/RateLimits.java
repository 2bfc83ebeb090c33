package org.gridtorrent.engine.limit;

import java.time.Clock;
import java.util.function.LongSupplier;
import org.gridtorrent.engine.limit.RateLimitStatus.Direction;
import org.gridtorrent.engine.limit.RateLimitStatus.Scope;

/**
 * Upload and download rate limit of an engine or of one torrent. Thread-safe.
 *
 * <p>Only the bytes of blocks count, not the protocol's overhead.
 */
public final class RateLimits {
    private final LongSupplier clock;
    private final Clock wallClock;
    private final RateLimit up;
    private final RateLimit down;

    private RateLimits(Scope scope, LongSupplier clock, Clock wallClock) {
        this.clock = clock;
        this.wallClock = wallClock;
        this.up = new RateLimit(scope, Direction.UPLOAD, clock, wallClock);
        this.down = new RateLimit(scope, Direction.DOWNLOAD, clock, wallClock);
    }

    /**
     * Limits of an engine; off at first.
     *
     * @param clock nanoseconds, monotonic
     * @param wallClock for schedules, with its time zone
     */
    public static RateLimits ofEngine(LongSupplier clock, Clock wallClock) {
        return new RateLimits(Scope.ENGINE, clock, wallClock);
    }

    /** Limits of one torrent, with the same clocks; off at first. */
    public RateLimits ofTorrent() {
        return new RateLimits(Scope.TORRENT, clock, wallClock);
    }

    /** Takes effect at once, also for transfers that wait. */
    public void set(RateSchedules rates) {
        up.set(rates.up());
        down.set(rates.down());
    }

    /** To be called about once a second: applies the rates that the schedules now give. */
    public void update() {
        up.update();
        down.update();
    }

    public RateLimit up() {
        return up;
    }

    public RateLimit down() {
        return down;
    }
}

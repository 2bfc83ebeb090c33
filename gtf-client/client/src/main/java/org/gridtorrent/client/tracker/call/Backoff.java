package org.gridtorrent.client.tracker.call;

import java.io.IOException;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before asking again: doubling from 5 s to 5 min, each drawn from between half of it
 * and one and a half times it; or, when the tracker said how long, from between that and twice as long.
 *
 * <p>The draw spreads clients that lost the same tracker at the same moment, so that its return is
 * no stampede. Confined to one thread.
 */
public final class Backoff {
    private static final Duration SHORTEST = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private final RandomGenerator random;
    private Duration next = SHORTEST;

    public Backoff(RandomGenerator random) {
        this.random = random;
    }

    public void reset() {
        next = SHORTEST;
    }

    /** The wait after one more failure, this one. */
    public Duration failed(IOException failure) {
        return failure instanceof TrackerException e && !e.retryAfter().isZero()
                ? told(e.retryAfter())
                : failed();
    }

    /** No sooner than told, but for somebody who would silence this client for good. */
    private Duration told(Duration retryAfter) {
        long least = (retryAfter.compareTo(LONGEST) < 0 ? retryAfter : LONGEST).toMillis();
        return Duration.ofMillis(least + random.nextLong(least + 1));
    }

    /** The wait after one more failure. */
    public Duration failed() {
        Duration wait = next;
        next = next.multipliedBy(2).compareTo(LONGEST) > 0 ? LONGEST : next.multipliedBy(2);
        long middle = wait.toMillis();
        return Duration.ofMillis(middle / 2 + random.nextLong(middle + 1));
    }
}

package org.gridtorrent.catalog.device;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How much of the time a machine was there lately: an average that forgets within about a week, and
 * needs no more than four values a machine.
 *
 * @param watchedSince when the average begins: a week before the first contact, and for that week a
 *     machine is taken at its best, so that its first night away does not count for all
 * @param weight the part of all time up to the last contact that it was there, the latest counting most
 * @param returned when it last came back after it had been given up
 */
public record Presence(Instant watchedSince, double weight, Optional<Instant> lastSeen,
        Optional<Instant> returned) {
    /** Between two contacts no further apart it was there all the time: a poll takes 50 s. */
    static final Duration GAP = Duration.ofMinutes(4);
    static final Duration MEMORY = Duration.ofDays(7);

    public static Presence begin(Instant now) {
        return new Presence(now.minus(MEMORY), 1 - kept(MEMORY), Optional.of(now),
                Optional.empty());
    }

    /**
     * After a contact; one that is not later than the last changes nothing.
     *
     * @param lost after such a silence it had been given up
     */
    public Presence seen(Instant at, Duration lost) {
        if (!at.isAfter(latest())) {
            return lastSeen.isPresent()
                    ? this
                    : new Presence(watchedSince, weight, Optional.of(at), returned);
        }
        boolean givenUp = lastSeen.isPresent() && silence(at).compareTo(lost) > 0;
        return new Presence(watchedSince, weightAt(at), Optional.of(at),
                givenUp ? Optional.of(at) : returned);
    }

    /** From 0 to 1. */
    public double share(Instant now) {
        if (lastSeen.isEmpty()) {
            return 0;
        }
        double watched = 1 - kept(Duration.between(watchedSince, now));
        return watched <= 0 ? 1 : Math.min(1, weightAt(now) / watched);
    }

    /** Since the last contact, or since it is known when there was none. */
    public Duration silence(Instant now) {
        return Duration.between(lastSeen.orElse(watchedSince), now);
    }

    private double weightAt(Instant now) {
        double kept = kept(Duration.between(latest(), now));
        boolean there = lastSeen.isPresent() && silence(now).compareTo(GAP) <= 0;
        return weight * kept + (there ? 1 - kept : 0);
    }

    private Instant latest() {
        return lastSeen.filter(seen -> seen.isAfter(watchedSince)).orElse(watchedSince);
    }

    /** What is left of a weight after this time. */
    private static double kept(Duration time) {
        return Math.exp(-Math.max(0, time.toMillis()) / (double) MEMORY.toMillis());
    }
}

package org.gridtorrent.catalog.refusal;

import java.time.Duration;

/** Durations in words, as refusals name them. */
public final class Durations {
    private Durations() {}

    /** For people: a day, 36 hours, 10 minutes. */
    public static String english(Duration wait) {
        if (wait.toSeconds() % Duration.ofDays(1).toSeconds() == 0) {
            return count(wait.toDays(), "a day", "days");
        }
        return wait.toSeconds() % Duration.ofHours(1).toSeconds() == 0
                ? count(wait.toHours(), "an hour", "hours")
                : count(wait.toMinutes(), "a minute", "minutes");
    }

    private static String count(long number, String one, String many) {
        return number == 1 ? one : number + " " + many;
    }
}

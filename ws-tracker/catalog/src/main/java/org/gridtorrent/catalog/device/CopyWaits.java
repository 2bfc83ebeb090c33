package org.gridtorrent.catalog.device;

import java.time.Duration;
import org.gridtorrent.catalog.refusal.Durations;

/**
 * How long the rules for copies wait, as the site's operator says. All nodes of a site have to be
 * told the same.
 *
 * @param lost a copy on a machine silent for longer is made elsewhere
 * @param lostAlwaysOn and does not count as one on a machine that is always on
 * @param patience a machine silent for longer is not awaited with a copy that is still to come
 * @param proven after this time a machine that had been given up and came back is relied on
 * @param verifyEvery a copy is hashed again when it was last hashed longer ago
 * @param unreachable a copy on a machine silent for longer cannot be reached, as its owner is told
 */
public record CopyWaits(Duration lost, Duration lostAlwaysOn, Duration patience, Duration proven,
        Duration verifyEvery, Duration unreachable) {
    /** A machine may be silent for some minutes while all is well. */
    public static final Duration LEAST = Duration.ofMinutes(10);
    public static final Duration MOST = Duration.ofDays(3650);
    public static final CopyWaits USUAL = new CopyWaits(Duration.ofDays(4), Duration.ofHours(12),
            Duration.ofHours(12), Duration.ofDays(14), Duration.ofDays(30), Duration.ofDays(1));

    /** The message of what is refused begins with the wait's name, as the site's program has it. */
    public CopyWaits {
        require("copy-lost", lost);
        require("copy-lost-always-on", lostAlwaysOn);
        require("copy-patience", patience);
        require("copy-proven", proven);
        require("copy-verify", verifyEvery);
        require("copy-unreachable", unreachable);
        if (lostAlwaysOn.compareTo(lost) > 0) {
            throw new IllegalArgumentException(
                    "copy-lost-always-on is " + Durations.english(lostAlwaysOn)
                            + " and cannot be longer than copy-lost, " + Durations.english(lost));
        }
    }

    private static void require(String name, Duration wait) {
        if (wait.compareTo(LEAST) < 0 || wait.compareTo(MOST) > 0) {
            throw new IllegalArgumentException(
                    name + " has to be between " + Durations.english(LEAST)
                            + " and " + Durations.english(MOST));
        }
    }

}

package org.gridtorrent.catalog.copy;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.gridtorrent.catalog.copy.CopyPlace.Holding;

/**
 * How a content's copies stand.
 *
 * @param counting verified copies that count towards the rule, of which {@code alwaysOn} on machines
 *     that are always on
 * @param reachable verified copies that are shared, on machines that were heard of within a day
 * @param notices for the content's owner about what is or may soon be lacking
 */
public record CopyStatus(Optional<Rule> rule, List<Line> lines, int counting, int alwaysOn,
        int reachable, List<CopyNotice> notices) {

    /** What the owner asked for; no place is any machine that offers room. */
    public record Rule(CopyRule asked, List<Named> machines, List<Named> groups) {}

    /** By its id, and as people call it; a group that the reader is not to know of has no name. */
    public record Named(String id, String name) {}

    /**
     * A machine that holds the content, or is told to.
     *
     * @param share of the time lately that it was there, from 0 to 1
     * @param counts whether the rule counts it, or would
     * @param missing since when it does not announce what it holds, though it is there
     */
    public record Line(String deviceId, String deviceName, String accountId, String accountName,
            Holding holding, boolean ofRule, boolean counts, boolean alwaysOn,
            Optional<Instant> verified, Optional<Instant> missing, Optional<Instant> lastSeen,
            double share) {

        /** What it holds, in a word: "missing" where that was checked, and is not shared though it should be. */
        public String state() {
            return holding == Holding.VERIFIED && missing.isPresent()
                    ? "missing"
                    : holding.name().toLowerCase(Locale.ROOT);
        }
    }
}

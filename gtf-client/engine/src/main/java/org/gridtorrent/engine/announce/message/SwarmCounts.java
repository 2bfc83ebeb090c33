package org.gridtorrent.engine.announce.message;

import java.util.OptionalLong;

/**
 * Size of a swarm as one tracker reports it; a count is empty when the tracker does not report it.
 *
 * @param downloaded how many peers ever reported that they completed the download
 */
public record SwarmCounts(OptionalLong seeds, OptionalLong leeches, OptionalLong downloaded) {
    public static final SwarmCounts UNKNOWN = new SwarmCounts(OptionalLong.empty(),
            OptionalLong.empty(), OptionalLong.empty());

    public static SwarmCounts of(long seeds, long leeches) {
        return new SwarmCounts(OptionalLong.of(seeds), OptionalLong.of(leeches),
                OptionalLong.empty());
    }

    public static SwarmCounts of(long seeds, long leeches, long downloaded) {
        return new SwarmCounts(OptionalLong.of(seeds), OptionalLong.of(leeches),
                OptionalLong.of(downloaded));
    }

    /** A copy that takes unknown counts from the others. */
    public SwarmCounts or(SwarmCounts others) {
        return new SwarmCounts(seeds.isPresent() ? seeds : others.seeds,
                leeches.isPresent() ? leeches : others.leeches,
                downloaded.isPresent() ? downloaded : others.downloaded);
    }

    /** Whether every count is known. */
    public boolean isComplete() {
        return seeds.isPresent() && leeches.isPresent() && downloaded.isPresent();
    }
}

package org.gridtorrent.engine.announce;

import java.util.OptionalLong;

/**
 * A swarm's size as one tracker knows it; empty is what it does not say.
 *
 * @param downloaded how many peers it has ever been told have everything
 */
public record SwarmCounts(OptionalLong seeds, OptionalLong leeches, OptionalLong downloaded) {
    public static final SwarmCounts UNKNOWN = new SwarmCounts(OptionalLong.empty(),
            OptionalLong.empty(), OptionalLong.empty());

    static SwarmCounts of(long seeds, long leeches) {
        return new SwarmCounts(OptionalLong.of(seeds), OptionalLong.of(leeches),
                OptionalLong.empty());
    }

    static SwarmCounts of(long seeds, long leeches, long downloaded) {
        return new SwarmCounts(OptionalLong.of(seeds), OptionalLong.of(leeches),
                OptionalLong.of(downloaded));
    }

    /** These, and what they do not say from the others. */
    SwarmCounts or(SwarmCounts others) {
        return new SwarmCounts(seeds.isPresent() ? seeds : others.seeds,
                leeches.isPresent() ? leeches : others.leeches,
                downloaded.isPresent() ? downloaded : others.downloaded);
    }

    /** Nothing is unknown. */
    public boolean isWhole() {
        return seeds.isPresent() && leeches.isPresent() && downloaded.isPresent();
    }
}

package org.gridtorrent.catalog.search;

import java.util.List;
import java.util.Map;

/**
 * One page of what was found.
 *
 * @param total how many there are on all pages
 * @param counts of each facet the values there are, the most frequent first. What is chosen of a facet
 *     itself does not narrow its own counts, so that one sees what another choice would find
 */
public record SearchHits(List<Hit> hits, int total, Map<Facet, List<Count>> counts) {
    public static final SearchHits NOTHING = new SearchHits(List.of(), 0, Map.of());

    /** A data set with its health. */
    public record Hit(String id, Health health) {}

    /** How many data sets have the value. */
    public record Count(String value, int count) {}
}

package org.gridtorrent.catalog.search;

import java.util.List;
import java.util.Map;

/**
 * A data set as the index has it.
 *
 * @param names words of which each finds it alone, whatever else stands beside
 * @param texts each with its weight: a word in a heavier one is a better match
 * @param facets all but the health, which the index is told apart
 * @param length bytes
 * @param published seconds since 1970
 * @param rights what is asked whether somebody may know of it
 */
public record IndexEntry<R>(String id, List<String> names, List<Text> texts,
        Map<Facet, List<String>> facets, long length, long published, R rights) {

    /** Words of one kind; the weight is from 1 to 9. */
    public record Text(int weight, String words) {}
}

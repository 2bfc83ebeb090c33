package org.gridtorrent.catalog.search;

import java.util.Map;
import java.util.Set;

/**
 * What is looked for: all of the words, and of each facet named one of the values.
 *
 * @param first how many of the best are left out
 * @param most how many are wanted after those
 */
public record Query(String words, Map<Facet, Set<String>> chosen, Sort sort, int first, int most) {
    public Query {
        chosen = Map.copyOf(chosen);
    }

    /** The newest that have these words. */
    public static Query newest(String words, int most) {
        return new Query(words, Map.of(), Sort.NEWEST, 0, most);
    }
}

package org.gridtorrent.catalog.search;

import java.util.Map;
import java.util.Set;

/**
 * A search: all of the words, and of each facet named one of the values.
 *
 * @param offset how many of the best are left out
 * @param limit how many are wanted after those
 */
public record SearchQuery(String words, Map<Facet, Set<String>> chosen, Sort sort, int offset,
        int limit) {
    public SearchQuery {
        chosen = Map.copyOf(chosen);
    }

    /** The newest that have these words. */
    public static SearchQuery newest(String words, int limit) {
        return new SearchQuery(words, Map.of(), Sort.NEWEST, 0, limit);
    }
}

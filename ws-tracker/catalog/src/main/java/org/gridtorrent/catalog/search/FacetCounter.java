package org.gridtorrent.catalog.search;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gridtorrent.catalog.search.SearchHits.Count;

/**
 * Which entries fit what was chosen of the facets, and how many there are of each value: in a facet of
 * which something was chosen, all that fit the other facets are counted. For one search.
 */
final class FacetCounter {
    private static final int FACETS = Facet.ALL.size();

    // All by the facet's place in Facet.ALL, and then by the value's number.
    private final List<FacetValues> values;
    private final int[][] counts = new int[FACETS][];
    private final boolean[][] chosen = new boolean[FACETS][];
    private final boolean[] narrows = new boolean[FACETS];

    FacetCounter(List<FacetValues> values, Map<Facet, Set<String>> wanted) {
        this.values = values;
        for (int i = 0; i < FACETS; i++) {
            Set<String> choice = wanted.getOrDefault(Facet.ALL.get(i), Set.of());
            counts[i] = new int[values.get(i).size()];
            chosen[i] = values.get(i).among(choice);
            narrows[i] = !choice.isEmpty();
        }
    }

    /** Counts an entry by its values' numbers; whether it fits. */
    boolean add(int[][] numbers) {
        int misses = 0;
        int missed = 0;
        for (int i = 0; i < FACETS; i++) {
            if (narrows[i] && !hasAny(numbers[i], chosen[i])) {
                misses++;
                missed = i;
            }
        }
        if (misses == 0) {
            for (int i = 0; i < FACETS; i++) {
                count(i, numbers[i]);
            }
        } else if (misses == 1) {
            count(missed, numbers[missed]);
        }
        return misses == 0;
    }

    private void count(int facet, int[] numbers) {
        for (int number : numbers) {
            counts[facet][number]++;
        }
    }

    private static boolean hasAny(int[] numbers, boolean[] among) {
        for (int number : numbers) {
            if (among[number]) {
                return true;
            }
        }
        return false;
    }

    Map<Facet, List<Count>> counts() {
        Map<Facet, List<Count>> all = new EnumMap<>(Facet.class);
        for (int i = 0; i < FACETS; i++) {
            all.put(Facet.ALL.get(i), values.get(i).counted(counts[i]));
        }
        return all;
    }
}

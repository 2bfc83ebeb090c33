package org.gridtorrent.catalog.search;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.search.SearchHits.Count;

/** The values of one facet, each by a number from 0 on. Belongs to the index. */
final class FacetValues {
    private final List<String> values = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();

    int[] numbers(Collection<String> wanted) {
        return wanted.stream().mapToInt(value -> numbers.computeIfAbsent(value, added -> {
            values.add(added);
            return values.size() - 1;
        })).toArray();
    }

    /** For each number whether it is one of these; what is not known is none. */
    boolean[] among(Collection<String> chosen) {
        var among = new boolean[values.size()];
        for (String value : chosen) {
            Integer number = numbers.get(value);
            if (number != null) {
                among[number] = true;
            }
        }
        return among;
    }

    int size() {
        return values.size();
    }

    /** Those that were counted, the most frequent first. */
    List<Count> counted(int[] counts) {
        List<Count> counted = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                counted.add(new Count(values.get(i), counts[i]));
            }
        }
        counted.sort(Comparator.comparingInt(Count::count).reversed()
                .thenComparing(Count::value));
        return List.copyOf(counted);
    }
}

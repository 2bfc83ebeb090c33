package org.gridtorrent.ccm.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.gridtorrent.catalog.search.Facet;
import org.gridtorrent.ccm.http.LogText;
import org.gridtorrent.ccm.http.Refusal;

/** By what a program narrows a search. */
public final class FacetParameters {
    private FacetParameters() {}

    /** By the facets' codes; only those that {@code allowed} has. */
    public static Map<Facet, Set<String>> of(Map<String, List<String>> asked, Set<Facet> allowed) {
        Map<Facet, Set<String>> chosen = new EnumMap<>(Facet.class);
        asked.forEach((code, values) -> {
            if (values == null || values.stream().anyMatch(Objects::isNull)) {
                throw Refusal.badRequest("Of each facet, a list of texts is needed.");
            }
            chosen.put(facet(code, allowed), Set.copyOf(values));
        });
        return chosen;
    }

    /** Out of an address: each {@code facet=value}. */
    public static Map<Facet, Set<String>> of(List<String> asked) {
        Map<String, List<String>> values = new TreeMap<>();
        for (String one : asked) {
            String[] parts = one.split("=", 2);
            if (parts.length < 2 || parts[1].isEmpty()) {
                throw Refusal.badRequest("\"facet\" has to be such as year=2026.");
            }
            values.computeIfAbsent(parts[0], _ -> new ArrayList<>()).add(parts[1]);
        }
        return of(values, Set.of(Facet.values()));
    }

    private static Facet facet(String code, Set<Facet> allowed) {
        return allowed.stream().filter(each -> each.code().equals(code)).findFirst()
                .orElseThrow(() -> Refusal.badRequest("There is no facet \"" + LogText.one(code)
                        + "\" here: the facets are " + Arrays.stream(Facet.values())
                                .filter(allowed::contains).map(Facet::code)
                                .collect(Collectors.joining(", "))
                        + "."));
    }
}

package org.gridtorrent.ccm.search;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gridtorrent.catalog.search.Facet;
import org.gridtorrent.catalog.search.SearchQuery;
import org.gridtorrent.catalog.search.Sort;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.ui.Form;

/** A search as an address has it: words, what narrows them, the order, the page. */
public record SearchAddress(String words, Map<Facet, Set<String>> chosen, Sort sort, int page) {
    private static final String PATH = "/search";
    static final int PER_PAGE = 20;
    private static final int LONGEST_WORDS = 200;
    private static final int LONGEST_VALUE = 60;
    private static final int MOST_VALUES = 20;
    private static final int LAST_PAGE = 500;

    public static SearchAddress of(Exchange exchange) {
        Form form = exchange.form();
        Map<Facet, Set<String>> chosen = new EnumMap<>(Facet.class);
        for (Facet facet : Facet.values()) {
            List<String> values = form.all(facet.code()).stream()
                    .filter(value -> value.length() <= LONGEST_VALUE).limit(MOST_VALUES).toList();
            if (!values.isEmpty()) {
                chosen.put(facet, new LinkedHashSet<>(values));
            }
        }
        Sort sort = sort(form.value("sort")).orElse(Sort.BEST);
        String words = form.value("q");
        return new SearchAddress(words.substring(0, Math.min(words.length(), LONGEST_WORDS)),
                chosen, sort, Math.min(exchange.page(), LAST_PAGE));
    }

    public static Optional<Sort> sort(String code) {
        return Arrays.stream(Sort.values()).filter(each -> each.code().equals(code)).findFirst();
    }

    public static SearchAddress of(String words, Map<Facet, Set<String>> chosen) {
        return new SearchAddress(words, chosen, Sort.BEST, 1);
    }

    SearchQuery query() {
        return new SearchQuery(words, chosen, sort, (page - 1) * PER_PAGE, PER_PAGE);
    }

    boolean has(Facet facet, String value) {
        return chosen.getOrDefault(facet, Set.of()).contains(value);
    }

    /** With the value if it was not chosen, else without it; from the first page. */
    String toggled(Facet facet, String value) {
        Map<Facet, Set<String>> other = new EnumMap<>(Facet.class);
        other.putAll(chosen);
        Set<String> values = new LinkedHashSet<>(chosen.getOrDefault(facet, Set.of()));
        if (!values.remove(value)) {
            values.add(value);
        }
        other.put(facet, values);
        return new SearchAddress(words, other, sort, 1).text();
    }

    String sorted(Sort other) {
        return new SearchAddress(words, chosen, other, 1).text();
    }

    String at(int other) {
        return new SearchAddress(words, chosen, sort, other).text();
    }

    String onlyWords() {
        return new SearchAddress(words, Map.of(), sort, 1).text();
    }

    /** Where one subscribes to it; empty when it finds everything. */
    String subscription() {
        String text = of(words, chosen).text();
        return text.equals(PATH) ? "" : "/subscribe" + text.substring(PATH.length());
    }

    /** The fields of a form that asks for the same. */
    public Map<String, List<String>> fieldsWithWords() {
        Map<String, List<String>> fields = fields();
        fields.put("q", List.of(words));
        return fields;
    }

    /** All but the words and the page, as the fields of a form. */
    Map<String, List<String>> fields() {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        for (Facet facet : Facet.values()) {
            fields.put(facet.code(), List.copyOf(chosen.getOrDefault(facet, Set.of())));
        }
        fields.put("sort", sort == Sort.BEST ? List.of() : List.of(sort.code()));
        return fields;
    }

    private String text() {
        List<String> parameters = new ArrayList<>();
        if (!words.isEmpty()) {
            parameters.add("q=" + encoded(words));
        }
        fields().forEach((name, values) -> values
                .forEach(value -> parameters.add(name + "=" + encoded(value))));
        if (page > 1) {
            parameters.add("page=" + page);
        }
        return parameters.isEmpty() ? PATH : PATH + "?" + String.join("&", parameters);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}

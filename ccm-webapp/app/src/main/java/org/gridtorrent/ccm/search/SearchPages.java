package org.gridtorrent.ccm.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.dataset.Versions;
import org.gridtorrent.catalog.search.Facet;
import org.gridtorrent.catalog.search.Health;
import org.gridtorrent.catalog.search.Search;
import org.gridtorrent.catalog.search.SearchHits.Count;
import org.gridtorrent.catalog.search.SizeClass;
import org.gridtorrent.catalog.search.Sort;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.search.SearchView.Choice;
import org.gridtorrent.ccm.search.SearchView.FacetView;
import org.gridtorrent.ccm.ui.Messages;
import org.gridtorrent.ccm.ui.Rows;

/** The search: all that it is asked for stands in the address, which can be kept and sent. */
public final class SearchPages {
    private static final int SHOWN = 6;
    private static final int MOST = 60;
    private static final List<String> SIZES = Arrays.stream(SizeClass.values())
            .map(SizeClass::code).toList();
    private static final List<String> HEALTHS = Arrays.stream(Health.values()).map(Health::code)
            .toList();

    private final Search search;
    private final Versions versions;
    private final Messages messages;

    public SearchPages(Search search, Versions versions, Messages messages) {
        this.search = search;
        this.versions = versions;
        this.messages = messages;
    }

    public Reply search(Exchange exchange) {
        SearchAddress asked = SearchAddress.of(exchange);
        Search.Page found = search.find(exchange.viewer().id(), asked.query());
        int pages = Math.max(1,
                (found.total() + SearchAddress.PER_PAGE - 1) / SearchAddress.PER_PAGE);
        return Reply.html("search", Map.of("view", new SearchView(asked.words(), found.total(),
                Rows.found(versions, exchange.viewer().id(), found.lines()), asked.page(), pages,
                asked.at(asked.page() - 1), asked.at(asked.page() + 1), facets(asked, found),
                chosen(asked, found), sorts(asked), asked.subscription(), asked.fields(),
                asked.onlyWords())));
    }

    /** Those that tell anything apart, or that something was chosen of. */
    private List<FacetView> facets(SearchAddress asked, Search.Page found) {
        List<FacetView> facets = new ArrayList<>();
        for (Facet facet : Facet.values()) {
            List<Choice> values = found.counts().getOrDefault(facet, List.of()).stream()
                    .sorted(order(facet))
                    .map(count -> choice(asked, found, facet, count.value(), count.count()))
                    .limit(MOST).toList();
            if (values.size() > 1 || asked.chosen().containsKey(facet)) {
                facets.add(new FacetView(facet.code(), messages.text("facet." + facet.code()),
                        values.subList(0, Math.min(SHOWN, values.size())),
                        values.subList(Math.min(SHOWN, values.size()), values.size())));
            }
        }
        return facets;
    }

    /** Most are in order already, the most frequent first; what has an order of its own keeps that. */
    private static Comparator<Count> order(Facet facet) {
        return switch (facet) {
            case SIZE -> Comparator.comparingInt(count -> SIZES.indexOf(count.value()));
            case HEALTH -> Comparator.comparingInt(count -> HEALTHS.indexOf(count.value()));
            case YEAR -> Comparator.comparing(Count::value).reversed();
            default -> (_, _) -> 0;
        };
    }

    private List<Choice> chosen(SearchAddress asked, Search.Page found) {
        List<Choice> chosen = new ArrayList<>();
        asked.chosen().forEach((facet, values) -> values
                .forEach(value -> chosen.add(choice(asked, found, facet, value, 0))));
        return chosen;
    }

    private Choice choice(SearchAddress asked, Search.Page found, Facet facet, String value,
            int count) {
        return new Choice(label(facet, value, found), count, asked.has(facet, value),
                asked.toggled(facet, value));
    }

    /** Returns a label, or the value itself where it has none or comes from users. */
    private String label(Facet facet, String value, Search.Page found) {
        String key = switch (facet) {
            case ACCESS -> "access." + value + ".short";
            case LICENCE -> value.equals("none") || value.equals("other") ? "licence." + value : "";
            case SUBJECT, SIZE, HEALTH -> facet.code() + "." + value;
            default -> "";
        };
        if (facet == Facet.GROUP) {
            return found.groups().getOrDefault(value, messages.text("facet.group.other"));
        }
        return messages.has(key) ? messages.text(key) : value;
    }

    private List<Choice> sorts(SearchAddress asked) {
        List<Choice> sorts = new ArrayList<>();
        for (Sort sort : Sort.values()) {
            sorts.add(new Choice(messages.text("sort." + sort.code()), 0, sort == asked.sort(),
                    asked.sorted(sort)));
        }
        return sorts;
    }
}

package org.gridtorrent.catalog.search;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import org.gridtorrent.catalog.search.SearchHits.Hit;
import org.jspecify.annotations.Nullable;

/**
 * Data sets by their words and facets. Whoever may not know of an entry finds, and has counted, what
 * there would be without it: each search asks for every entry that its words fit.
 *
 * <p>Entries have places, in which words and values are noted. An entry that changes gets a new place;
 * when half of the places are of entries that changed, all are made anew. Many may search at once, while
 * nobody changes anything.
 *
 * @param <R> what is asked whether somebody may know of an entry
 */
public final class SearchIndex<R> {
    private static final int MOST_WORDS = 12;
    private static final int HEALTH = Facet.ALL.indexOf(Facet.HEALTH);
    /** So many places may be empty in a small index. */
    private static final int SPARE = 1000;
    private static final int NOWHERE = -1;

    /** An entry with the numbers of its values, facet by facet. */
    @SuppressWarnings("ArrayRecordComponent") // never compared, only carried
    private record Place<R>(IndexEntry<R> entry, int[][] values) {}

    private record Ranked<R>(Place<R> place, float score) {
        long published() {
            return place.entry().published();
        }

        long length() {
            return place.entry().length();
        }
    }

    private TermIndex words = new TermIndex();
    private final List<FacetValues> values = Facet.ALL.stream().map(_ -> new FacetValues())
            .toList();
    private final List<@Nullable Place<R>> places = new ArrayList<>();
    private final Map<String, Integer> placeOf = new HashMap<>();
    private final Map<String, Integer> placeOfName = new HashMap<>();
    private Map<String, Integer> copies = Map.of();

    public int size() {
        return placeOf.size();
    }

    /** Adds the entry, or puts it where the one of the same id was. */
    public void put(IndexEntry<R> entry) {
        remove(entry.id());
        if (places.size() > 2 * size() + SPARE) {
            compact();
        }
        add(entry);
    }

    public void remove(String id) {
        Integer place = placeOf.remove(id);
        if (place != null) {
            Place<R> removed = Objects.requireNonNull(places.set(place, null));
            removed.entry().names().forEach(name -> placeOfName.remove(name, place));
        }
    }

    private void add(IndexEntry<R> entry) {
        placeOf.put(entry.id(), places.size());
        entry.names().forEach(name -> placeOfName.put(name, places.size()));
        words.add(places.size(), entry.texts());
        var numbers = new int[Facet.ALL.size()][];
        for (int i = 0; i < numbers.length; i++) {
            Facet facet = Facet.ALL.get(i);
            numbers[i] = facet == Facet.HEALTH
                    ? healthNumber(entry.id())
                    : values.get(i).numbers(entry.facets().getOrDefault(facet, List.of()));
        }
        places.add(new Place<>(entry, numbers));
    }

    private void compact() {
        List<IndexEntry<R>> entries = new ArrayList<>();
        for (Place<R> place : places) {
            if (place != null) {
                entries.add(place.entry());
            }
        }
        places.clear();
        words = new TermIndex();
        entries.forEach(this::add);
    }

    /** How many verified copies of each can be reached; of those not named, none. */
    public void copies(Map<String, Integer> known) {
        copies = Map.copyOf(known);
        for (Place<R> place : places) {
            if (place != null) {
                place.values()[HEALTH] = healthNumber(place.entry().id());
            }
        }
    }

    private Health healthOf(String id) {
        return Health.of(copies.getOrDefault(id, 0));
    }

    private int[] healthNumber(String id) {
        return values.get(HEALTH).numbers(List.of(healthOf(id).code()));
    }

    /** What fits the query among the entries that may be known of. */
    public SearchHits find(SearchQuery query, Predicate<R> known) {
        List<String> wanted = TermIndex.of(query.words()).stream().distinct().toList();
        if (wanted.isEmpty() && !query.words().isBlank()) {
            return SearchHits.NOTHING; // it has signs only, which no entry has for words
        }
        float[] scores = wanted.isEmpty() ? new float[0] : scores(wanted, known);
        var tally = new FacetCounter(values, query.chosen());
        var best = new Best<>(query.offset() + query.limit(), order(query.sort()));
        int total = 0;
        for (int i = 0; i < places.size(); i++) {
            Place<R> place = places.get(i);
            float score = wanted.isEmpty() ? 1 : scores[i];
            if (place != null && score > 0 && known.test(place.entry().rights())
                    && tally.add(place.values())) {
                total++;
                best.add(new Ranked<>(place, score));
            }
        }
        List<Hit> hits = best.inOrder().stream().skip(query.offset())
                .map(ranked -> ranked.place().entry().id()).map(id -> new Hit(id, healthOf(id)))
                .toList();
        return new SearchHits(hits, total, tally.counts());
    }

    /**
     * Who pastes a citation or an address with a name in it means that entry alone. One that may not be
     * known of is named by nothing.
     */
    private float[] scores(List<String> wanted, Predicate<R> known) {
        var named = new float[places.size()];
        boolean any = false;
        for (String word : wanted) {
            int at = placeOfName.getOrDefault(word, NOWHERE);
            Place<R> place = at == NOWHERE ? null : places.get(at);
            if (place != null && known.test(place.entry().rights())) {
                named[at] = 1;
                any = true;
            }
        }
        return any
                ? named
                : words.scores(wanted.subList(0, Math.min(wanted.size(), MOST_WORDS)),
                        places.size());
    }

    private Comparator<Ranked<R>> order(Sort sort) {
        Comparator<Ranked<R>> newest = Comparator
                .<Ranked<R>>comparingLong(Ranked::published).reversed()
                .thenComparing(ranked -> ranked.place().entry().id());
        return switch (sort) {
            case BEST -> Comparator.<Ranked<R>>comparingDouble(Ranked::score).reversed()
                    .thenComparing(newest);
            case NEWEST -> newest;
            case LARGEST -> Comparator.<Ranked<R>>comparingLong(Ranked::length).reversed()
                    .thenComparing(newest);
        };
    }

    /** The first so many of what is added. */
    private static final class Best<T> {
        private final int most;
        private final Comparator<T> order;
        private final PriorityQueue<T> kept;

        Best(int most, Comparator<T> order) {
            this.most = most;
            this.order = order;
            this.kept = new PriorityQueue<>(order.reversed());
        }

        void add(T item) {
            if (kept.size() < most) {
                kept.add(item);
            } else if (!kept.isEmpty() && order.compare(item, kept.element()) < 0) {
                kept.poll();
                kept.add(item);
            }
        }

        Collection<T> inOrder() {
            return kept.stream().sorted(order).toList();
        }
    }
}

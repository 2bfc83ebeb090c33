package org.gridtorrent.catalog.subscription;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gridtorrent.catalog.search.Facet;
import org.gridtorrent.catalog.search.SearchQuery;
import org.gridtorrent.catalog.search.Sort;

/** What one subscribes to. */
public sealed interface SubscriptionTarget {
    /** By which two that are the same are known. */
    String text();

    /** Of what kind it is. */
    Subscription.Kind kind();

    /** The next versions of a data set, and its withdrawal. */
    record Dataset(String contentId) implements SubscriptionTarget {
        @Override
        public String text() {
            return "dataset " + contentId;
        }

        @Override
        public Subscription.Kind kind() {
            return Subscription.Kind.DATASET;
        }
    }

    /** What is shared with a group. */
    record OfGroup(String groupId) implements SubscriptionTarget {
        @Override
        public String text() {
            return "group " + groupId;
        }

        @Override
        public Subscription.Kind kind() {
            return Subscription.Kind.GROUP;
        }
    }

    /** What an account shares. */
    record OfOwner(String ownerId) implements SubscriptionTarget {
        @Override
        public String text() {
            return "owner " + ownerId;
        }

        @Override
        public Subscription.Kind kind() {
            return Subscription.Kind.OWNER;
        }
    }

    /**
     * What a search finds, in any order.
     *
     * @param chosen without the health, which comes and goes
     */
    record OfSearch(String words, Map<Facet, Set<String>> chosen) implements SubscriptionTarget {
        private static final String WORDS = "q";

        public OfSearch {
            Map<Facet, Set<String>> kept = new EnumMap<>(Facet.class);
            new TreeMap<>(chosen).forEach((facet, values) -> {
                if (facet != Facet.HEALTH && !values.isEmpty()) {
                    kept.put(facet, Set.copyOf(values));
                }
            });
            words = words.strip().replaceAll("\\s+", " ");
            chosen = Map.copyOf(kept);
        }

        /** Whether everything would be found. */
        public boolean isAll() {
            return words.isEmpty() && chosen.isEmpty();
        }

        public SearchQuery query(int most) {
            return new SearchQuery(words, chosen, Sort.NEWEST, 0, most);
        }

        /** As the search's page has it in its address. */
        public String inAddress() {
            List<String> parameters = new ArrayList<>();
            if (!words.isEmpty()) {
                parameters.add(WORDS + "=" + URLEncoder.encode(words, StandardCharsets.UTF_8));
            }
            new TreeMap<>(chosen).forEach((facet, values) -> new TreeSet<>(values)
                    .forEach(value -> parameters.add(facet.code() + "="
                            + URLEncoder.encode(value, StandardCharsets.UTF_8))));
            return String.join("&", parameters);
        }

        @Override
        public String text() {
            return "search " + inAddress();
        }

        @Override
        public Subscription.Kind kind() {
            return Subscription.Kind.SEARCH;
        }

        /** Reads what {@link #text} wrote. */
        public static OfSearch read(String text) {
            String words = "";
            Map<Facet, Set<String>> chosen = new EnumMap<>(Facet.class);
            for (String parameter : text.substring("search ".length()).split("&", -1)) {
                int equals = parameter.indexOf('=');
                String name = parameter.substring(0, Math.max(equals, 0));
                String value = URLDecoder.decode(parameter.substring(equals + 1),
                        StandardCharsets.UTF_8);
                if (name.equals(WORDS)) {
                    words = value;
                }
                for (Facet facet : Facet.values()) {
                    if (facet.code().equals(name)) {
                        chosen.computeIfAbsent(facet, _ -> new TreeSet<>()).add(value);
                    }
                }
            }
            return new OfSearch(words, chosen);
        }
    }
}

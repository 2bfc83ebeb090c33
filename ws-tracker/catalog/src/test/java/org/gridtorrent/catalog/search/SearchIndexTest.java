package org.gridtorrent.catalog.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gridtorrent.catalog.search.IndexEntry.Text;
import org.gridtorrent.catalog.search.SearchHits.Count;
import org.gridtorrent.catalog.search.SearchHits.Hit;
import org.junit.jupiter.api.Test;

class SearchIndexTest {
    private final SearchIndex<Boolean> index = new SearchIndex<>();

    @Test
    void allWordsHaveToBeThere_inAnyCaseAndWithoutAccents() {
        put("kueste", "Äthiopische Küste", "sand and SALT");
        put("ice", "Grönland", "salt");
        assertThat(ids("athiopische kuste")).containsExactly("kueste");
        assertThat(ids("ÄTHIOPISCHE salt")).containsExactly("kueste");
        assertThat(ids("salt")).containsExactlyInAnyOrder("ice", "kueste");
        assertThat(ids("salt fire")).isEmpty();
        assertThat(ids("  ")).hasSize(2);
        assertThat(ids("%&")).isEmpty();
    }

    @Test
    void sharpS_isDoubleS() {
        put("size", "Größe", "");
        put("mass", "Grosse Masse", "");
        assertThat(ids("grosse")).containsExactlyInAnyOrder("size", "mass");
        assertThat(ids("GRÖßE")).containsExactlyInAnyOrder("size", "mass");
        assertThat(ids("GROẞE")).hasSize(2);
    }

    @Test
    void aName_findsItsEntryAloneWhateverStandsBeside() {
        named("mine", "k2abc", "Ice", true);
        named("other", "q7xyz", "Ice", true);
        named("hidden", "z9def", "Ice", false);
        assertThat(ids("K2ABC")).containsExactly("mine");
        assertThat(ids("Doe (2026): Ice. https://a.example/datasets/k2abc?tab=files"))
                .containsExactly("mine");
        assertThat(ids("k2abc q7xyz")).containsExactlyInAnyOrder("mine", "other");
        assertThat(ids("k2")).as("not by a part of it").isEmpty();
        assertThat(ids("ice z9def")).as("as if it were not there").isEmpty();
        index.remove("mine");
        assertThat(ids("k2abc")).isEmpty();
    }

    @Test
    void wordsAreFoundByTheirBeginning_andFromFourLettersOnWithin() {
        put("long", "Seismometer", "");
        assertThat(ids("seis")).containsExactly("long");
        assertThat(ids("s")).containsExactly("long");
        assertThat(ids("meter")).containsExactly("long");
        assertThat(ids("ter")).isEmpty();
        put("kanji", "南極氷床コア", "");
        assertThat(ids("氷床")).containsExactly("kanji");
        put("whale", "\ud83d\udc0b", "");
        assertThat(ids("\ud83d\udc0b")).containsExactly("whale");
    }

    @Test
    void bestMatch_isTheWholeWordInTheTitle_thenItsBeginning_thenTheText() {
        put("within", "Devices", "x");
        put("text", "Cores", "of ice");
        put("title", "Ice", "x");
        put("beginning", "Icebergs", "x");
        assertThat(ids("ice")).containsExactly("title", "beginning", "text");
        assertThat(ids("vice")).containsExactly("within");
    }

    @Test
    void sorts_byDateAndSizeWithTheNewerFirst() {
        index.put(new IndexEntry<>("a", List.of(), List.of(), Map.of(), 5, 100, true));
        index.put(new IndexEntry<>("b", List.of(), List.of(), Map.of(), 9, 200, true));
        index.put(new IndexEntry<>("c", List.of(), List.of(), Map.of(), 5, 300, true));
        assertThat(sorted(Sort.BEST, 0, 9)).containsExactly("c", "b", "a");
        assertThat(sorted(Sort.NEWEST, 1, 1)).containsExactly("b");
        assertThat(sorted(Sort.LARGEST, 0, 9)).containsExactly("b", "c", "a");
        assertThat(sorted(Sort.LARGEST, 3, 9)).isEmpty();
    }

    @Test
    void counts_ofAFacetAreNotNarrowedByItsOwnChoice() {
        facets("a", "physics", "CC0-1.0", true);
        facets("b", "physics", "MIT", true);
        facets("c", "life", "MIT", true);
        facets("hidden", "law", "MIT", false);
        SearchHits found = index.find(new SearchQuery("", Map.of(Facet.SUBJECT, Set.of("physics"),
                Facet.LICENCE, Set.of("MIT")), Sort.NEWEST, 0, 9), known -> known);
        assertThat(found.total()).isEqualTo(1);
        assertThat(found.hits()).containsExactly(new Hit("b", Health.NONE));
        assertThat(found.counts().get(Facet.SUBJECT))
                .containsExactly(new Count("life", 1), new Count("physics", 1));
        assertThat(found.counts().get(Facet.LICENCE))
                .containsExactly(new Count("CC0-1.0", 1), new Count("MIT", 1));
        assertThat(found.counts().get(Facet.HEALTH)).containsExactly(new Count("none", 1));
        assertThat(index.find(new SearchQuery("", Map.of(Facet.SUBJECT, Set.of("law", "no such")),
                Sort.NEWEST, 0, 9), known -> known).total()).isZero();
    }

    @Test
    void health_isThatOfTheLatestCount() {
        put("a", "A", "");
        put("b", "B", "");
        index.copies(Map.of("a", 1, "b", 2));
        put("b", "B again", "");
        assertThat(index.find(SearchQuery.newest("", 9), known -> known).hits()).containsExactly(
                new Hit("a", Health.ONE), new Hit("b", Health.SEVERAL));
        index.copies(Map.of("b", 1));
        assertThat(index.find(SearchQuery.newest("", 9), known -> known).hits()).containsExactly(
                new Hit("a", Health.NONE), new Hit("b", Health.ONE));
    }

    @Test
    void anEntryThatChangesOften_isThereOnceAndAsItIs() {
        put("other", "Other", "kept");
        for (int i = 0; i < 5000; i++) {
            put("often", "Number" + i, "");
        }
        assertThat(index.size()).isEqualTo(2);
        assertThat(ids("number")).containsExactly("often");
        assertThat(ids("number4999")).containsExactly("often");
        assertThat(ids("number4998")).isEmpty();
        assertThat(ids("kept")).containsExactly("other");
        index.remove("often");
        index.remove("no such");
        assertThat(ids("")).containsExactly("other");
    }

    private void put(String id, String title, String about) {
        index.put(new IndexEntry<>(id, List.of(), List.of(new Text(8, title), new Text(2, about)),
                Map.of(), 0, 0,
                true));
    }

    private void named(String id, String name, String title, boolean known) {
        index.put(new IndexEntry<>(id, List.of(name), List.of(new Text(8, title)), Map.of(), 0, 0,
                known));
    }

    private void facets(String id, String subject, String licence, boolean known) {
        index.put(new IndexEntry<>(id, List.of(), List.of(), Map.of(Facet.SUBJECT, List.of(subject),
                Facet.LICENCE, List.of(licence)), 0, 0, known));
    }

    private List<String> ids(String words) {
        return index.find(new SearchQuery(words, Map.of(), Sort.BEST, 0, 99), known -> known).hits()
                .stream().map(Hit::id).toList();
    }

    private List<String> sorted(Sort sort, int first, int most) {
        return index.find(new SearchQuery("", Map.of(), sort, first, most), known -> known).hits()
                .stream().map(Hit::id).toList();
    }
}

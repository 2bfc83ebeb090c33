package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Profile;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Draft;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.metadata.Creator;
import org.gridtorrent.catalog.metadata.Licence;
import org.gridtorrent.catalog.metadata.Metadata;
import org.gridtorrent.catalog.metadata.Subject;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.search.Facet;
import org.gridtorrent.catalog.search.Health;
import org.gridtorrent.catalog.search.Search;
import org.gridtorrent.catalog.search.SearchHits.Count;
import org.gridtorrent.catalog.search.SearchQuery;
import org.gridtorrent.catalog.search.Sort;
import org.gridtorrent.metainfo.InfoHash;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The search on two nodes of one database. */
@ParameterizedClass
@EnumSource
class SearchTest {
    private final TestDatabase database;
    private Site site;
    private Catalog other;
    private Account owner;
    private Account member;
    private Account stranger;
    private Device source;
    private Group group;

    SearchTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        DatabaseLogin login = database.empty();
        site = new Site(login);
        other = Catalog.open(login, () -> site.now);
        owner = site.account("owner");
        member = site.account("member");
        stranger = site.account("stranger");
        source = site.device(owner);
        group = site.catalog.people().groups().create(owner.id(), "Ice people", "", true);
        site.catalog.people().memberships().invite(owner.id(), group.id(), member.id());
        site.catalog.people().memberships().accept(member.id(), group.id(), member.id());
    }

    @AfterEach
    void close() {
        other.close();
        site.close();
    }

    @Test
    void whatOnePastes_findsTheDataSetForThoseAloneWhoMaySeeIt() {
        Content content = site.publish(owner, source, "Cores", Grants.groups(List.of(group.id())));
        site.publish(owner, source, "Cores of others", Grants.EVERYONE);
        String hash = content.infoHash().orElseThrow();
        for (String words : List.of(content.id(), hash,
                InfoHash.ofHex(hash).base32().toUpperCase(Locale.ROOT),
                "https://grid.example.org/datasets/" + content.id(),
                "magnet:?xt=urn:btih:" + hash + "&dn=cores")) {
            assertThat(titles(member, SearchQuery.newest(words, 9))).as(words)
                    .containsExactly("Cores");
            assertThat(titles(stranger, SearchQuery.newest(words, 9))).as(words).isEmpty();
        }
    }

    @Test
    void findsByAllThatADataSetSaysOfItself() {
        Content content = site.publish(owner, source, "Cores 100%", Grants.EVERYONE);
        site.catalog.datasets().descriptions().change(owner.id(), content.id(), "Cores 100%",
                "from Law Dome",
                new Metadata(Optional.of(Subject.EARTH), List.of("firn"),
                        List.of(new Creator("First Author", "", "Institute of Cold")),
                        new Licence("CC-BY-4.0"), OptionalInt.of(1998), List.of("10.5072/xyz")));
        for (String words : new String[]{"cores", "100%", "dome", "firn", "author", "cold", "xyz",
            "owner", "user OWNER firn"}) {
            assertThat(titles(member, SearchQuery.newest(words, 9))).as(words)
                    .containsExactly("Cores 100%");
        }
        assertThat(titles(member, SearchQuery.newest("cores fire", 9))).isEmpty();
        Search.Page page = site.catalog.discovery().search().find(member.id(),
                SearchQuery.newest("", 9));
        assertThat(page.counts()).containsEntry(Facet.SUBJECT, List.of(new Count("earth", 1)))
                .containsEntry(Facet.OWNER, List.of(new Count("owner", 1)))
                .containsEntry(Facet.ACCESS, List.of(new Count("public", 1)))
                .containsEntry(Facet.LICENCE, List.of(new Count("CC-BY-4.0", 1)))
                .containsEntry(Facet.SIZE, List.of(new Count("under-1-gb", 1)))
                .containsEntry(Facet.YEAR, List.of(new Count("1998", 1)))
                .containsEntry(Facet.HEALTH, List.of(new Count("one", 1)))
                .containsEntry(Facet.GROUP, List.of());
        assertThat(page.lines()).extracting(Search.Line::health).containsExactly(Health.ONE);
    }

    @Test
    void whatIsBeingPreparedOrFailed_isNotFound() {
        site.catalog.datasets().publishing().publish(draft("Soon", Grants.EVERYONE));
        assertThat(titles(owner, SearchQuery.newest("", 9))).isEmpty();
    }

    @Test
    void groups_areThoseOfTheReader_andNothingIsFoundByOthers() {
        Group second = site.catalog.people().groups().create(owner.id(), "Second", "", true);
        site.publish(owner, source, "Ice",
                Grants.groups(List.of(group.id(), second.id())));
        assertThat(site.catalog.discovery().search().find(member.id(), SearchQuery.newest("", 9))
                .counts()
                .get(Facet.GROUP)).containsExactly(new Count(group.id(), 1));
        assertThat(titles(member, inGroup(group.id()))).containsExactly("Ice");
        assertThat(titles(member, inGroup(second.id()))).isEmpty();
        assertThat(titles(owner, inGroup(second.id()))).containsExactly("Ice");
        Search.Page outside = site.catalog.discovery().search().find(stranger.id(),
                SearchQuery.newest("", 9));
        assertThat(outside.total()).isZero();
        assertThat(outside.counts().values()).allMatch(List::isEmpty);
    }

    @Test
    void whatIsChangedOnOneNode_isFoundOnTheOtherAtOnce() {
        Content content = site.publish(owner, source, "Ice", Grants.EVERYONE);
        assertThat(found(other, stranger)).isEqualTo(1);
        site.catalog.access().grants().replace(owner.id(), content.id(),
                Grants.groups(List.of(group.id())));
        assertThat(found(other, stranger)).isZero();
        assertThat(found(other, member)).isEqualTo(1);
        site.catalog.people().memberships().leave(member.id(), group.id());
        assertThat(found(other, member)).isZero();
        other.access().grants().replace(owner.id(), content.id(),
                Grants.accounts(List.of(stranger.id())));
        assertThat(found(site.catalog, stranger)).isEqualTo(1);
        site.catalog.identity().accounts().disable(stranger.id());
        assertThat(found(other, stranger)).isZero();
        site.catalog.datasets().descriptions().change(owner.id(), content.id(), "Fire", "",
                Metadata.NONE);
        assertThat(
                other.discovery().search().find(owner.id(), SearchQuery.newest("fire", 9)).total())
                .isEqualTo(1);
        assertThat(
                other.discovery().search().find(owner.id(), SearchQuery.newest("ice", 9)).total())
                .isZero();
        site.catalog.identity().profiles().change(owner.id(),
                new Profile("Renamed Owner", "", "", ""));
        assertThat(other.discovery().search().find(owner.id(), SearchQuery.newest("renamed", 9))
                .total())
                .isEqualTo(1);
    }

    @Test
    void whatIsTakenAwayWhileOthersSearch_isNotFoundFromThenOn() throws Exception {
        Content content = site.publish(owner, source, "Ice", Grants.EVERYONE);
        var over = new AtomicBoolean();
        // Virtual threads that search without end would keep others from the processors.
        try (ExecutorService people = Executors.newFixedThreadPool(3)) {
            List<Future<?>> searching = List.of(
                    people.submit(() -> searchUntil(over, site.catalog)),
                    people.submit(() -> searchUntil(over, other)),
                    people.submit(() -> searchUntil(over, other)));
            for (int i = 0; i < 40; i++) {
                Catalog here = i % 2 == 0 ? site.catalog : other;
                Catalog there = i % 2 == 0 ? other : site.catalog;
                here.access().grants().replace(owner.id(), content.id(),
                        Grants.groups(List.of(group.id())));
                assertThat(found(there, stranger)).isZero();
                assertThat(found(here, stranger)).isZero();
                there.access().grants().replace(owner.id(), content.id(), Grants.EVERYONE);
                assertThat(found(here, stranger)).isEqualTo(1);
            }
            over.set(true);
            for (Future<?> each : searching) {
                each.get();
            }
        }
    }

    private void searchUntil(AtomicBoolean over, Catalog node) {
        while (!over.get()) {
            assertThat(found(node, owner)).isEqualTo(1);
        }
    }

    private static int found(Catalog node, Account reader) {
        Search.Page page = node.discovery().search().find(reader.id(), SearchQuery.newest("", 9));
        assertThat(page.lines()).hasSize(page.total());
        return page.total();
    }

    private List<String> titles(Account reader, SearchQuery query) {
        return site.catalog.discovery().search().find(reader.id(), query).lines().stream()
                .map(line -> line.content().title()).toList();
    }

    private static SearchQuery inGroup(String id) {
        return new SearchQuery("", Map.of(Facet.GROUP, Set.of(id)), Sort.NEWEST, 0, 9);
    }

    private Draft draft(String title, Grants grants) {
        return new Draft(owner.id(), title, "", grants, source.id(), "/data/x");
    }
}

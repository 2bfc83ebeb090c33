package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.search.SearchQuery;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GeneratedSiteTest {
    @ParameterizedTest
    @EnumSource
    void hasWhatWasAskedFor_andItsPeopleFindIt(TestDatabase kind) throws Exception {
        DatabaseLogin login = kind.empty();
        try (Catalog catalog = Catalog.open(login)) {
            GeneratedSite.fill(login, 7, 60, 10, 4);
            assertThat(catalog.identity().accounts().count()).isEqualTo(11);
            assertThat(catalog.people().groups().others("a9", "", 0, 99).items().size()
                    + catalog.people().groups().of("a9").size()).isEqualTo(4);
            Account reader = catalog.identity().accounts()
                    .authenticate("user3", GeneratedSite.PASSWORD).orElseThrow();
            assertThat(catalog.discovery().search().find(reader.id(), SearchQuery.newest("", 5))
                    .total())
                    .isBetween(20, 60);
        }
    }

    @ParameterizedTest
    @EnumSource
    void noneOfItsPeoplesListsIsEmpty(TestDatabase kind) throws Exception {
        DatabaseLogin login = kind.empty();
        try (Catalog catalog = Catalog.open(login)) {
            GeneratedSite.fill(login, 7, 60, 10, 4);
            assertThat(catalog.people().buddies().of("a3", 0, 99).items()).isNotEmpty();
            assertThat(catalog.people().inbox().waiting("a3", 0, 99).items()).isNotEmpty();
            assertThat(catalog.notifications().notices().of("a3", 0, 99).items()).hasSize(60);
            assertThat(catalog.discovery().subscriptions().of("a3")).hasSizeGreaterThan(3);
            Content fifth = catalog.datasets().contents().ownedBy("a3", 0, 99).items().stream()
                    .max(Comparator
                            .comparingInt(each -> catalog.datasets().versions().of("a3", each.id())
                                    .size()))
                    .orElseThrow();
            assertThat(catalog.datasets().versions().of("a3", fifth.id())).hasSize(3);
        }
    }
}

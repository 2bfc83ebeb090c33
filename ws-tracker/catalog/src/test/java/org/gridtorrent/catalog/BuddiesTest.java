package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.people.Buddies;
import org.gridtorrent.catalog.people.BuddyRelation;
import org.gridtorrent.catalog.people.BuddyStatus;
import org.gridtorrent.catalog.people.Person;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class BuddiesTest {
    private final TestDatabase database;
    private Site site;
    private Buddies buddies;
    private String ann = "";
    private String bob = "";
    private String cem = "";

    BuddiesTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        site = new Site(database.empty());
        buddies = site.catalog.people().buddies();
        ann = site.account("ann").id();
        bob = site.account("bob").id();
        cem = site.account("cem").id();
    }

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void two_areBuddiesOnceBothSaidYes() {
        assertThat(buddies.ask(ann, bob)).contains(BuddyStatus.ASKED);
        assertThat(buddies.ask(ann, bob)).contains(BuddyStatus.ASKED);
        assertThat(buddies.bond(bob, ann)).isEqualTo(BuddyStatus.ASKS);
        assertThat(buddies.accept(ann, bob)).isFalse();
        assertThat(buddies.accept(cem, ann)).isFalse();
        assertThat(buddies.accept(bob, ann)).isTrue();
        assertThat(buddies.accept(bob, ann)).isTrue();
        assertThat(names(buddies.of(ann, 0, 9))).containsExactly("bob");
        assertThat(names(buddies.of(bob, 0, 9))).containsExactly("ann");
        assertThat(buddies.of(cem, 0, 9).items()).isEmpty();
    }

    @Test
    void whoAskEachOther_areBuddies() {
        buddies.ask(ann, bob);
        assertThat(buddies.ask(bob, ann)).contains(BuddyStatus.BUDDY);
    }

    @Test
    void eitherEndsIt_atOnceForBoth() {
        befriend(ann, bob);
        assertThat(buddies.remove(bob, ann)).isTrue();
        assertThat(buddies.bond(ann, bob)).isEqualTo(BuddyStatus.NONE);
        assertThat(buddies.bond(bob, ann)).isEqualTo(BuddyStatus.NONE);
        assertThat(buddies.remove(ann, bob)).isFalse();
        for (String actor : List.of(ann, bob)) {
            buddies.ask(ann, bob);
            assertThat(buddies.remove(actor, actor.equals(ann) ? bob : ann)).isFalse();
            assertThat(buddies.callOff(actor, actor.equals(ann) ? bob : ann)).isTrue();
            assertThat(buddies.bond(bob, ann)).isEqualTo(BuddyStatus.NONE);
            assertThat(buddies.callOff(ann, bob)).isFalse();
        }
    }

    @Test
    void whoIsBlocked_isNotTold_andIsNeverHeard() {
        befriend(ann, bob);
        assertThat(buddies.block(bob, ann)).isTrue();
        // As if he had only removed her.
        assertThat(buddies.bond(ann, bob)).isEqualTo(BuddyStatus.NONE);
        assertThat(buddies.ask(ann, bob)).contains(BuddyStatus.ASKED);
        assertThat(found(ann, "bob")).containsExactly("bob ASKED");
        assertThat(buddies.callOff(ann, bob)).isTrue();
        assertThat(buddies.ask(ann, bob)).contains(BuddyStatus.ASKED);
        assertThat(site.catalog.people().inbox().count(bob)).isZero();
        assertThat(site.catalog.people().inbox().waiting(bob, 0, 9).items()).isEmpty();
        assertThat(buddies.accept(bob, ann)).isFalse();
        assertThatThrownBy(() -> buddies.ask(bob, ann)).isInstanceOf(CatalogException.class)
                .hasMessageContaining("blocked");
        assertThat(names(buddies.blockedBy(bob, 0, 9))).containsExactly("ann");
        assertThat(found(bob, "ann")).containsExactly("ann BLOCKED");
    }

    @Test
    void unblocking_bringsNothingThatWasAskedMeanwhile() {
        buddies.block(bob, ann);
        buddies.ask(ann, bob);
        assertThat(buddies.unblock(ann, bob)).isFalse();
        assertThat(buddies.unblock(bob, ann)).isTrue();
        assertThat(site.catalog.people().inbox().count(bob)).isZero();
        assertThat(buddies.bond(ann, bob)).isEqualTo(BuddyStatus.NONE);
        buddies.ask(ann, bob);
        assertThat(site.catalog.people().inbox().count(bob)).isEqualTo(1);
    }

    @Test
    void blockingEachOther_isEachOnesOwn() {
        buddies.block(ann, bob);
        buddies.block(bob, ann);
        buddies.block(bob, ann);
        buddies.unblock(ann, bob);
        assertThat(buddies.bond(bob, ann)).isEqualTo(BuddyStatus.BLOCKED);
        assertThat(buddies.ask(ann, bob)).contains(BuddyStatus.ASKED);
        assertThat(buddies.bond(bob, ann)).isEqualTo(BuddyStatus.BLOCKED);
    }

    @Test
    void whoIsNotThere_isNoBuddy() {
        assertThat(buddies.ask(ann, "nobody")).isEmpty();
        assertThat(buddies.block(ann, "nobody")).isFalse();
        site.catalog.identity().accounts().disable(bob);
        assertThat(buddies.ask(ann, bob)).isEmpty();
        assertThatThrownBy(() -> buddies.ask(ann, ann)).isInstanceOf(CatalogException.class);
        assertThatThrownBy(() -> buddies.block(ann, ann)).isInstanceOf(CatalogException.class);
    }

    @Test
    void people_areFoundByWordsOfTheirNames_neverAllAtOnce() {
        befriend(ann, bob);
        site.catalog.identity().accounts().register("bobby-2", "Robert de Bob", "long enough");
        assertThat(found(ann, "BOB")).containsExactly("bob BUDDY", "bobby-2 NONE");
        assertThat(found(ann, "bo rob")).containsExactly("bobby-2 NONE");
        assertThat(found(ann, "ann")).isEmpty();
        assertThat(found(ann, "b")).isEmpty();
        assertThat(found(ann, " ")).isEmpty();
        assertThat(found(ann, "b%b")).isEmpty();
        assertThat(site.catalog.people().directory().search(ann, "bob", 1).more()).isTrue();
        site.catalog.identity().accounts().disable(bob);
        assertThat(found(ann, "bob")).containsExactly("bobby-2 NONE");
        assertThat(site.catalog.people().directory().named(ann,
                List.of("Bob", "cem", "nobody", "cem")))
                .extracting(Person::name).containsExactly("cem");
        assertThat(site.catalog.people().directory().named(ann, List.of())).isEmpty();
    }

    @Test
    void buddies_areGivenPageByPage() {
        befriend(ann, bob);
        befriend(ann, cem);
        assertThat(names(buddies.of(ann, 0, 1))).containsExactly("bob");
        assertThat(buddies.of(ann, 0, 1).more()).isTrue();
        assertThat(names(buddies.of(ann, 1, 1))).containsExactly("cem");
        assertThat(buddies.of(ann, 1, 1).more()).isFalse();
    }

    private void befriend(String one, String other) {
        buddies.ask(one, other);
        buddies.accept(other, one);
    }

    private List<String> found(String viewer, String words) {
        return site.catalog.people().directory().search(viewer, words, 9).items().stream()
                .map(each -> each.person().name() + " " + each.bond()).toList();
    }

    private static List<String> names(ResultPage<BuddyRelation> slice) {
        return slice.items().stream().map(each -> each.person().name()).toList();
    }
}

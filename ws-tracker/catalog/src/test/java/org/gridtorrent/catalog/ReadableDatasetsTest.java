package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.dataset.ReadableDatasets.Dataset;
import org.gridtorrent.catalog.dataset.ReadableDatasets.Gone;
import org.gridtorrent.catalog.dataset.ReadableDatasets.Page;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.swarm.Swarms.Announcement;
import org.gridtorrent.catalog.swarm.Swarms.Counts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Random changes on two nodes are in {@link SearchPolicyTest}. */
@ParameterizedClass
@EnumSource
class ReadableDatasetsTest {
    private final TestDatabase database;
    private Site site;
    private Account owner;
    private Account guest;
    private Account stranger;
    private Group ice;
    private Device source;
    private DatasetFollower guests;
    private DatasetFollower strangers;

    ReadableDatasetsTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() {
        site = new Site(database.empty());
        owner = site.account("owner");
        guest = site.account("guest");
        stranger = site.account("stranger");
        source = site.device(owner);
        ice = site.group(owner, "Ice", guest);
        guests = new DatasetFollower(guest.id(), 2);
        strangers = new DatasetFollower(stranger.id(), 2);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private Content publish(String title, Grants grants) {
        return site.publish(owner, source, title, grants);
    }

    private Grants toGuest() {
        return Grants.accounts(List.of(guest.id()));
    }

    private Page follow(DatasetFollower follower) {
        Page page = follower.step(site.catalog);
        follower.follow(site.catalog);
        return page;
    }

    @Test
    void whatMayBeRead_isListedInPagesAndThenFollowed() {
        Content open = publish("open", Grants.EVERYONE);
        Content ofGroup = publish("of the group", Grants.groups(List.of(ice.id())));
        publish("hidden", Grants.accounts(List.of(owner.id())));
        Content named = publish("named", toGuest());
        assertThat(follow(guests).restart()).isTrue();
        assertThat(guests.list.values())
                .extracting(Dataset::id, Dataset::title, Dataset::ownerName, Dataset::groups,
                        Dataset::version, Dataset::totalLength, Dataset::published)
                .containsExactlyInAnyOrder(
                        tuple(open.id(), "open", "owner", List.of(), 1, 42L, site.now),
                        tuple(ofGroup.id(), "of the group", "owner", List.of("Ice"), 1, 42L,
                                site.now),
                        tuple(named.id(), "named", "owner", List.of(), 1, 42L, site.now));
        assertThat(follow(guests)).satisfies(page -> {
            assertThat(page.restart()).isFalse();
            assertThat(page.datasets()).isEmpty();
        });
        Content later = publish("later", Grants.EVERYONE);
        assertThat(follow(guests).datasets()).extracting(Dataset::id).containsExactly(later.id());
    }

    @Test
    void lostRight_isToldToThoseWhoHadIt_andToNobodyElse() {
        Content named = publish("named", toGuest());
        Content open = publish("open", Grants.EVERYONE);
        follow(guests);
        follow(strangers);
        site.catalog.access().grants().replace(owner.id(), named.id(),
                Grants.accounts(List.of(owner.id())));
        assertThat(follow(guests).gone()).containsExactly(new Gone(named.id(), false));
        assertThat(follow(strangers).gone()).isEmpty();
        site.catalog.access().grants().replace(owner.id(), open.id(), toGuest());
        follow(guests);
        assertThat(guests.list).containsOnlyKeys(open.id());
        assertThat(follow(strangers).gone()).containsExactly(new Gone(open.id(), false));
        assertThat(strangers.list).isEmpty();
    }

    @Test
    void rightThatEnds_isToldAsLost() {
        Content named = publish("named", toGuest());
        site.catalog.access().expiry().change(owner.id(), named.id(),
                Map.of(guest.id(), Optional.of(site.now.plus(Duration.ofDays(1)))));
        follow(guests);
        assertThat(guests.list).containsOnlyKeys(named.id());
        site.pass(Duration.ofDays(2));
        site.catalog.access().expiry().endDue();
        follow(guests);
        assertThat(guests.list).isEmpty();
    }

    @Test
    void withdrawnDataset_isToldAsSuch() {
        Content open = publish("open", Grants.EVERYONE);
        Content hidden = publish("hidden", Grants.accounts(List.of(owner.id())));
        follow(guests);
        site.catalog.datasets().withdrawals().withdraw(owner.id(), open.id(), "wrong");
        site.catalog.datasets().withdrawals().withdraw(owner.id(), hidden.id(), "wrong");
        assertThat(follow(guests).gone()).containsExactly(new Gone(open.id(), true));
        assertThat(guests.list).isEmpty();
    }

    @Test
    void membershipAndItsEnd_beginTheListAnew() {
        Content ofGroup = publish("of the group", Grants.groups(List.of(ice.id())));
        follow(strangers);
        assertThat(strangers.list).isEmpty();
        site.join(owner, ice, stranger);
        assertThat(follow(strangers).restart()).isTrue();
        assertThat(strangers.list).containsOnlyKeys(ofGroup.id());
        site.catalog.people().memberships().remove(owner.id(), ice.id(), stranger.id());
        follow(strangers);
        assertThat(strangers.list).isEmpty();
    }

    @Test
    void rightLostBetweenTwoPages_isNotListed() {
        Content first = publish("first", Grants.EVERYONE);
        publish("second", Grants.EVERYONE);
        publish("third", Grants.EVERYONE);
        assertThat(guests.step(site.catalog).more()).isTrue();
        assertThat(guests.list).containsKey(first.id());
        site.catalog.access().grants().replace(owner.id(), first.id(),
                Grants.accounts(List.of(owner.id())));
        guests.follow(site.catalog);
        assertThat(guests.list.values()).extracting(Dataset::title)
                .containsExactlyInAnyOrder("second", "third");
    }

    @Test
    void versions_shareAKeyThatNamesNoContent() {
        Content first = publish("Ice", toGuest());
        var next = site.catalog.datasets().versionPublishing()
                .prepare(owner.id(), first.id(), source.id(), "/data/2")
                .orElseThrow();
        Content second = site.register(source, next);
        publish("other", toGuest());
        follow(guests);
        assertThat(guests.list.values()).extracting(Dataset::title, Dataset::version)
                .containsExactlyInAnyOrder(tuple("Ice", 1), tuple("Ice", 2), tuple("other", 1));
        assertThat(guests.list.values()).extracting(Dataset::versions)
                .doesNotContain(first.id(), second.id());
        assertThat(guests.list.values().stream().map(Dataset::versions).distinct()).hasSize(2);
    }

    @Test
    void unknownCursor_beginsTheListAnew() {
        publish("open", Grants.EVERYONE);
        String cursor = site.catalog.datasets().readable().after(guest.id(), "", 9).cursor();
        String later = cursor.replaceFirst(" \\d+ ", " 999999 ");
        for (String strange : List.of("nonsense", "0123456789abcdef 99 ", later)) {
            Page page = site.catalog.datasets().readable().after(guest.id(), strange, 9);
            assertThat(page.restart()).as(strange).isTrue();
            assertThat(page.datasets()).as(strange).hasSize(1);
        }
    }

    @Test
    void reader_countsNeitherAsCopyNorAsFetching_andHearsOfALostRight() {
        Content named = publish("named", toGuest());
        Device reading = site.device(guest);
        site.catalog.sharing().swarms().announce(
                new Announcement(named.id(), reading.id(), "192.0.2.8", 0, 42, 0, true));
        assertThat(site.catalog.sharing().swarms().counts(named.id())).isEqualTo(new Counts(1, 0));
        assertThat(site.catalog.sharing().swarms().complete(named.id(), guest.id())).isEmpty();
        assertThat(site.seenBy(guest, named)).map(Content::copies).contains(1);
        long before = site.revision(reading);
        site.catalog.access().grants().replace(owner.id(), named.id(),
                Grants.accounts(List.of(owner.id())));
        assertThat(site.revision(reading)).isGreaterThan(before);
    }
}

package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Draft;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.dataset.ContentEvents;
import org.gridtorrent.catalog.dataset.ContentEvents.Event;
import org.gridtorrent.catalog.dataset.ContentEvents.Kind;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.catalog.dataset.Tombstones.Tombstone;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.search.SearchQuery;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.workflow.Publishing.Published;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class WithdrawalsTest {
    private final TestDatabase database;
    private Site site;
    private Account owner;
    private Account member;
    private Account stranger;
    private Device source;
    private Device desk;

    WithdrawalsTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        site = new Site(database.empty());
        owner = site.account("owner");
        member = site.account("member");
        stranger = site.account("stranger");
        source = site.offering(owner);
        desk = site.offering(member);
    }

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void withdrawn_isGoneForAllByEveryRoad() {
        Content content = site.publish(owner, source, "Ice", forMember());
        assertThat(withdraw(content)).isTrue();
        for (Account reader : List.of(owner, member, stranger)) {
            assertThat(site.seenBy(reader, content)).isEmpty();
            assertThat(site.catalog.discovery().search()
                    .find(reader.id(), SearchQuery.newest("ice", 10))
                    .total())
                    .isZero();
            assertThat(site.catalog.datasets().contents().metainfo(reader.id(), content.id()))
                    .isEmpty();
            assertThat(site.catalog.access().authorization().find(reader.id(),
                    content.infoHash().orElseThrow())).isEmpty();
            assertThat(site.catalog.datasets().contents().accessList(reader.id(),
                    content.infoHash().orElseThrow())).isEmpty();
        }
        assertThat(site.catalog.datasets().contents().ownedBy(owner.id(), 0, 100).items())
                .isEmpty();
        assertThat(
                site.catalog.work().tasks().requestDownload(member.id(), content.id(), desk.id()))
                .isEmpty();
        assertThat(site.catalog.sharing().copies().keep(owner.id(), content.id(), 2, 0, List.of(),
                List.of())).isFalse();
    }

    @Test
    void whatFailedToBePublished_canBeDeleted_andNothingIsLeft() {
        Published made = site.catalog.datasets().publishing()
                .publish(new Draft(owner.id(), "Ice", "",
                        forMember(), source.id(), "/data"));
        String id = made.content().id();
        assertThatThrownBy(() -> site.catalog.datasets().withdrawals().discard(owner.id(), id))
                .isInstanceOf(CatalogException.class).hasMessageContaining("failed");
        site.catalog.work().tasks().cancel(owner.id(), made.task().id());
        assertThat(site.catalog.datasets().withdrawals().discard(member.id(), id)).isFalse();
        assertThat(site.catalog.datasets().withdrawals().discard(owner.id(), id)).isTrue();
        assertThat(site.catalog.datasets().contents().find(owner.id(), id)).isEmpty();
        assertThat(site.catalog.work().tasks().of(owner.id(), 9)).isEmpty();
        assertThat(site.catalog.datasets().withdrawals().discard(owner.id(), id)).isFalse();
        Content content = site.publish(owner, source, "Snow", forMember());
        assertThatThrownBy(
                () -> site.catalog.datasets().withdrawals().discard(owner.id(), content.id()))
                .isInstanceOf(CatalogException.class);
        withdraw(content);
        assertThatThrownBy(
                () -> site.catalog.datasets().withdrawals().discard(owner.id(), content.id()))
                .isInstanceOf(CatalogException.class);
    }

    /** Where the site is open to them, which is for the pages to know. */
    @Test
    void strangersWithoutAnAccount_seeWhatIsPublicAndItsTombstone() {
        Content open = site.publish(owner, source, "Ice", Grants.EVERYONE);
        Content closed = site.publish(owner, source, "Snow", forMember());
        Content preparing = site.catalog.datasets().publishing()
                .publish(new Draft(owner.id(), "Rain", "",
                        Grants.EVERYONE, source.id(), "/data"))
                .content();
        assertThat(seenByAnybody(open)).contains(open.id());
        assertThat(site.catalog.datasets().contents().metainfo(Contents.ANYBODY, open.id()))
                .isPresent();
        assertThat(seenByAnybody(closed)).isEmpty();
        assertThat(seenByAnybody(preparing)).isEmpty();
        assertThat(site.catalog.datasets().contents().find("none", open.id())).isEmpty();
        withdraw(open);
        withdraw(closed);
        assertThat(seenByAnybody(open)).isEmpty();
        assertThat(site.catalog.datasets().tombstones().find(Contents.ANYBODY, open.id()))
                .isPresent();
        assertThat(site.catalog.datasets().tombstones().find(Contents.ANYBODY, closed.id()))
                .isEmpty();
        assertThat(site.catalog.datasets().tombstones().find("none", open.id())).isEmpty();
    }

    private Optional<String> seenByAnybody(Content content) {
        return site.catalog.datasets().contents().find(Contents.ANYBODY, content.id())
                .map(Content::id);
    }

    @Test
    void tombstone_isForThoseWhoCouldSeeIt() {
        Content content = site.publish(owner, source, "Ice", forMember());
        assertThat(site.catalog.datasets().tombstones().find(owner.id(), content.id())).isEmpty();
        site.pass(Duration.ofHours(1));
        withdraw(content);
        for (Account reader : List.of(owner, member)) {
            assertThat(site.catalog.datasets().tombstones().find(reader.id(), content.id()))
                    .contains(new Tombstone(content.id(), "Ice", "owner", "User owner",
                            site.now.minus(Duration.ofHours(1)), site.now, "Wrong calibration"));
        }
        assertThat(site.catalog.datasets().tombstones().find(stranger.id(), content.id()))
                .isEmpty();
        site.catalog.identity().accounts().disable(member.id());
        assertThat(site.catalog.datasets().tombstones().find(member.id(), content.id())).isEmpty();
    }

    @Test
    void onesOwn_areListedPageByPage_andApartOnceWithdrawn() {
        Content ice = site.publish(owner, source, "Ice", forMember());
        site.pass(Duration.ofHours(1));
        Content snow = site.publish(owner, source, "Snow", forMember());
        site.pass(Duration.ofHours(1));
        site.publish(owner, source, "Rain", forMember());
        assertThat(owned(0, 2)).containsExactly("Rain", "Snow");
        assertThat(site.catalog.datasets().contents().ownedBy(owner.id(), 0, 2).more()).isTrue();
        assertThat(owned(2, 2)).containsExactly("Ice");
        assertThat(site.catalog.datasets().contents().ownedBy(owner.id(), 2, 2).more()).isFalse();
        withdraw(snow);
        site.pass(Duration.ofHours(1));
        withdraw(ice);
        assertThat(owned(0, 9)).containsExactly("Rain");
        assertThat(buried(0, 1)).containsExactly("Ice");
        assertThat(site.catalog.datasets().tombstones().of(owner.id(), 0, 1).more()).isTrue();
        assertThat(buried(1, 1)).containsExactly("Snow");
        assertThat(site.catalog.datasets().tombstones().of(member.id(), 0, 9).items()).isEmpty();
    }

    private List<String> owned(int first, int most) {
        return site.catalog.datasets().contents().ownedBy(owner.id(), first, most).items().stream()
                .map(Content::title).toList();
    }

    private List<String> buried(int first, int most) {
        return site.catalog.datasets().tombstones().of(owner.id(), first, most).items().stream()
                .map(Tombstone::title).toList();
    }

    @Test
    void withdrawing_tellsEveryHolderToStopAndCancelsWhatIsUnderWay() {
        Content content = site.publish(owner, source, "Ice", Grants.EVERYONE);
        Task download = site.catalog.work().tasks()
                .requestDownload(member.id(), content.id(), desk.id()).orElseThrow();
        site.catalog.sharing().copies().keep(owner.id(), content.id(), 2, 0, List.of(), List.of());
        long before = site.revision(desk);
        withdraw(content);
        assertThat(
                site.catalog.work().tasks().find(member.id(), download.id()).orElseThrow().state())
                .isEqualTo(Task.State.CANCELLED);
        for (Device device : List.of(source, desk)) {
            assertThat(site.catalog.work().assignments().of(device.id()))
                    .filteredOn(task -> !task.state().isFinal()).singleElement()
                    .satisfies(task -> {
                        assertThat(task.kind()).isEqualTo(Task.Kind.STOP);
                        assertThat(task.accountId()).isEqualTo(device.accountId());
                    });
        }
        assertThat(site.revision(desk)).isGreaterThan(before);
        assertThat(site.catalog.sharing().copyReconciler().all()).isEmpty();
        assertThat(site.catalog.sharing().openSwarms().open(10)).isEmpty();
    }

    @Test
    void withdrawingAgain_changesNothing() {
        Content content = site.publish(owner, source, "Ice", Grants.EVERYONE);
        withdraw(content);
        site.pass(Duration.ofDays(1));
        assertThat(
                site.catalog.datasets().withdrawals().withdraw(owner.id(), content.id(), "Another"))
                .isTrue();
        assertThat(site.catalog.datasets().tombstones().find(owner.id(), content.id()).orElseThrow()
                .reason()).isEqualTo("Wrong calibration");
        assertThat(site.catalog.work().assignments().of(source.id()))
                .filteredOn(task -> task.kind() == Task.Kind.STOP).hasSize(1);
    }

    @Test
    void withdrawing_isForItsOwnerAndWithAReason() {
        Content content = site.publish(owner, source, "Ice", Grants.EVERYONE);
        assertThat(
                site.catalog.datasets().withdrawals().withdraw(member.id(), content.id(), "Mine"))
                .isFalse();
        assertThatThrownBy(
                () -> site.catalog.datasets().withdrawals().withdraw(owner.id(), content.id(),
                        "  "))
                .isInstanceOf(CatalogException.class).hasMessageContaining("reason");
        assertThat(site.seenBy(member, content)).isPresent();
        Content preparing = site.catalog.datasets().publishing()
                .publish(new Draft(owner.id(), "Snow", "",
                        Grants.EVERYONE, source.id(), "/data/y"))
                .content();
        assertThatThrownBy(() -> withdraw(preparing)).isInstanceOf(CatalogException.class)
                .hasMessageContaining("not published");
    }

    @Test
    void events_tellTheOwnerWhatHappened() {
        Content content = site.publish(owner, source, "Ice", forMember());
        site.pass(Duration.ofHours(1));
        site.get(member, desk, content);
        site.pass(Duration.ofHours(1));
        site.catalog.access().grants().replace(owner.id(), content.id(), Grants.EVERYONE);
        site.pass(Duration.ofHours(1));
        String next = site.catalog.datasets().versionPublishing()
                .prepare(owner.id(), content.id(), source.id(), "/data/z").orElseThrow()
                .content().id();
        ContentEvents events = site.catalog.datasets().events();
        assertThat(events.of(owner.id(), content.id(), 0, 10)).extracting(Event::kind,
                Event::who, Event::detail).containsExactly(
                        tuple(Kind.FOLLOWED, "User owner", next),
                        tuple(Kind.SHARED, "User owner",
                                "PUBLIC "),
                        tuple(Kind.GOT, "User member",
                                "member-pc"),
                        tuple(Kind.PUBLISHED, "User owner", ""));
        assertThat(events.of(owner.id(), content.id(), 1, 2)).extracting(Event::kind)
                .containsExactly(Kind.SHARED, Kind.GOT);
        assertThat(events.of(member.id(), content.id(), 0, 10)).isEmpty();
    }

    private Grants forMember() {
        return Grants.accounts(List.of(member.id()));
    }

    private boolean withdraw(Content content) {
        return site.catalog.datasets().withdrawals().withdraw(owner.id(), content.id(),
                "Wrong calibration");
    }
}

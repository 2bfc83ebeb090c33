package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assertj.core.groups.Tuple;
import org.gridtorrent.catalog.access.AccessReport;
import org.gridtorrent.catalog.access.GrantType;
import org.gridtorrent.catalog.access.ReportScope;
import org.gridtorrent.catalog.access.RevocationEffect;
import org.gridtorrent.catalog.access.Revocations;
import org.gridtorrent.catalog.access.Right;
import org.gridtorrent.catalog.access.SharedDataset;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.dataset.ContentEvents;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.search.SearchQuery;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What the report says beside what people may have; {@link SearchPolicyTest} does it at random. */
@ParameterizedClass
@EnumSource
class AccessReportTest {
    private static final Duration DAY = Duration.ofDays(1);

    private final TestDatabase database;
    private Site site;
    private Account owner;
    private Account guest;
    private Account member;
    private Group group;
    private Device source;
    private Content open;
    private Content grouped;
    private Content named;
    private ReportScope mine;

    AccessReportTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        site = new Site(database.empty());
        owner = site.account("owner");
        guest = site.account("guest");
        member = site.account("member");
        source = site.device(owner);
        group = site.group(owner, "Ice", member, guest);
        open = site.publish(owner, source, "A open", Grants.EVERYONE);
        grouped = site.publish(owner, source, "B grouped", Grants.groups(List.of(group.id())));
        named = site.publish(owner, source, "C named",
                Grants.accounts(List.of(guest.id(), member.id())));
        mine = new ReportScope(owner.id(), false);
    }

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void everyRightToADataSet_isListedWithItsEnd() {
        var end = site.now.plus(DAY);
        site.catalog.access().expiry().change(owner.id(), named.id(),
                Map.of(guest.id(), Optional.of(end)));
        assertThat(report().rights(mine, "", 100).items())
                .extracting(Right::title, right -> right.key().road(), Right::who, Right::people,
                        Right::ends)
                .containsExactly(
                        row("A open", GrantType.OWNER, "owner", 1),
                        row("A open", GrantType.EVERYBODY, "", 3),
                        row("B grouped", GrantType.OWNER, "owner", 1),
                        row("B grouped", GrantType.GROUP, "Ice", 3),
                        row("C named", GrantType.OWNER, "owner", 1),
                        tuple("C named", GrantType.NAMED, "guest", 1L,
                                Optional.of(end)),
                        row("C named", GrantType.NAMED, "member", 1));
        assertThat(report().ofDataset(mine, named.id(), "GUE", 0, 10).items())
                .extracting(Right::who).containsExactly("guest");
    }

    private static Tuple row(String title, GrantType road, String who,
            long people) {
        return tuple(title, road, who, people, Optional.empty());
    }

    @Test
    void aPersonsRights_areThoseThatHoldForThem() {
        Content second = site.publish(owner, source, "D both",
                Grants.groups(List.of(group.id(), site.group(owner, "Snow", guest).id())));
        assertThat(report().ofPerson(mine, guest.id(), "", 0, 10).items())
                .extracting(Right::title, right -> right.key().road()).containsExactly(
                        tuple("A open", GrantType.EVERYBODY),
                        tuple("B grouped", GrantType.GROUP),
                        tuple("C named", GrantType.NAMED),
                        tuple("D both", GrantType.GROUP),
                        tuple("D both", GrantType.GROUP));
        assertThat(seers("")).containsExactly("guest 4", "member 4", "owner 4");
        assertThat(seers("USER gue")).containsExactly("guest 4");
        site.catalog.identity().accounts().disable(guest.id());
        assertThat(report().ofPerson(mine, guest.id(), "", 0, 10).items()).isEmpty();
        assertThat(seers("")).containsExactly("member 4", "owner 4");
        assertThat(report().ofDataset(mine, second.id(), "", 0, 10).items())
                .extracting(Right::who, Right::people).containsExactly(
                        tuple("owner", 1L),
                        tuple("Ice", 2L),
                        tuple("Snow", 1L));
    }

    @Test
    void withoutPublicDataSets_onlyThoseWithARightAreListed() {
        revoke(mine, new Right.Key(open.id(), GrantType.EVERYBODY, ""));
        site.account("stranger");
        assertThat(seers("")).containsExactly("guest 2", "member 2", "owner 3");
    }

    @Test
    void othersDataSets_areForTheWholeSiteAlone() {
        ReportScope guests = new ReportScope(guest.id(), false);
        assertThat(report().datasets(guests, "", 0, 10).items()).isEmpty();
        assertThat(report().ofDataset(guests, named.id(), "", 0, 10).items()).isEmpty();
        assertThat(report().ofPerson(guests, guest.id(), "", 0, 10).items()).isEmpty();
        assertThat(report().rights(guests, "", 10).items()).isEmpty();
        Right.Key key = new Right.Key(named.id(), GrantType.NAMED, member.id());
        assertThat(site.catalog.access().revocations().review(guests, List.of(key))).isEmpty();
        assertThat(revoke(guests, key)).isZero();
        assertThat(site.seenBy(member, named)).isPresent();
        ReportScope whole = new ReportScope(guest.id(), true);
        assertThat(report().datasets(whole, "named", 0, 10).items())
                .extracting(SharedDataset::contentId).containsExactly(named.id());
        assertThat(revoke(whole, key)).isEqualTo(1);
        assertThat(site.seenBy(member, named)).isEmpty();
    }

    @Test
    void dataSetsComeInPages_withTheFirstOfTheirRights() {
        List<String> many = IntStream.range(0, 20)
                .mapToObj(i -> site.account("person" + i).id()).toList();
        site.catalog.access().grants().replace(owner.id(), named.id(), Grants.accounts(many));
        ResultPage<SharedDataset> first = report().datasets(mine, "", 0, 2);
        assertThat(first.items()).extracting(SharedDataset::contentId).containsExactly(open.id(),
                grouped.id());
        assertThat(first.more()).isTrue();
        ResultPage<SharedDataset> second = report().datasets(mine, "", 2, 2);
        assertThat(second.more()).isFalse();
        assertThat(second.items().getFirst().rights()).hasSize(12)
                .first().extracting(right -> right.key().road()).isEqualTo(GrantType.OWNER);
        assertThat(second.items().getFirst().total()).isEqualTo(21);
        assertThat(report().ofDataset(mine, named.id(), "", 12, 100).items()).hasSize(9);
    }

    @Test
    void aRevocation_endsAllAtOnceAndIsHeardOf_andAgainIsNothing() {
        List<Right.Key> keys = List.of(new Right.Key(open.id(), GrantType.EVERYBODY, ""),
                new Right.Key(grouped.id(), GrantType.GROUP, group.id()),
                new Right.Key(named.id(), GrantType.NAMED, guest.id()),
                new Right.Key(named.id(), GrantType.OWNER, owner.id()));
        assertThat(found(guest)).hasSize(3);
        long revision = site.revision(source);
        long epoch = site.seenBy(owner, named).orElseThrow().accessEpoch();
        assertThat(site.catalog.access().revocations().revoke(mine, keys)).isEqualTo(3);
        assertThat(found(guest)).isEmpty();
        assertThat(found(member)).containsExactly(named.id());
        assertThat(found(owner)).hasSize(3);
        assertThat(site.revision(source)).isEqualTo(revision + 3);
        assertThat(site.seenBy(owner, named).orElseThrow().accessEpoch()).isEqualTo(epoch + 1);
        assertThat(site.catalog.datasets().contents().accessList(owner.id(),
                open.infoHash().orElseThrow()).orElseThrow().accountIds())
                .containsExactly(owner.id());
        assertThat(site.catalog.access().revocations().revoke(mine, keys)).isZero();
        assertThat(site.revision(source)).isEqualTo(revision + 3);
        assertThat(site.catalog.datasets().events().of(owner.id(), named.id(), 0, 10))
                .filteredOn(event -> event.kind() == ContentEvents.Kind.REVOKED)
                .extracting(ContentEvents.Event::detail).containsExactly("USER guest");
        assertThat(site.catalog.datasets().events().of(owner.id(), open.id(), 0, 10))
                .extracting(ContentEvents.Event::detail).contains("PUBLIC ");
    }

    @Test
    void theReview_countsThoseWhoLoseIt() {
        Group snow = site.group(owner, "Snow", guest);
        site.catalog.access().grants().replace(owner.id(), grouped.id(),
                Grants.groups(List.of(group.id(), snow.id())));
        List<RevocationEffect> losses = site.catalog.access().revocations().review(mine,
                List.of(new Right.Key(grouped.id(), GrantType.GROUP, group.id()),
                        new Right.Key(open.id(), GrantType.EVERYBODY, ""),
                        new Right.Key(named.id(), GrantType.NAMED, "nobody")));
        assertThat(losses).extracting(RevocationEffect::title, RevocationEffect::people)
                .containsExactly(
                        tuple("A open", 2L),
                        tuple("B grouped", 1L));
        assertThat(losses.getLast().ending()).extracting(Right::who).containsExactly("Ice");
    }

    @Test
    void tooManyAtOnce_areRefused() {
        List<Right.Key> keys = Collections.nCopies(Revocations.MOST + 1,
                new Right.Key(open.id(), GrantType.EVERYBODY, ""));
        assertThatThrownBy(() -> site.catalog.access().revocations().revoke(mine, keys))
                .isInstanceOf(CatalogException.class).hasMessageContaining("At most 500");
        assertThat(site.seenBy(guest, open)).isPresent();
    }

    private int revoke(ReportScope extent, Right.Key key) {
        return site.catalog.access().revocations().revoke(extent, List.of(key));
    }

    private List<String> found(Account reader) {
        return site.catalog.discovery().search().find(reader.id(), SearchQuery.newest("", 10))
                .lines()
                .stream()
                .map(line -> line.content().id()).toList();
    }

    private List<String> seers(String words) {
        return report().people(mine, words, 0, 10).items().stream()
                .map(seer -> seer.person().name() + " " + seer.datasets()).toList();
    }

    private AccessReport report() {
        return site.catalog.access().report();
    }
}

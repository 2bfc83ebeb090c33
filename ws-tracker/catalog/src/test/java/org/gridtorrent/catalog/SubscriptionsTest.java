package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Profile;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.db.LeaderLease;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.mail.OutgoingMail;
import org.gridtorrent.catalog.notify.MailFrequency;
import org.gridtorrent.catalog.notify.Notice;
import org.gridtorrent.catalog.notify.Notice.About;
import org.gridtorrent.catalog.notify.Notice.Kind;
import org.gridtorrent.catalog.notify.NoticeMailer;
import org.gridtorrent.catalog.notify.Notices;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.search.Facet;
import org.gridtorrent.catalog.subscription.Subscription;
import org.gridtorrent.catalog.subscription.SubscriptionTarget;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Who is told of what, where, and when by mail. */
@ParameterizedClass
@EnumSource
class SubscriptionsTest {
    private static final Grants PUBLIC = Grants.EVERYONE;

    private final TestDatabase database;
    private Site site;
    private Account owner;
    private Account reader;
    private Device source;

    SubscriptionsTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        site = new Site(database.empty());
        owner = site.account("owner");
        reader = site.account("reader");
        source = site.device(owner);
        turn();
    }

    @AfterEach
    void close() {
        site.close();
    }

    /** What the keeper does each second. */
    private void turn() {
        site.pass(Duration.ofSeconds(1));
        site.catalog.discovery().subscriptionMatcher().match();
        site.catalog.discovery().automaticDownloads().look();
    }

    private List<Notice> told(Account account) {
        return site.catalog.notifications().notices().of(account.id(), 0, 100).items();
    }

    private String subscribe(SubscriptionTarget target) {
        String id = site.catalog.discovery().subscriptions()
                .subscribe(reader.id(), target, Optional.empty()).orElseThrow();
        site.pass(Duration.ofSeconds(1));
        return id;
    }

    private Content publish(String title, Grants grants) {
        return site.publish(owner, source, title, grants);
    }

    @Test
    void whatAnOwnerShares_isToldOnceAndOfWhatIsNewAlone() {
        Content before = publish("before", PUBLIC);
        turn();
        subscribe(new SubscriptionTarget.OfOwner(owner.id()));
        Content after = publish("after", PUBLIC);
        site.catalog.access().grants().replace(owner.id(), before.id(), PUBLIC);
        turn();
        turn();
        assertThat(told(reader)).singleElement().satisfies(notice -> {
            assertThat(notice.kind()).isEqualTo(Kind.SHARED);
            assertThat(notice.about()).contains(new About(after.id(), "after"));
        });
        assertThat(site.catalog.notifications().notices().unseen(reader.id())).isEqualTo(1);
        assertThat(told(owner)).isEmpty();
    }

    @Test
    void whatOneMayNotSee_isNotToldUntilOneMay() {
        subscribe(new SubscriptionTarget.OfOwner(owner.id()));
        Content secret = publish("secret", new Grants(Access.USER, List.of(), List.of(owner.id())));
        turn();
        assertThat(told(reader)).isEmpty();
        site.catalog.access().grants().replace(owner.id(), secret.id(),
                new Grants(Access.USER, List.of(), List.of(reader.id())));
        turn();
        assertThat(told(reader)).extracting(notice -> notice.about().orElseThrow().title())
                .containsExactly("secret");
        site.catalog.access().grants().replace(owner.id(), secret.id(),
                new Grants(Access.USER, List.of(), List.of(owner.id())));
        turn();
        assertThat(told(reader)).as("nor is its title shown any more")
                .extracting(notice -> notice.about().orElseThrow())
                .containsOnly(new About(secret.id(), ""));
    }

    @Test
    void whatIsSharedWithAGroup_isToldToItsMembersWhoSubscribed() {
        Group group = site.group(owner, "Ice", reader);
        Account outsider = site.account("outsider");
        SubscriptionTarget target = new SubscriptionTarget.OfGroup(group.id());
        subscribe(target);
        site.catalog.discovery().subscriptions().subscribe(outsider.id(), target, Optional.empty());
        int before = told(reader).size();
        site.pass(Duration.ofSeconds(1));
        publish("for the group", new Grants(Access.GROUP, List.of(group.id()), List.of()));
        publish("for all", PUBLIC);
        turn();
        assertThat(told(reader)).hasSize(before + 1).first().satisfies(
                notice -> assertThat(notice.about().orElseThrow().title())
                        .isEqualTo("for the group"));
        assertThat(told(outsider)).isEmpty();
    }

    @Test
    void closedGroup_isNamedToThoseAloneWhoAreInIt() {
        Group group = site.catalog.people().groups().create(owner.id(), "Ice", "", false);
        site.join(owner, group, reader);
        subscribe(new SubscriptionTarget.OfGroup(group.id()));
        assertThat(named()).containsOnly("Ice");
        site.catalog.people().memberships().leave(reader.id(), group.id());
        assertThat(site.catalog.discovery().subscriptions().of(reader.id())).isEmpty();
        site.catalog.people().groups().describe(owner.id(), group.id(), "Secret ice", "", false);
        assertThat(named()).as("nor by what it is called since").containsOnly("");
        site.catalog.people().groups().describe(owner.id(), group.id(), "Open ice", "", true);
        assertThat(named()).containsOnly("Open ice");
    }

    @Test
    void aGroupThatCloses_isFollowedByThoseAloneWhoAreInIt() {
        Group group = site.group(owner, "Ice", reader);
        Account stranger = site.account("stranger");
        var target = new SubscriptionTarget.OfGroup(group.id());
        subscribe(target);
        assertThat(site.catalog.discovery().subscriptions().subscribe(stranger.id(), target,
                Optional.empty())).isPresent();
        site.catalog.people().groups().describe(owner.id(), group.id(), "Ice", "", false);
        assertThat(site.catalog.discovery().subscriptions().find(stranger.id(), target)).isEmpty();
        assertThat(site.catalog.discovery().subscriptions().find(reader.id(), target)).isPresent();
    }

    /** What the reader's subscriptions and notices call a group. */
    private List<String> named() {
        return Stream.concat(
                site.catalog.discovery().subscriptions().of(reader.id()).stream()
                        .map(Subscription::name),
                told(reader).stream().map(notice -> notice.group().orElse(""))).toList();
    }

    @Test
    void whatASearchFinds_isToldByWordsAndFacets() {
        publish("glacier of old", PUBLIC);
        subscribe(
                new SubscriptionTarget.OfSearch("glacier", Map.of(Facet.ACCESS, Set.of("public"))));
        publish("Glacier moves", PUBLIC);
        publish("ocean", PUBLIC);
        publish("glacier in private", new Grants(Access.USER, List.of(), List.of(reader.id())));
        turn();
        assertThat(told(reader)).filteredOn(notice -> !notice.about().orElseThrow().title()
                .equals("glacier in private")).singleElement().satisfies(notice -> {
                    assertThat(notice.kind()).isEqualTo(Kind.FOUND);
                    assertThat(notice.detail()).isEqualTo("glacier");
                    assertThat(notice.about().orElseThrow().title()).isEqualTo("Glacier moves");
                });
        assertThat(told(reader)).extracting(Notice::kind).as("shared by name, so told once")
                .containsExactlyInAnyOrder(Kind.FOUND, Kind.SHARED);
        assertThatThrownBy(() -> subscribe(new SubscriptionTarget.OfSearch(" ", Map.of())))
                .isInstanceOf(CatalogException.class).hasMessageContaining("everything");
    }

    @Test
    void aNewVersionAndAWithdrawal_areToldToThoseWhoSubscribedToADataSet() {
        Content first = publish("series", PUBLIC);
        subscribe(new SubscriptionTarget.Dataset(first.id()));
        Content second = site.register(source, site.catalog.datasets().versionPublishing()
                .prepare(owner.id(), first.id(), source.id(), "/data/y").orElseThrow());
        turn();
        Content third = site.register(source, site.catalog.datasets().versionPublishing()
                .prepare(owner.id(), second.id(), source.id(), "/data/z").orElseThrow());
        turn();
        site.catalog.datasets().withdrawals().withdraw(owner.id(), third.id(), "wrong calibration");
        turn();
        turn();
        assertThat(told(reader)).extracting(Notice::kind, notice -> notice.about()
                .orElseThrow().id(), Notice::detail).containsExactlyInAnyOrder(
                        tuple(Kind.NEW_VERSION, second.id(), ""),
                        tuple(Kind.NEW_VERSION, third.id(), ""),
                        tuple(Kind.WITHDRAWN, third.id(),
                                "wrong calibration"));
    }

    @Test
    void twoThatFitTheSame_areToldOfAsOne() {
        subscribe(new SubscriptionTarget.OfOwner(owner.id()));
        subscribe(new SubscriptionTarget.OfSearch("glacier", Map.of()));
        publish("glacier", PUBLIC);
        turn();
        assertThat(told(reader)).hasSize(1);
    }

    @Test
    void anAutomaticGet_isOrderedOnceAndItsEndIsTold() {
        Device machine = site.device(reader);
        assertThat(site.catalog.discovery().subscriptions().subscribe(reader.id(),
                new SubscriptionTarget.OfOwner(owner.id()), Optional.of(machine.id()))).isPresent();
        site.pass(Duration.ofSeconds(1));
        Content content = publish("to get", PUBLIC);
        turn();
        turn();
        assertThat(site.catalog.work().tasks().of(reader.id(), 10)).singleElement()
                .satisfies(task -> {
                    assertThat(task.contentId()).isEqualTo(content.id());
                    assertThat(task.deviceId()).isEqualTo(machine.id());
                    site.says(machine, task, Site.done());
                });
        turn();
        turn();
        assertThat(told(reader)).extracting(Notice::kind)
                .containsExactlyInAnyOrder(Kind.GET_DONE, Kind.GET_BEGUN, Kind.SHARED);
        assertThat(told(reader).getFirst().detail()).isEqualTo(machine.name());
    }

    @Test
    void twoThatHaveOneMachineGetTheSame_areOneGet() {
        Device machine = site.device(reader);
        Group group = site.group(owner, "Ice", reader);
        for (SubscriptionTarget target : List.of(new SubscriptionTarget.OfOwner(owner.id()),
                new SubscriptionTarget.OfGroup(group.id()))) {
            site.catalog.discovery().subscriptions().subscribe(reader.id(), target,
                    Optional.of(machine.id()));
        }
        site.pass(Duration.ofSeconds(1));
        publish("to get", new Grants(Access.GROUP, List.of(group.id()), List.of()));
        turn();
        turn();
        assertThat(site.catalog.work().tasks().of(reader.id(), 10)).singleElement()
                .satisfies(task -> site.says(machine, task, Site.done()));
        turn();
        turn();
        assertThat(told(reader)).extracting(Notice::kind).containsExactlyInAnyOrder(
                Kind.GET_DONE, Kind.GET_BEGUN, Kind.SHARED, Kind.INVITED);
    }

    @Test
    void whatAMachineHas_isNotGotAgainForAnotherSubscription() {
        Device machine = site.device(reader);
        Group group = site.group(owner, "Ice", reader);
        Content content = publish("to get", PUBLIC);
        turn();
        site.says(machine, site.catalog.work().tasks()
                .requestDownload(reader.id(), content.id(), machine.id()).orElseThrow(),
                Site.done());
        site.catalog.discovery().subscriptions().subscribe(reader.id(),
                new SubscriptionTarget.OfGroup(group.id()),
                Optional.of(machine.id()));
        site.pass(Duration.ofSeconds(1));
        site.catalog.access().grants().replace(owner.id(), content.id(),
                new Grants(Access.GROUP, List.of(group.id()), List.of()));
        turn();
        turn();
        assertThat(site.catalog.work().tasks().of(reader.id(), 10)).hasSize(1);
        assertThat(told(reader)).extracting(Notice::kind)
                .containsExactlyInAnyOrder(Kind.SHARED, Kind.INVITED);
    }

    @Test
    void anAutomaticGetThatCannotBe_isToldWithTheReason() {
        Device machine = site.device(reader);
        String id = site.catalog.discovery().subscriptions().subscribe(reader.id(),
                new SubscriptionTarget.OfOwner(owner.id()), Optional.of(machine.id()))
                .orElseThrow();
        site.catalog.machines().withdrawals().withdraw(reader.id(), machine.id());
        site.pass(Duration.ofSeconds(1));
        publish("to get", PUBLIC);
        turn();
        turn();
        assertThat(told(reader)).extracting(Notice::kind)
                .containsExactlyInAnyOrder(Kind.GET_FAILED, Kind.SHARED);
        Device other = site.device(owner);
        assertThat(site.catalog.discovery().subscriptions().changeDevice(reader.id(), id,
                Optional.of(other.id()))).as("another's machine").isFalse();
    }

    @Test
    void subscriptions_areListedChangedAndEndedByTheirOwnPerson() {
        Content content = publish("series", PUBLIC);
        Group group = site.group(owner, "Ice", reader);
        var search = new SubscriptionTarget.OfSearch("ice & snow",
                Map.of(Facet.YEAR, Set.of("2026", "2025"),
                        Facet.HEALTH, Set.of("none")));
        for (SubscriptionTarget target : List.of(new SubscriptionTarget.Dataset(content.id()),
                new SubscriptionTarget.OfGroup(group.id()),
                new SubscriptionTarget.OfOwner(owner.id()), search)) {
            assertThat(subscribe(target)).isEqualTo(subscribe(target));
        }
        assertThat(site.catalog.discovery().subscriptions().of(reader.id()))
                .extracting(Subscription::name)
                .containsExactly("ice & snow", "User owner", "Ice", "series");
        Subscription listed = site.catalog.discovery().subscriptions().of(reader.id()).getFirst();
        assertThat(listed.target()).isEqualTo(search);
        assertThat(search.inAddress()).isEqualTo("q=ice+%26+snow&year=2025&year=2026");
        assertThat(site.catalog.discovery().subscriptions().end(owner.id(), listed.id())).isFalse();
        assertThat(site.catalog.discovery().subscriptions().end(reader.id(), listed.id())).isTrue();
        assertThat(site.catalog.discovery().subscriptions().find(reader.id(), search)).isEmpty();
        assertThat(site.catalog.discovery().subscriptions().subscribe(reader.id(),
                new SubscriptionTarget.Dataset("unknown"), Optional.empty())).isEmpty();
    }

    @Test
    void invitationsAndAnswers_areToldToTheOtherSide() {
        Account third = site.account("third");
        Group group = site.group(owner, "Ice", reader);
        site.catalog.people().memberships().request(third.id(), group.id());
        site.catalog.people().memberships().request(third.id(), group.id());
        site.catalog.people().memberships().accept(owner.id(), group.id(), third.id());
        assertThat(told(owner)).extracting(Notice::kind, Notice::detail)
                .containsExactlyInAnyOrder(
                        tuple(Kind.ACCEPTED, "User reader"),
                        tuple(Kind.ASKED, "User third"));
        assertThat(told(reader)).extracting(Notice::kind).containsExactly(Kind.INVITED);
        assertThat(told(third)).extracting(Notice::kind).containsExactly(Kind.ACCEPTED);
        assertThat(told(third).getFirst().group()).contains("Ice");
    }

    @Test
    void notices_areSeenByTheirReaderAndEndAfterNinetyDays() {
        site.group(owner, "Ice", reader);
        site.group(owner, "Snow", reader);
        Notices notices = site.catalog.notifications().notices();
        String first = told(reader).getFirst().id();
        assertThat(notices.see(owner.id(), first)).isFalse();
        assertThat(notices.see(reader.id(), first)).isTrue();
        assertThat(notices.unseen(reader.id())).isEqualTo(1);
        notices.seeAll(reader.id());
        assertThat(notices.unseen(reader.id())).isZero();
        assertThat(notices.of(reader.id(), 0, 1).more()).isTrue();
        site.pass(Notices.LIFE.plusSeconds(1));
        site.catalog.notifications().noticeMailer().forgetOld();
        assertThat(told(reader)).isEmpty();
    }

    @Test
    void notices_goByMailAtThePaceThatTheirReaderChose() {
        NoticeMailer keeping = site.catalog.notifications().noticeMailer();
        site.group(owner, "Before", reader);
        assertThat(keeping.mail()).as("no confirmed address").isZero();
        String address = "reader@example.org";
        site.catalog.identity().profiles().change(reader.id(),
                new Profile("Reader", "", "", address));
        site.catalog.identity().mailAddresses().confirm(
                site.catalog.identity().mailAddresses().link(reader.id(), address).orElseThrow());
        site.group(owner, "Ice", reader);
        assertThat(keeping.mail()).as("once a day").isZero();
        site.group(owner, "Snow", reader);
        site.pass(Duration.ofDays(1));
        assertThat(keeping.mail()).isEqualTo(1);
        assertThat(keeping.mail()).isZero();
        OutgoingMail mail = site.catalog.notifications().outbox().take().orElseThrow();
        assertThat(mail.address()).isEqualTo(address);
        assertThat(site.catalog.notifications().notices().inMail(mail.id(), 10))
                .extracting(notice -> notice.group().orElseThrow())
                .containsExactlyInAnyOrder("Ice", "Snow");
        site.catalog.notifications().notices().changePace(reader.id(), MailFrequency.AT_ONCE);
        site.group(owner, "Water", reader);
        site.pass(Duration.ofMinutes(5));
        assertThat(keeping.mail()).isEqualTo(1);
        site.catalog.notifications().notices().changePace(reader.id(), MailFrequency.NEVER);
        site.group(owner, "Vapour", reader);
        site.pass(Duration.ofDays(2));
        assertThat(keeping.mail()).isZero();
        site.catalog.notifications().notices().changePace(reader.id(), MailFrequency.AT_ONCE);
        assertThat(keeping.mail()).as("what was left stays on the page").isZero();
    }

    @Test
    void oneNodeAlone_looksUntilItDies() {
        NoticeMailer keeping = site.catalog.notifications().noticeMailer();
        assertThat(keeping.lead("one")).isTrue();
        assertThat(keeping.lead("other")).isFalse();
        site.pass(LeaderLease.LEASE);
        assertThat(keeping.lead("other")).isTrue();
        assertThat(keeping.lead("one")).isFalse();
    }
}

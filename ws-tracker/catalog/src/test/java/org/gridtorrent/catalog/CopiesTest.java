package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.copy.Copies;
import org.gridtorrent.catalog.copy.CopyNotice;
import org.gridtorrent.catalog.copy.CopyPlace.Holding;
import org.gridtorrent.catalog.copy.CopyReconciler;
import org.gridtorrent.catalog.copy.CopyStatus;
import org.gridtorrent.catalog.copy.CopyStatus.Line;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.CopyWaits;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.metadata.Metadata;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.CatalogException.Reason;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.task.Task.Kind;
import org.gridtorrent.catalog.task.Task.Order;
import org.gridtorrent.catalog.task.Task.Problem;
import org.gridtorrent.catalog.task.Task.Report;
import org.gridtorrent.catalog.task.Task.State;
import org.gridtorrent.catalog.task.Tasks;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Rules for copies: what is known of each copy, what the keeper makes of it, what is refused. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
class CopiesTest {
    private final TestDatabase database;
    private Site site;
    private Copies copies;
    private CopyReconciler keeping;
    private Account owner;
    private Device source;
    private Content content;

    CopiesTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        site = new Site(database.empty());
        copies = site.catalog.sharing().copies();
        keeping = site.catalog.sharing().copyReconciler();
        owner = site.account("owner");
        source = site.device(owner);
        site.catalog.work().assignments().openSession(source.id(), "2");
        content = site.publish(owner, source, "ice", Grants.EVERYONE);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private CopyStatus kept() {
        return copies.of(owner.id(), content.id()).orElseThrow();
    }

    private void keep(int number, int alwaysOn) {
        assertThat(copies.keep(owner.id(), content.id(), number, alwaysOn, List.of(), List.of()))
                .isTrue();
    }

    private Optional<Task> open(Device device) {
        return site.catalog.work().assignments().of(device.id()).stream()
                .filter(task -> !task.state().isFinal()).findFirst();
    }

    private void does(Device device) {
        Task task = open(device).orElseThrow();
        site.says(device, task, Site.done());
    }

    private Task request(Order order) {
        return site.catalog.work().tasks().request(owner.id(), order).orElseThrow();
    }

    private void drop(Device device) {
        request(Order.of(Kind.REMOVE, content.id(), device.id()));
    }

    private Holding holding(Device device) {
        return kept().lines().stream().filter(line -> line.deviceId().equals(device.id()))
                .findFirst().map(Line::holding).orElse(Holding.NOTHING);
    }

    private void heard(Device device) {
        site.catalog.machines().devices().report(device.id(), new Device.Report("2",
                List.of(new Device.Endpoint("tcp", 6881)), 1000, List.of()));
    }

    @Test
    void publishedAndFetchedCopies_areKnownAsVerified() {
        assertThat(kept().lines()).singleElement().satisfies(line -> {
            assertThat(line.deviceName()).isEqualTo("owner-pc");
            assertThat(line.holding()).isEqualTo(Holding.VERIFIED);
            assertThat(line.verified()).contains(site.now);
            assertThat(line.ofRule()).isFalse();
        });
        Device reader = site.device(owner);
        Task task = site.catalog.work().tasks()
                .requestDownload(owner.id(), content.id(), reader.id()).orElseThrow();
        assertThat(holding(reader)).isEqualTo(Holding.COMING);
        site.announce(content, reader, 0);
        assertThat(kept().reachable()).isEqualTo(1); // an announce proves nothing
        site.says(reader, task, Site.done());
        assertThat(kept().reachable()).isEqualTo(2);
        assertThat(kept().notices()).isEmpty();
    }

    @Test
    void rule_makesACopyWhereRoomIsOfferedAndNowhereElse() {
        Device silent = site.device(owner);
        site.catalog.work().assignments().openSession(silent.id(), "2");
        Device small = site.offering(owner);
        site.catalog.machines().devices().offer(small.id(), 41, true);
        keep(2, 1);
        assertThat(keeping.asked()).containsExactly(content.id());
        assertThat(keeping.hold(content.id())).isZero();
        assertThat(keeping.asked()).isEmpty();
        assertThat(kept().notices()).extracting(CopyNotice::kind)
                .containsExactly(CopyNotice.Kind.ONE_COPY, CopyNotice.Kind.ALWAYS_ON_UNMET_NO_ROOM);
        Device server = site.offering(owner);
        assertThat(keeping.hold(content.id())).isEqualTo(1);
        assertThat(keeping.hold(content.id())).isZero();
        assertThat(open(server).orElseThrow().kind()).isEqualTo(Kind.DOWNLOAD);
        assertThat(open(silent)).isEmpty();
        does(server);
        assertThat(keeping.asked()).containsExactly(content.id());
        assertThat(keeping.hold(content.id())).isZero();
        CopyStatus kept = kept();
        assertThat(kept.counting()).isEqualTo(2);
        assertThat(kept.alwaysOn()).isEqualTo(1);
        assertThat(kept.notices()).isEmpty();
        assertThat(kept.rule().orElseThrow().asked().copies()).isEqualTo(2);
    }

    @Test
    void roomOffered_isGivenOnceOnly() {
        Device server = site.offering(owner);
        site.catalog.machines().devices().offer(server.id(), 80, true);
        keep(2, 0);
        Content other = site.publish(owner, source, "fire", Grants.EVERYONE);
        copies.keep(owner.id(), other.id(), 2, 0, List.of(), List.of());
        assertThat(keeping.hold(content.id())).isEqualTo(1);
        assertThat(keeping.hold(other.id())).isZero();
        does(server);
        assertThat(keeping.hold(other.id())).isZero();
    }

    @Test
    void placesOfARule_areMachinesAndThoseOfGroups() {
        Account member = site.account("member");
        Group group = site.group(owner, "Ice", member);
        Account stranger = site.account("stranger");
        Device elsewhere = site.offering(stranger);
        Device theirs = site.offering(member);
        Device mine = site.offering(owner);
        copies.keep(owner.id(), content.id(), 3, 0, List.of(mine.id()), List.of(group.id()));
        assertThat(keeping.hold(content.id())).isEqualTo(2);
        assertThat(open(theirs).orElseThrow().accountId()).isEqualTo(member.id());
        assertThat(open(mine)).isPresent();
        assertThat(open(elsewhere)).isEmpty();
        assertThat(kept().rule().orElseThrow().machines()).extracting(CopyStatus.Named::name)
                .containsExactly("owner-pc");
        assertThat(kept().rule().orElseThrow().groups()).extracting(CopyStatus.Named::name)
                .containsExactly("Ice");
        // Also as the source of what counts: the publishing machine is the owner's, who is a member.
        assertThat(kept().counting()).isEqualTo(1);
    }

    @Test
    void placeThatIsAClosedGroup_isNotNamedToOthers() {
        Group group = site.catalog.people().groups().create(owner.id(), "Ice", "", false);
        copies.keep(owner.id(), content.id(), 1, 0, List.of(), List.of(group.id()));
        assertThat(copies.of(site.account("reader").id(), content.id()).orElseThrow().rule()
                .orElseThrow().groups()).extracting(CopyStatus.Named::name)
                .containsExactly("");
        assertThat(kept().rule().orElseThrow().groups()).extracting(CopyStatus.Named::name)
                .containsExactly("Ice");
    }

    @Test
    void groupThatIsDeleted_isNoPlace_andARuleWithoutAnotherEnds() {
        Group group = site.group(owner, "Ice");
        Device mine = site.offering(owner);
        Content other = site.publish(owner, source, "fire", Grants.EVERYONE);
        copies.keep(owner.id(), content.id(), 1, 0, List.of(), List.of(group.id()));
        copies.keep(owner.id(), other.id(), 2, 0, List.of(mine.id()), List.of(group.id()));
        assertThat(site.catalog.people().groups().delete(owner.id(), group.id())).isTrue();
        assertThat(kept().rule()).isEmpty();
        assertThat(copies.of(owner.id(), other.id()).orElseThrow().rule().orElseThrow())
                .satisfies(rule -> {
                    assertThat(rule.groups()).isEmpty();
                    assertThat(rule.machines()).extracting(CopyStatus.Named::id)
                            .containsExactly(mine.id());
                });
    }

    @Test
    void thoseWhoMayNotReadIt_getNoCopy() {
        Content shared = site.publish(owner, source, "secret",
                Grants.accounts(List.of(site.account("friend").id())));
        Device stranger = site.offering(site.account("stranger"));
        copies.keep(owner.id(), shared.id(), 2, 0, List.of(), List.of());
        assertThat(keeping.hold(shared.id())).isZero();
        assertThat(open(stranger)).isEmpty();
        assertThat(copies.of("stranger", shared.id())).isEmpty();
    }

    @Test
    void rulesThatCannotBe_areRefused() {
        Account stranger = site.account("stranger");
        Group group = site.group(stranger, "Theirs");
        assertThat(copies.keep(stranger.id(), content.id(), 1, 0, List.of(), List.of()))
                .isFalse();
        assertThat(copies.keepNone(stranger.id(), content.id())).isFalse();
        assertRefused(Reason.INVALID, () -> keep(0, 0));
        assertRefused(Reason.INVALID, () -> keep(2, 3));
        assertRefused(Reason.INVALID, () -> copies.keep(owner.id(), content.id(), 1, 0,
                List.of(site.device(stranger).id()), List.of()));
        assertRefused(Reason.INVALID, () -> copies.keep(owner.id(), content.id(), 1, 0,
                List.of(), List.of(group.id())));
        assertThat(kept().rule()).isEmpty();
    }

    @Test
    void smallerRule_withdrawsWhatTheRuleMade() {
        Device server = site.offering(owner);
        keep(2, 0);
        keeping.hold(content.id());
        does(server);
        keep(1, 0);
        assertThat(keeping.hold(content.id())).isEqualTo(1);
        assertThat(open(server).orElseThrow().kind()).isEqualTo(Kind.REMOVE);
        does(server);
        assertThat(keeping.hold(content.id())).isZero();
        assertThat(kept().lines()).extracting(Line::deviceId).containsExactly(source.id());
    }

    @Test
    void copyThatAPersonAskedFor_isNotWithdrawn() {
        Device server = site.offering(owner);
        keep(2, 0);
        keeping.hold(content.id());
        request(Order.of(Kind.DOWNLOAD, content.id(), server.id()));
        does(server);
        keep(1, 0);
        assertThat(keeping.hold(content.id())).isZero();
        assertThat(holding(server)).isEqualTo(Holding.VERIFIED);
    }

    @Test
    void ruleTakenBack_isForgottenWithWhatItMade() {
        Device server = site.offering(owner);
        keep(2, 0);
        keeping.hold(content.id());
        assertThat(copies.keepNone(owner.id(), content.id())).isTrue();
        assertThat(kept().rule()).isEmpty();
        assertThat(keeping.hold(content.id())).isEqualTo(1);
        assertThat(open(server)).isEmpty();
        assertThat(keeping.hold(content.id())).isZero();
        assertThat(keeping.all()).isEmpty();
    }

    @Test
    void machineWhoseOwnerSaysNo_isNotAskedAgainUnlessNamed() {
        Device server = site.offering(owner);
        keep(2, 0);
        keeping.hold(content.id());
        site.catalog.work().tasks().cancel(owner.id(), open(server).orElseThrow().id());
        assertThat(keeping.hold(content.id())).isZero();
        copies.keep(owner.id(), content.id(), 2, 0, List.of(server.id(), source.id()),
                List.of());
        assertThat(keeping.hold(content.id())).isEqualTo(1);
        does(server);
        drop(server);
        does(server);
        assertThat(keeping.hold(content.id())).isZero();
    }

    @Test
    void withdrawalThatTheMachinesOwnerCancels_stays() {
        Device server = site.offering(owner);
        keep(2, 0);
        keeping.hold(content.id());
        does(server);
        keep(1, 0);
        keeping.hold(content.id());
        site.catalog.work().tasks().cancel(owner.id(), open(server).orElseThrow().id());
        assertThat(keeping.hold(content.id())).isZero();
        assertThat(holding(server)).isEqualTo(Holding.VERIFIED);
    }

    @Test
    void damagedCopyOfTheRule_countsNoMoreAndIsMended() {
        Device server = site.offering(owner);
        keep(2, 0);
        keeping.hold(content.id());
        does(server);
        Task verify = request(Order.of(Kind.VERIFY, content.id(), server.id()));
        site.says(server, verify, new Report(State.FAILED, 0, 0,
                0, 0, Optional.empty(), Optional.of(Problem.DAMAGED), List.of()));
        assertThat(kept().counting()).isEqualTo(1);
        assertThat(keeping.hold(content.id())).isEqualTo(1);
        assertThat(open(server).orElseThrow().kind()).isEqualTo(Kind.REPAIR);
        does(server);
        assertThat(kept().counting()).isEqualTo(2);
    }

    @Test
    void copyThatIsGone_isMadeAgain() {
        Device server = site.offering(owner);
        keep(2, 0);
        keeping.hold(content.id());
        does(server);
        Task verify = request(Order.of(Kind.VERIFY, content.id(), server.id()));
        site.says(server, verify, new Report(State.FAILED, 0, 0,
                0, 0, Optional.empty(), Optional.of(Problem.NOT_FOUND), List.of()));
        assertThat(keeping.hold(content.id())).isEqualTo(1);
        assertThat(open(server).orElseThrow().kind()).isEqualTo(Kind.DOWNLOAD);
    }

    @Test
    void machineThatFailed_isNotAskedForADay() {
        Device server = site.offering(owner);
        keep(2, 0);
        keeping.hold(content.id());
        site.says(server, open(server).orElseThrow(),
                new Report(State.FAILED, 0, 0, 0, 0, "no"));
        assertThat(keeping.hold(content.id())).isZero();
        site.pass(Duration.ofDays(1).plusMinutes(1));
        heard(server);
        heard(source);
        site.catalog.machines().devices().offer(server.id(), 500, false);
        assertThat(keeping.hold(content.id())).isEqualTo(1);
    }

    @Test
    void copyThatIsNotAnnounced_isHashedAgain() {
        keep(1, 0);
        keeping.noteMissing();
        assertThat(keeping.hold(content.id())).isZero();
        site.pass(Duration.ofDays(2));
        heard(source);
        keeping.noteMissing();
        assertThat(kept().lines()).extracting(Line::state).containsExactly("missing");
        site.pass(Duration.ofMinutes(61));
        heard(source);
        keeping.noteMissing();
        assertThat(keeping.hold(content.id())).isEqualTo(1);
        assertThat(open(source).orElseThrow().kind()).isEqualTo(Kind.VERIFY);
        does(source);
        site.announce(content, source, 0);
        keeping.noteMissing();
        assertThat(kept().lines()).extracting(Line::state).containsExactly("verified");
        assertThat(keeping.hold(content.id())).isZero();
    }

    @Test
    void lastVerifiedCopy_isDroppedByForceOnly() {
        assertRefused(Reason.LAST_COPY, () -> drop(source));
        assertRefused(Reason.LAST_COPY,
                () -> request(Order.of(Kind.STOP, content.id(), source.id())));
        assertThat(open(source)).isEmpty();
        Device reader = site.device(owner);
        site.catalog.work().assignments().openSession(reader.id(), "2");
        drop(reader); // which holds nothing: nobody loses anything
        does(reader);
        site.get(owner, reader, content);
        drop(source);
        assertRefused(Reason.LAST_COPY, () -> drop(reader));
        drop(source); // the same again
        assertThat(kept().notices()).containsExactly(
                new CopyNotice(CopyNotice.Kind.ONE_COPY, List.of(Duration.ofDays(1), "owner-pc")));
        request(Order.of(Kind.REMOVE, content.id(), reader.id()).byForce());
        assertThat(kept().notices()).extracting(CopyNotice::kind)
                .containsExactly(CopyNotice.Kind.BEING_REMOVED);
    }

    @Test
    void copyOnAMachineLongSilent_isNoOtherCopy() {
        Device reader = site.device(owner);
        site.get(owner, reader, content);
        site.pass(CopyWaits.USUAL.lost().plusSeconds(1));
        heard(source);
        assertRefused(Reason.LAST_COPY, () -> drop(source));
        heard(reader);
        drop(source);
    }

    @Test
    void copyThatIsStopped_countsAgainWhenItIsSharedAgain() {
        Device reader = site.device(owner);
        site.get(owner, reader, content);
        request(Order.of(Kind.STOP, content.id(), source.id()));
        does(source);
        assertThat(holding(source)).isEqualTo(Holding.STOPPED);
        assertThat(kept().reachable()).isEqualTo(1);
        request(Order.of(Kind.SEED, content.id(), source.id()));
        does(source);
        assertThat(kept().reachable()).isEqualTo(2);
    }

    @Test
    void withdrawnMachine_holdsNothing() {
        Device server = site.offering(owner);
        keep(2, 0);
        keeping.hold(content.id());
        does(server);
        keeping.hold(content.id());
        site.catalog.machines().withdrawals().withdraw(owner.id(), server.id());
        assertThat(keeping.asked()).containsExactly(content.id());
        assertThat(kept().lines()).extracting(Line::deviceId).containsExactly(source.id());
    }

    @Test
    void machineWithLastCopies_isKnownAsSuch() {
        Device reader = site.device(owner);
        assertThat(copies.onlyOn(source.id())).isEqualTo(1);
        site.get(owner, reader, content);
        assertThat(copies.onlyOn(source.id())).isZero();
        site.pass(CopyWaits.USUAL.lost().plusSeconds(1));
        assertThat(copies.onlyOn(source.id())).isEqualTo(1);
        heard(reader);
        drop(source);
        assertThat(copies.onlyOn(reader.id())).isEqualTo(1);
    }

    @Test
    void copyOfWhomTheContentIsTakenFrom_isNoOther() {
        Account friend = site.account("friend");
        Device theirs = site.device(friend);
        site.get(friend, theirs, content);
        assertThat(kept().reachable()).isEqualTo(2);
        site.catalog.identity().accounts().disable(friend.id());
        assertThat(kept().reachable()).isEqualTo(1);
        assertThat(kept().notices()).singleElement().isEqualTo(
                new CopyNotice(CopyNotice.Kind.ONE_COPY, List.of(Duration.ofDays(1), "owner-pc")));
        assertRefused(Reason.LAST_COPY, () -> drop(source));
        assertThat(copies.onlyOn(source.id())).isEqualTo(1);
        assertThat(copies.onlyOn(theirs.id())).isZero();
        site.catalog.identity().accounts().enable(friend.id());
        assertThat(kept().notices()).isEmpty();
        drop(source);
    }

    @Test
    void copyOfWhoLeftTheGroup_isNoOther() {
        Account friend = site.account("friend");
        Device theirs = site.device(friend);
        Group group = site.group(owner, "detector", friend);
        content = site.publish(owner, source, "fire", Grants.groups(List.of(group.id())));
        site.get(friend, theirs, content);
        keep(2, 0);
        assertThat(keeping.news()).isEmpty();
        site.catalog.people().memberships().leave(friend.id(), group.id());
        assertRefused(Reason.LAST_COPY, () -> drop(source));
        assertThat(keeping.news()).singleElement()
                .satisfies(few -> assertThat(few.reachable()).contains(1));
        request(Order.of(Kind.REMOVE, content.id(), source.id()).byForce());
        does(source);
        assertThat(kept().notices()).first().isEqualTo(
                new CopyNotice(CopyNotice.Kind.ACCESS_LOST, List.of("friend-pc")));
    }

    /** Task under the title that the user knew; nothing else is told. */
    @Test
    void whoLostAccess_dropsTheOwnCopy() {
        Account friend = site.account("friend");
        Device theirs = site.device(friend);
        site.catalog.work().assignments().openSession(theirs.id(), "2");
        Device unused = site.device(friend);
        Group group = site.group(owner, "detector", friend);
        content = site.publish(owner, source, "fire", Grants.groups(List.of(group.id())));
        site.get(friend, theirs, content);
        site.catalog.people().memberships().leave(friend.id(), group.id());
        site.catalog.datasets().descriptions().change(owner.id(), content.id(), "secret", "",
                Metadata.NONE);
        Tasks tasks = site.catalog.work().tasks();
        Task drop = tasks.request(friend.id(),
                Order.of(Kind.REMOVE, content.id(), theirs.id())).orElseThrow();
        assertThat(drop.contentTitle()).isEqualTo("fire");
        does(theirs);
        assertThat(holding(theirs)).isEqualTo(Holding.NOTHING);
        assertThat(tasks.request(friend.id(), Order.of(Kind.SEED, content.id(), theirs.id())))
                .isEmpty();
        assertThat(tasks.request(friend.id(), Order.of(Kind.REMOVE, content.id(), unused.id())))
                .isEmpty();
        Account stranger = site.account("stranger");
        assertThat(tasks.request(stranger.id(),
                Order.of(Kind.REMOVE, content.id(), theirs.id()))).isEmpty();
    }

    @Test
    void copyWhoseRemovalIsStopped_isNoneUntilItIsVerified() {
        Device reader = site.device(owner);
        site.catalog.work().assignments().openSession(reader.id(), "2");
        site.get(owner, reader, content);
        drop(reader);
        request(Order.of(Kind.DOWNLOAD, content.id(), reader.id()));
        assertThat(holding(reader)).as("not begun").isEqualTo(Holding.VERIFIED);
        drop(reader);
        site.says(reader, open(reader).orElseThrow(),
                new Report(State.RUNNING, 0, 42, 0, 0, "deleting"));
        request(Order.of(Kind.DOWNLOAD, content.id(), reader.id()));
        assertRefused(Reason.LAST_COPY, () -> drop(source));
        does(reader);
        drop(source);
    }

    @Test
    void fewCopies_areSaidOnceAndTheirEndToo() {
        assertThat(keeping.news()).isEmpty();
        keep(2, 0);
        assertThat(keeping.news()).singleElement()
                .satisfies(few -> assertThat(few.reachable()).contains(1));
        assertThat(keeping.news()).isEmpty();
        site.pass(Duration.ofHours(25));
        assertThat(keeping.news()).singleElement()
                .satisfies(few -> assertThat(few.reachable()).contains(0));
        assertThat(kept().notices().getFirst().kind())
                .isEqualTo(CopyNotice.Kind.OFFLINE);
        heard(source);
        site.get(owner, site.device(owner), content);
        assertThat(keeping.news()).singleElement()
                .satisfies(few -> assertThat(few.reachable()).isEmpty());
        assertThat(keeping.news()).isEmpty();
    }

    /** As when its folder is gone: the machine is online and announces nothing, while others announce all. */
    private void onlineWithoutAnnouncing(Device device, Duration time, Device... others) {
        for (long minutes = 0; minutes <= time.toMinutes(); minutes += 2) {
            heard(device);
            for (Device other : others) {
                heard(other);
                site.announce(content, other, 0);
            }
            keeping.noteMissing();
            site.pass(Duration.ofMinutes(2));
        }
    }

    @Test
    void copyThatAnOnlineMachineDoesNotShare_isNoneInTheWarning() {
        keep(2, 0);
        Device reader = site.device(owner);
        site.get(owner, reader, content);
        onlineWithoutAnnouncing(reader, Duration.ofMinutes(50), source);
        assertThat(keeping.news()).as("a machine that starts announces late").isEmpty();
        onlineWithoutAnnouncing(reader, Duration.ofMinutes(20), source);
        assertThat(keeping.news()).singleElement()
                .satisfies(few -> assertThat(few.reachable()).contains(1));
        assertThat(kept().reachable()).isEqualTo(1);
        assertRefused(Reason.LAST_COPY, () -> drop(source));
        site.pass(Duration.ofHours(2));
        keeping.noteMissing();
        heard(reader);
        assertThat(kept().reachable()).as("back after two hours").isEqualTo(1);
        site.announce(content, reader, 0);
        keeping.noteMissing();
        assertThat(kept().reachable()).isEqualTo(2);
        assertThat(keeping.news()).singleElement()
                .satisfies(few -> assertThat(few.reachable()).isEmpty());
    }

    @Test
    void onlyCopyWhoseFolderIsGone_isSaidToBeLookedAt() {
        onlineWithoutAnnouncing(source, Duration.ofMinutes(70));
        assertThat(kept().notices()).containsExactly(
                new CopyNotice(CopyNotice.Kind.NOT_SHARED, List.of("owner-pc")));
        assertThat(keeping.news()).singleElement()
                .satisfies(few -> assertThat(few.reachable()).contains(0));
        assertRefused(Reason.LAST_COPY, () -> drop(source)); // the folder may come back
    }

    @Test
    void copyOnAMachineThatIsShutDown_isReachableForADay() {
        onlineWithoutAnnouncing(source, Duration.ofMinutes(4));
        site.pass(Duration.ofMinutes(10));
        keeping.noteMissing();
        site.pass(Duration.ofHours(12));
        keeping.noteMissing();
        assertThat(kept().reachable()).isEqualTo(1);
        heard(source);
        assertThat(kept().reachable()).as("back, and not announced yet").isEqualTo(1);
        assertThat(keeping.news()).isEmpty();
    }

    @Test
    void oneKeeperOfSeveral_leads() {
        assertThat(keeping.lead("one")).isTrue();
        assertThat(keeping.lead("two")).isFalse();
        assertThat(keeping.lead("one")).isTrue();
        site.pass(CopyReconciler.LEASE);
        assertThat(keeping.lead("two")).isTrue();
        assertThat(keeping.lead("one")).isFalse();
    }

    @Test
    void timeThatNobodyListened_isNoSilenceOfMachines() {
        Device server = site.offering(owner);
        keep(1, 0);
        keeping.lead("one");
        listenFor(CopyWaits.USUAL.lost().minusHours(1), server);
        site.pass(Duration.ofDays(2));
        listenFor(Duration.ofDays(1), server); // the tracker was away for two days
        assertThat(keeping.hold(content.id())).isZero();
        listenFor(CopyWaits.USUAL.lost().minusDays(1), server);
        assertThat(keeping.hold(content.id())).isEqualTo(1);
    }

    /** In steps in which neither a keeper's pause nor a machine's is one. */
    private void listenFor(Duration time, Device... there) {
        for (long minutes = 0; minutes <= time.toMinutes(); minutes += 2) {
            site.pass(Duration.ofMinutes(2));
            keeping.lead("one");
            List.of(there).forEach(this::heard);
        }
    }

    private static void assertRefused(Reason reason, Runnable work) {
        assertThatThrownBy(work::run).isInstanceOfSatisfying(CatalogException.class,
                refused -> assertThat(refused.reason()).isEqualTo(reason));
    }
}

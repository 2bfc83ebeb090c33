package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.gridtorrent.catalog.access.GrantType;
import org.gridtorrent.catalog.access.ReportScope;
import org.gridtorrent.catalog.access.Right;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.audit.AuditEntry;
import org.gridtorrent.catalog.audit.AuditKind;
import org.gridtorrent.catalog.audit.AuditQuery;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Draft;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.refusal.CatalogException.Reason;
import org.gridtorrent.catalog.replica.CheckResult;
import org.gridtorrent.catalog.replica.Replica;
import org.gridtorrent.catalog.replica.Replica.State;
import org.gridtorrent.catalog.replica.ReplicaCheck;
import org.gridtorrent.catalog.replica.ReplicaProblem;
import org.gridtorrent.catalog.replica.Replicas;
import org.gridtorrent.catalog.task.Assignments;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class ReplicasTest {
    private static final String MIRROR = "https://mirror.example.org/data/";
    private static final String PLAIN = "http://mirror.example.org/data/";
    private static final CheckResult GOOD = new CheckResult(Optional.empty(), "", 42, 3);
    private static final CheckResult BAD = new CheckResult(
            Optional.of(ReplicaProblem.WRONG_LENGTH), "run/a.nc", 1, 0);

    private final TestDatabase kind;
    private Site site;
    private Replicas replicas;
    private Account owner;
    private Device device;
    private Content content;

    ReplicasTest(TestDatabase kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() {
        site = new Site(kind.empty());
        replicas = site.catalog.sharing().replicas();
        owner = site.account("owner");
        device = site.device(owner);
        content = site.publish(owner, device, "Ice", Grants.EVERYONE);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private Replica add(String url) {
        return replicas.add(owner.id(), content.id(), url).orElseThrow();
    }

    private List<Replica> seenBy(Account reader) {
        return replicas.of(reader.id(), content.id()).orElseThrow();
    }

    private Replica check(String url, CheckResult result) {
        Replica added = add(url);
        assertThat(replicas.handOut(device.id())).extracting(ReplicaCheck::replicaId)
                .contains(added.id());
        assertThat(replicas.report(device.id(), added.id(), result)).isTrue();
        return seenBy(owner).stream().filter(replica -> replica.id().equals(added.id()))
                .findFirst().orElseThrow();
    }

    private void assertRefused(Reason reason, String url) {
        assertThatThrownBy(() -> add(url)).isInstanceOfSatisfying(CatalogException.class,
                refused -> assertThat(refused.reason()).isEqualTo(reason));
    }

    @Test
    void replica_isAddedOnceByTheOwnerAndSeenByOthersWhenItIsChecked() {
        Account reader = site.account("reader");
        Replica added = add(" " + MIRROR + " ");
        assertThat(added.state()).isEqualTo(State.PROPOSED);
        assertThat(added.url()).hasToString(MIRROR);
        assertThat(added.addedBy()).isEqualTo("owner");
        assertThat(add(MIRROR)).isEqualTo(added);
        assertThat(seenBy(owner)).containsExactly(added);
        assertThat(seenBy(reader)).isEmpty();
        assertThat(replicas.checkedUrls(content.id())).isEmpty();
        assertThat(replicas.add(reader.id(), content.id(), MIRROR)).isEmpty();
        assertThat(replicas.remove(reader.id(), content.id(), added.id())).isFalse();
        assertThat(replicas.checkAgain(reader.id(), content.id(), added.id())).isFalse();

        Replica checked = check(MIRROR, GOOD);
        assertThat(checked.state()).isEqualTo(State.CHECKED);
        assertThat(checked.checked()).contains(site.now);
        assertThat(checked.checkedBytes()).isEqualTo(42);
        assertThat(checked.machine()).contains(device.name());
        assertThat(seenBy(reader)).singleElement()
                .satisfies(seen -> assertThat(seen.machine()).isEmpty());
        assertThat(replicas.checkedUrls(content.id())).containsExactly(checked.url());
        assertThat(replicas.remove(owner.id(), content.id(), added.id())).isTrue();
        assertThat(seenBy(owner)).isEmpty();
        assertThat(replicas.remove(owner.id(), content.id(), added.id())).isFalse();
    }

    @Test
    void address_isHttpOrHttpsWithAHostAndWithoutCredentialsAndFragment() {
        assertThat(add("HTTPS://mirror.example.org:8443/d/%C3%A4?version=2").url())
                .hasToString("https://mirror.example.org:8443/d/%C3%A4?version=2");
        assertThat(add("http://[2001:db8::1]/läufe/").url())
                .hasToString("http://[2001:db8::1]/l%C3%A4ufe/");
        for (String bad : List.of("", "mirror.example.org/data", "ftp://mirror.example.org/",
                "https:///data", "https:data", "file:///data", "https://user@mirror.example.org/",
                "https://user:secret@mirror.example.org/", "https://@mirror.example.org/",
                "https://mirror.example.org/#part", "https://mirror.example.org/#",
                "https://mirror.example.org:0/", "https://mirror.example.org:65536/",
                "https://mirror.example.org/a b", "https://mirror.example.org/a\nb",
                "https://mirror.example.org\\@evil.example.org/", "https://mirror example.org/",
                "https://mirror.example.org/%zz", "javascript:alert(1)", "https://-/",
                "https://mirror.example.org/" + "a".repeat(2000),
                "https://mirror.example.org/" + "ä".repeat(500))) {
            assertRefused(Reason.INVALID, bad);
        }
        assertThat(seenBy(owner)).hasSize(2);
    }

    @Test
    void sixteenReplicas_areTheMostOfOneContent() {
        IntStream.range(0, Replicas.MAX_REPLICAS).forEach(number -> add(MIRROR + number));
        assertRefused(Reason.CONFLICT, MIRROR + "more");
        assertThat(add(MIRROR + 0)).isNotNull();
    }

    @Test
    void contentThatIsNotPublished_hasNoReplicas() {
        Content preparing = site.catalog.datasets().publishing()
                .publish(new Draft(owner.id(), "Snow", "",
                        Grants.EVERYONE, device.id(), "/data/snow"))
                .content();
        assertThatThrownBy(() -> replicas.add(owner.id(), preparing.id(), MIRROR))
                .isInstanceOf(CatalogException.class).hasMessageContaining("not published");
        add(MIRROR);
        site.catalog.datasets().withdrawals().withdraw(owner.id(), content.id(), "Wrong");
        assertThat(replicas.of(owner.id(), content.id())).isEmpty();
        assertThat(replicas.checkedUrls(content.id())).isEmpty();
        assertThat(replicas.handOut(device.id())).isEmpty();
    }

    @Test
    void privateContent_hasHttpsReplicasOnly() {
        Account reader = site.account("reader");
        Grants named = Grants.accounts(List.of(reader.id()));
        check(PLAIN, GOOD);
        check(MIRROR, GOOD);
        site.catalog.access().grants().replace(owner.id(), content.id(), named);
        assertThat(seenBy(reader)).extracting(replica -> replica.url().toString())
                .containsExactly(MIRROR);
        assertRefused(Reason.INVALID, PLAIN);
        assertThat(replicas.of(site.account("stranger").id(), content.id())).isEmpty();
        site.catalog.access().grants().replace(owner.id(), content.id(), Grants.EVERYONE);
        add(PLAIN);
        site.catalog.access().revocations().revoke(new ReportScope(owner.id(), false),
                List.of(new Right.Key(content.id(), GrantType.EVERYBODY, "")));
        assertThat(seenBy(owner)).extracting(replica -> replica.url().toString())
                .containsExactly(MIRROR);
    }

    @Test
    void check_isForOneOfTheOwnersMachinesThatHoldTheContent() {
        Device second = site.device(owner);
        Account reader = site.account("reader");
        Device readers = site.device(reader);
        site.get(reader, readers, content);
        long before = site.revision(device);
        Replica added = add(MIRROR);
        assertThat(site.revision(device)).isGreaterThan(before);
        assertThat(replicas.handOut(readers.id())).isEmpty();
        assertThat(replicas.handOut(second.id())).as("holds nothing").isEmpty();
        site.get(owner, second, content);
        List<ReplicaCheck> checks = replicas.handOut(device.id());
        assertThat(checks).containsExactly(
                new ReplicaCheck(added.id(), content.id(), added.url()));
        assertThat(replicas.handOut(device.id())).isEqualTo(checks);
        assertThat(replicas.handOut(second.id())).as("given to the first").isEmpty();
        assertThat(replicas.report(second.id(), added.id(), GOOD)).isFalse();
    }

    /** How far the revision of a new machine moves while it gets the content. */
    private long movesOfAGet(Account account) {
        Device getting = site.device(account);
        long before = site.revision(getting);
        site.get(account, getting, content);
        return site.revision(getting) - before;
    }

    @Test
    void machineThatGetsTheContentLater_asksForTheCheckAtOnce() {
        Account reader = site.account("reader");
        long others = movesOfAGet(owner);
        add(MIRROR);
        assertThat(movesOfAGet(owner)).isEqualTo(others + 1);
        assertThat(movesOfAGet(reader)).isEqualTo(others);
    }

    @Test
    void checkOfAMachineThatFellSilent_isGivenToAnother() {
        Device second = site.device(owner);
        site.get(owner, second, content);
        Replica added = add(MIRROR);
        assertThat(replicas.handOut(device.id())).hasSize(1);
        site.pass(Assignments.SILENCE.plus(Duration.ofSeconds(1)));
        assertThat(replicas.handOut(second.id())).hasSize(1);
        site.catalog.work().assignments().openSession(second.id(), "2");
        assertThat(replicas.handOut(device.id())).isEmpty();
        assertThat(replicas.report(device.id(), added.id(), BAD)).isFalse();
        assertThat(replicas.report(second.id(), added.id(), GOOD)).isTrue();
        assertThat(seenBy(owner).getFirst().state()).isEqualTo(State.CHECKED);
    }

    @Test
    void failedReplica_isCheckedAgainWhenTheOwnerAsks() {
        Replica failed = check(MIRROR, BAD);
        assertThat(failed.state()).isEqualTo(State.FAILED);
        assertThat(failed.problem()).contains(ReplicaProblem.WRONG_LENGTH);
        assertThat(failed.problemFile()).isEqualTo("run/a.nc");
        assertThat(replicas.handOut(device.id())).isEmpty();
        assertThat(replicas.report(device.id(), failed.id(), GOOD)).as("repeated").isTrue();
        assertThat(seenBy(owner)).containsExactly(failed);
        assertThat(replicas.checkAgain(owner.id(), content.id(), failed.id())).isTrue();
        assertThat(seenBy(owner).getFirst().state()).isEqualTo(State.PROPOSED);
        assertThat(seenBy(owner).getFirst().problem()).isEmpty();
        assertThat(replicas.handOut(device.id())).hasSize(1);
        replicas.report(device.id(), failed.id(), GOOD);
        assertThat(seenBy(owner).getFirst().state()).isEqualTo(State.CHECKED);
    }

    /** Result of the check that is due when the pause is over, and not before. */
    private Replica afterPause(Duration pause, CheckResult result) {
        site.pass(pause.minusSeconds(1));
        assertThat(replicas.handOut(device.id())).isEmpty();
        site.pass(Duration.ofSeconds(1));
        assertThat(replicas.handOut(device.id())).hasSize(1);
        State before = seenBy(owner).getFirst().state();
        assertThat(before).as("until the report").isNotEqualTo(State.PROPOSED);
        replicas.report(device.id(), seenBy(owner).getFirst().id(), result);
        return seenBy(owner).getFirst();
    }

    @Test
    void replica_isCheckedAgainAfterPausesThatGrowUntilTheResultChanges() {
        Replica checked = check(MIRROR, GOOD);
        assertThat(checked.nextCheck()).contains(site.now.plus(Duration.ofDays(1)));
        for (int days : List.of(1, 2, 4, 8, 16, 30, 30)) {
            assertThat(afterPause(Duration.ofDays(days), GOOD).state()).isEqualTo(State.CHECKED);
        }
        assertThat(afterPause(Duration.ofDays(30), BAD).state()).isEqualTo(State.FAILED);
        assertThat(replicas.checkedUrls(content.id())).isEmpty();
        for (int minutes : List.of(10, 20, 40, 80, 160, 320, 640, 1280, 1440)) {
            assertThat(afterPause(Duration.ofMinutes(minutes), BAD).state())
                    .isEqualTo(State.FAILED);
        }
        assertThat(afterPause(Duration.ofDays(1), GOOD).state()).isEqualTo(State.CHECKED);
        assertThat(afterPause(Duration.ofDays(1), GOOD).nextCheck())
                .contains(site.now.plus(Duration.ofDays(2)));
    }

    @Test
    void recheckOfAMachineThatFellSilent_isMadeByAnother() {
        Device second = site.device(owner);
        site.get(owner, second, content);
        Replica checked = check(MIRROR, GOOD);
        site.pass(Duration.ofDays(1));
        site.catalog.work().assignments().openSession(second.id(), "2");
        assertThat(replicas.handOut(second.id())).hasSize(1);
        assertThat(replicas.report(device.id(), checked.id(), BAD)).isFalse();
        assertThat(replicas.report(second.id(), checked.id(), GOOD)).isTrue();
        assertThat(seenBy(owner).getFirst().checked()).contains(site.now);
    }

    @Test
    void addingAndRemoving_areInTheAuditLogWithoutTheQuery() {
        Replica added = add("https://mirror.example.org/run.nc?signature=secret");
        replicas.remove(owner.id(), content.id(), added.id());
        assertThat(site.catalog.site().auditLog().find(AuditQuery.of("owner"), 0, 9).items())
                .filteredOn(
                        entry -> entry.kind() == AuditKind.REPLICA_ADDED
                                || entry.kind() == AuditKind.REPLICA_REMOVED)
                .extracting(AuditEntry::detail).containsOnly("https://mirror.example.org/run.nc")
                .hasSize(2);
    }
}

package org.gridtorrent.tracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jakarta.xml.ws.Holder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.replica.Replica;
import org.gridtorrent.catalog.replica.Replica.State;
import org.gridtorrent.contract.AnnounceEvent;
import org.gridtorrent.contract.FaultCode;
import org.gridtorrent.contract.ReplicaCheck;
import org.gridtorrent.contract.ReplicaProblem;
import org.gridtorrent.contract.TrackerFault;
import org.gridtorrent.tracker.TrackerSite.Machine;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replicas in the contract's seventh level: checks, their reports, and the addresses that readers are told. */
class ReplicaChecksTest {
    private static final String MIRROR = "https://mirror.example.org/data/";

    @TempDir
    static Path folder;
    private static TrackerSite site;
    private Machine owner;
    private String contentId;
    private String infoHash;

    @BeforeAll
    static void start() throws Exception {
        site = new TrackerSite(folder);
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    @BeforeEach
    void publish() throws Exception {
        owner = site.ready("owner");
        var published = site.publishing(owner, Grants.EVERYONE);
        contentId = published.content().id();
        infoHash = owner.tracker().registerContent(published.task().id(),
                TrackerSite.metainfo("of " + contentId), null);
        site.hold(owner, published.task().id());
    }

    private String add(String url) {
        return site.catalog.sharing().replicas().add(owner.account().id(), contentId, url)
                .orElseThrow()
                .id();
    }

    private Replica replica() {
        return site.catalog.sharing().replicas().of(owner.account().id(), contentId).orElseThrow()
                .getFirst();
    }

    private static long session(Machine machine) throws TrackerFault {
        var session = new Holder<Long>();
        machine.tracker().openSession("2", session, new Holder<>());
        return session.value;
    }

    /** What a poll answers at once; without the element, or without a session, it asks for nothing new. */
    private static List<ReplicaCheck> checks(Machine machine, @Nullable Long session,
            @Nullable Boolean withReplicaChecks) throws TrackerFault {
        var checks = new Holder<List<ReplicaCheck>>();
        machine.tracker().fetchTasks(0, 0, session, null, withReplicaChecks, null, new Holder<>(),
                new Holder<>(), new Holder<>(), new Holder<>(), checks);
        return Optional.ofNullable(checks.value).orElse(List.of());
    }

    private static List<String> replicas(Machine machine, String infoHash,
            @Nullable Boolean withReplicas) throws TrackerFault {
        var replicas = new Holder<List<String>>();
        machine.tracker().announce(infoHash, AnnounceEvent.UPDATE, 0, 0, 5, null, null,
                withReplicas, null, new Holder<>(), new Holder<>(), new Holder<>(), new Holder<>(),
                replicas);
        return Optional.ofNullable(replicas.value).orElse(List.of());
    }

    private static void assertFault(FaultCode code, Machine machine, String replica, long session) {
        var fault = catchThrowableOfType(TrackerFault.class,
                () -> machine.tracker().reportReplica(replica, session, 5, 1, null, null));
        assertThat(fault).isNotNull();
        assertThat(fault.getFaultInfo().getCode()).isEqualTo(code);
    }

    @Test
    void check_isInEveryPollThatAsksForItUntilItIsReported() throws Exception {
        String replica = add(MIRROR);
        long session = session(owner);
        assertThat(checks(owner, session, null)).isEmpty();
        assertThat(checks(owner, null, true)).isEmpty();
        for (int poll = 0; poll < 2; poll++) {
            assertThat(checks(owner, session, true)).singleElement().satisfies(check -> {
                assertThat(check.getReplicaId()).isEqualTo(replica);
                assertThat(check.getContentId()).isEqualTo(contentId);
                assertThat(check.getUrl()).isEqualTo(MIRROR);
            });
        }
        owner.tracker().reportReplica(replica, session, 5, 1, null, null);
        owner.tracker().reportReplica(replica, session, 5, 1, null, null);
        assertThat(checks(owner, session, true)).isEmpty();
        assertThat(replica()).satisfies(checked -> {
            assertThat(checked.state()).isEqualTo(State.CHECKED);
            assertThat(checked.checkedBytes()).isEqualTo(5);
            assertThat(checked.checkedPieces()).isEqualTo(1);
            assertThat(checked.machine()).contains("pc");
        });
    }

    @Test
    void addedReplica_endsTheOwnersPoll() throws Exception {
        long session = session(owner);
        var revision = new Holder<Long>();
        owner.tracker().fetchTasks(0, 0, session, null, true, null, revision, new Holder<>(),
                new Holder<>(), new Holder<>(), new Holder<>());
        add(MIRROR);
        var checks = new Holder<List<ReplicaCheck>>();
        owner.tracker().fetchTasks(revision.value, 50, session, null, true, null, new Holder<>(),
                new Holder<>(), new Holder<>(), new Holder<>(), checks);
        assertThat(checks.value).hasSize(1);
    }

    @Test
    void failedCheck_isKeptWithItsProblemAndItsFile() throws Exception {
        String replica = add(MIRROR);
        long session = session(owner);
        checks(owner, session, true);
        owner.tracker().reportReplica(replica, session, 0, 0, ReplicaProblem.NOT_FOUND, "run/a.nc");
        assertThat(replica()).satisfies(failed -> {
            assertThat(failed.state()).isEqualTo(State.FAILED);
            assertThat(failed.problem())
                    .contains(org.gridtorrent.catalog.replica.ReplicaProblem.NOT_FOUND);
            assertThat(failed.problemFile()).isEqualTo("run/a.nc");
        });
        assertThat(replicas(owner, infoHash, true)).isEmpty();
    }

    @Test
    void everyProblemOfTheContract_isOneOfTheCatalog() {
        assertThat(ReplicaProblem.values()).extracting(ReplicaProblem::name)
                .containsExactly(java.util.Arrays
                        .stream(org.gridtorrent.catalog.replica.ReplicaProblem.values())
                        .map(Enum::name).toArray(String[]::new));
    }

    @Test
    void checkedReplica_isToldToReadersThatAskForReplicas() throws Exception {
        Machine reader = site.ready("reader");
        String replica = add(MIRROR);
        long session = session(owner);
        checks(owner, session, true);
        assertThat(replicas(reader, infoHash, true)).isEmpty();
        owner.tracker().reportReplica(replica, session, 5, 1, null, null);
        assertThat(replicas(reader, infoHash, true)).containsExactly(MIRROR);
        assertThat(replicas(reader, infoHash, null)).isEmpty();
        assertThat(replicas(reader, infoHash, false)).isEmpty();
    }

    @Test
    void report_isOfTheMachineThatHasTheCheckInItsLatestSession() throws Exception {
        Machine other = site.ready("other");
        String replica = add(MIRROR);
        long first = session(owner);
        checks(owner, first, true);
        assertFault(FaultCode.NOT_FOUND, other, replica, session(other));
        long second = session(owner);
        assertFault(FaultCode.FENCED, owner, replica, first);
        site.catalog.sharing().replicas().remove(owner.account().id(), contentId, replica);
        assertFault(FaultCode.NOT_FOUND, owner, replica, second);
    }
}

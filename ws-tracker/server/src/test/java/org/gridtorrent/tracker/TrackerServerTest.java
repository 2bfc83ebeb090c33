package org.gridtorrent.tracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebServiceException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.gridtorrent.catalog.TestAccounts;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Quota;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.contract.FaultCode;
import org.gridtorrent.contract.Peer;
import org.gridtorrent.contract.Task;
import org.gridtorrent.contract.TaskState;
import org.gridtorrent.contract.TrackerFault;
import org.gridtorrent.contract.WsTracker;
import org.gridtorrent.identity.DeviceKeys;
import org.gridtorrent.identity.DeviceName;
import org.gridtorrent.identity.IdentityException;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.identity.Ticket;
import org.gridtorrent.tracker.TrackerSite.Machine;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrackerServerTest {
    private static final String UNKNOWN_HASH = "00".repeat(20);

    @TempDir
    static Path folder;
    private static TrackerSite site;

    @BeforeAll
    static void start() throws Exception {
        site = new TrackerSite(folder);
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    @AfterEach
    void setTheClockBack() {
        site.now = Instant.now();
    }

    @Test
    void enrol_givesACertificateThatOpensTheOtherOperations() throws Exception {
        Machine machine = site.enrol(site.account("member"));
        var name = DeviceName.of(Clients.certificate(machine.credentials()));
        assertThat(name).isEqualTo(new DeviceName("lab", machine.account().id(), machine.id()));
        assertThat(tasks(machine, 0, 0)).isEmpty();
        assertThat(site.catalog.machines().devices().findByApiToken(machine.apiToken()))
                .isPresent();
    }

    @Test
    void enrol_refusesACodeUsedTooOldOrUnknown() throws Exception {
        Account member = site.account("member");
        String code = site.code(member);
        site.enrol(member, code);
        assertFault(FaultCode.CODE_REFUSED, () -> site.enrol(member, code));
        assertFault(FaultCode.CODE_REFUSED, () -> site.enrol(member, "ABCD-EFGH"));
        String late = site.code(member);
        site.now = site.now.plus(Duration.ofMinutes(10));
        assertFault(FaultCode.CODE_REFUSED, () -> site.enrol(member, late));
    }

    @Test
    void enrol_keepsTheCodeWhenTheRequestIsBad() throws Exception {
        Account member = site.account("member");
        String code = site.code(member);
        WsTracker stranger = site.stranger();
        assertFault(FaultCode.INVALID, () -> stranger.enrol(code, new byte[]{1, 2, 3}, "pc", "1",
                new Holder<>(), new Holder<>(), new Holder<>(), new Holder<>(), new Holder<>(),
                new Holder<>()));
        assertThat(site.enrol(member, code).id()).isNotEmpty();
    }

    @Test
    void stranger_isAdmittedToNothingButEnrol() throws Exception {
        WsTracker stranger = site.stranger();
        assertFault(FaultCode.NOT_ENROLLED,
                () -> stranger.fetchTasks(0, 0, null, null, null, null, new Holder<>(),
                        new Holder<>(),
                        new Holder<>(), new Holder<>(), new Holder<>()));
        assertFault(FaultCode.NOT_ENROLLED, () -> stranger.listPeers(UNKNOWN_HASH, 1, null));
        assertFault(FaultCode.NOT_ENROLLED,
                () -> stranger.renew(DeviceKeys.certificateRequest(DeviceKeys.generate())));
    }

    @Test
    void foreignCertificate_isRefusedByTls() throws Exception {
        Machine machine = site.enrol(site.account("member"));
        var others = SiteKeys.openOrCreate(folder.resolve("others"), "lab");
        var foreign = others.authority().issueDevice(
                DeviceKeys.certificateRequest(machine.key()), machine.account().id(),
                machine.id(), site.now);
        WsTracker line = site.client(machine.key(), foreign);
        assertThatThrownBy(
                () -> line.fetchTasks(0, 0, null, null, null, null, new Holder<>(), new Holder<>(),
                        new Holder<>(), new Holder<>(), new Holder<>()))
                .isInstanceOf(WebServiceException.class);
    }

    @Test
    void withdrawnDeviceAndDisabledAccount_areRefusedOnOpenConnections() throws Exception {
        Machine machine = site.enrol(site.account("member"));
        Machine other = site.enrol(site.account("other"));
        assertThat(tasks(machine, 0, 0)).isEmpty();
        site.catalog.machines().withdrawals().withdraw(machine.account().id(), machine.id());
        site.catalog.identity().accounts().disable(other.account().id());
        assertFault(FaultCode.NOT_ENROLLED, () -> tasks(machine, 0, 0));
        assertFault(FaultCode.NOT_ENROLLED, () -> tasks(other, 0, 0));
        assertFault(FaultCode.NOT_ENROLLED, () -> machine.tracker()
                .renew(DeviceKeys.certificateRequest(machine.key())));
    }

    @Test
    void certificateOutOfItsTime_isGoodForRenewalOnly() throws Exception {
        Machine machine = site.enrol(site.account("member"));
        site.now = site.now.plus(Duration.ofHours(30));
        assertFault(FaultCode.NOT_ENROLLED, () -> tasks(machine, 0, 0));
        var fresh = machine.tracker().renew(DeviceKeys.certificateRequest(machine.key()));
        WsTracker line = site.client(machine.key(), Clients.certificate(fresh));
        line.fetchTasks(0, 0, null, null, null, null, new Holder<>(), new Holder<>(),
                new Holder<>(), new Holder<>(), new Holder<>());
        site.now = site.now.plus(Duration.ofDays(100));
        assertFault(FaultCode.NOT_ENROLLED, () -> machine.tracker()
                .renew(DeviceKeys.certificateRequest(machine.key())));
    }

    @Test
    void renew_refusesAnotherKey() throws Exception {
        Machine machine = site.enrol(site.account("member"));
        assertFault(FaultCode.INVALID, () -> machine.tracker()
                .renew(DeviceKeys.certificateRequest(DeviceKeys.generate())));
    }

    @Test
    void publishing_goesFromTaskToPeers() throws Exception {
        Machine publisher = site.ready("publisher");
        Machine member = site.ready("member");
        var published = site.publishing(publisher,
                Grants.accounts(List.of(member.account().id())));
        Task task = tasks(publisher, 0, 0).getFirst();
        assertThat(task.getFolder()).isEqualTo("/data/ice");
        String hash = publisher.tracker().registerContent(task.getId(),
                TrackerSite.metainfo("cores"), null);
        assertThat(report(publisher, task.getId(), TaskState.DONE)).isEqualTo(TaskState.DONE);
        TrackerSite.announce(publisher, hash, 0);

        var bytes = new Holder<byte[]>();
        member.tracker().fetchContent(published.content().id(), new Holder<>(), new Holder<>(),
                bytes);
        assertThat(bytes.value).isEqualTo(TrackerSite.metainfo("cores"));
        List<Peer> peers = member.tracker().listPeers(hash, 50, null);
        assertThat(peers).singleElement().satisfies(peer -> {
            assertThat(peer.getDeviceId()).isEqualTo(publisher.id());
            assertThat(peer.getAddress()).isEqualTo("127.0.0.1");
            assertThat(peer.getEndpoint().getFirst().getPort()).isEqualTo(6881);
        });
        assertThat(publisher.tracker().listPeers(hash, 50, null)).isEmpty();
    }

    @Test
    void registerContent_acceptsTheSameTwiceAndRefusesOthers() throws Exception {
        Machine publisher = site.ready("publisher");
        Machine other = site.ready("other");
        String task = site.publishing(publisher, Grants.EVERYONE).task().id();
        byte[] ice = TrackerSite.metainfo("twice");
        assertFault(FaultCode.NOT_FOUND, () -> other.tracker().registerContent(task, ice, null));
        assertFault(FaultCode.INVALID,
                () -> publisher.tracker().registerContent(task, new byte[]{'d', 'e'},
                        null));
        String hash = publisher.tracker().registerContent(task, ice, null);
        assertThat(publisher.tracker().registerContent(task, ice, null)).isEqualTo(hash);
        assertFault(FaultCode.CONFLICT, () -> publisher.tracker().registerContent(task,
                TrackerSite.metainfo("fire"), null));
    }

    /** Else every getter would call whatever addresses the publisher named. */
    @Test
    void registerContent_keepsNeitherTrackersNorWebSeeds() throws Exception {
        Machine publisher = site.ready("publisher");
        var published = site.publishing(publisher, Grants.EVERYONE);
        byte[] bare = TrackerSite.metainfo("bare");
        String info = new String(bare, 1, bare.length - 2, StandardCharsets.US_ASCII);
        byte[] named = ("d8:announce20:http://127.0.0.1/ann" + info
                + "8:url-list17:http://127.0.0.1/e").getBytes(StandardCharsets.US_ASCII);
        String hash = publisher.tracker().registerContent(published.task().id(), named, null);
        assertThat(publisher.tracker().registerContent(published.task().id(), bare, null))
                .as("the same content").isEqualTo(hash);
        var bytes = new Holder<byte[]>();
        publisher.tracker().fetchContent(published.content().id(), new Holder<>(),
                new Holder<>(), bytes);
        assertThat(bytes.value).isEqualTo(bare);
    }

    /** Else stock clients would name its readers' machines to anybody. */
    @Test
    void registerContent_refusesMetainfoWithoutThePrivateFlag() throws Exception {
        Machine publisher = site.ready("publisher");
        String task = site.publishing(publisher, Grants.EVERYONE).task().id();
        assertFault(FaultCode.INVALID, () -> publisher.tracker().registerContent(task,
                TrackerSite.nonPrivateMetainfo("flagless"), null));
        assertThat(publisher.tracker().registerContent(task, TrackerSite.metainfo("flagged"),
                null)).isNotEmpty();
    }

    @Test
    void registerContent_refusesMoreThanItsOwnerMayPublish() throws Exception {
        Machine publisher = site.ready("publisher");
        String task = site.publishing(publisher, Grants.EVERYONE).task().id();
        Account boss = TestAccounts.addAdmin(site.catalog, "boss", "The boss");
        site.catalog.site().quotas().changeSite(boss.id(),
                new Quota(OptionalLong.empty(), OptionalLong.of(1)));
        assertFault(FaultCode.CONFLICT, () -> publisher.tracker().registerContent(task,
                TrackerSite.metainfo("much"), null));
        site.catalog.site().quotas().changeSite(boss.id(), Quota.NONE);
        assertThat(publisher.tracker().registerContent(task, TrackerSite.metainfo("much"), null))
                .isNotEmpty();
    }

    @Test
    void unknownAndForbidden_getTheSameAnswer() throws Exception {
        Machine publisher = site.ready("publisher");
        Machine stranger = site.ready("stranger");
        Content content = site.published(publisher,
                Grants.accounts(List.of(publisher.account().id())), "hidden");
        String forbidden = content.infoHash().orElseThrow();
        WsTracker line = stranger.tracker();

        assertSameFault(() -> fetch(line, content.id()), () -> fetch(line, "nothing"));
        assertSameFault(() -> line.listPeers(forbidden, 9, null),
                () -> line.listPeers(UNKNOWN_HASH, 9, null));
        assertSameFault(() -> ticket(line, forbidden), () -> ticket(line, UNKNOWN_HASH));
        assertSameFault(() -> accessList(line, forbidden), () -> accessList(line, UNKNOWN_HASH));
        assertSameFault(() -> TrackerSite.announce(stranger, forbidden, 1),
                () -> TrackerSite.announce(stranger, UNKNOWN_HASH, 1));
    }

    @Test
    void ticket_admitsItsDeviceToItsContent() throws Exception {
        Machine publisher = site.ready("publisher");
        Content content = site.published(publisher, Grants.EVERYONE, "open");
        String hash = content.infoHash().orElseThrow();
        Ticket ticket = Ticket.verify(ticket(publisher.tracker(), hash), site.keys.ticketKey(),
                site.now);
        assertThat(ticket.admits(hash,
                new DeviceName("lab", publisher.account().id(), publisher.id()),
                publisher.key().getPublic())).isTrue();
        assertThatThrownBy(() -> Ticket.verify(ticket(publisher.tracker(), hash),
                site.keys.ticketKey(), site.now.plus(Duration.ofMinutes(11))))
                .isInstanceOf(IdentityException.class);
    }

    @Test
    void accessTakenAway_shrinksTheListHidesThePeerAndMovesTheRevision() throws Exception {
        Machine publisher = site.ready("publisher");
        Machine member = site.ready("member");
        Content content = site.published(publisher,
                Grants.accounts(List.of(member.account().id())), "taken");
        String hash = content.infoHash().orElseThrow();
        TrackerSite.announce(member, hash, 1);
        assertThat(accessList(publisher.tracker(), hash)).hasSize(2);
        assertThat(publisher.tracker().listPeers(hash, 9, null)).hasSize(1);
        long before = revision(publisher);

        site.catalog.access().grants().replace(publisher.account().id(), content.id(),
                Grants.accounts(List.of(publisher.account().id())));
        assertThat(accessList(publisher.tracker(), hash))
                .containsExactly(publisher.account().id());
        assertThat(publisher.tracker().listPeers(hash, 9, null)).isEmpty();
        assertThat(revision(publisher)).isGreaterThan(before);
        assertFault(FaultCode.NOT_FOUND, () -> ticket(member.tracker(), hash));
    }

    @Test
    void fetchTasks_isAnsweredWhileWaitingWhenATaskIsMade() throws Exception {
        Machine publisher = site.ready("publisher");
        long known = revision(publisher);
        var waiting = CompletableFuture.supplyAsync(() -> waitForTasks(publisher, known));
        site.publishing(publisher, Grants.EVERYONE);
        assertThat(waiting.get()).hasSize(1);
    }

    @Test
    void fetchTasks_isReleasedWhenTheServerCloses() throws Exception {
        var own = new TrackerSite(folder.resolve("closing"));
        Machine publisher = own.ready("publisher");
        long known = revision(publisher);
        var waiting = CompletableFuture.supplyAsync(() -> waitForTasks(publisher, known));
        own.close();
        assertThat(waiting.handle((_, _) -> true).get()).isTrue();
    }

    @Test
    void reportTask_neverLeavesAFinalStateAndTellsOfCancelling() throws Exception {
        Machine publisher = site.ready("publisher");
        Machine other = site.ready("other");
        String task = site.publishing(publisher, Grants.EVERYONE).task().id();
        assertThat(report(publisher, task, TaskState.RUNNING)).isEqualTo(TaskState.RUNNING);
        assertFault(FaultCode.NOT_FOUND, () -> report(other, task, TaskState.DONE));
        site.catalog.work().tasks().cancel(publisher.account().id(), task);
        assertThat(report(publisher, task, TaskState.RUNNING)).isEqualTo(TaskState.CANCELLED);
        assertThat(report(publisher, task, TaskState.DONE)).isEqualTo(TaskState.CANCELLED);
        assertThat(tasks(publisher, 0, 0)).extracting(Task::getState)
                .containsExactly(TaskState.CANCELLED);
    }

    private static List<Task> tasks(Machine machine, long after, int seconds)
            throws TrackerFault {
        var tasks = new Holder<List<Task>>();
        machine.tracker().fetchTasks(after, seconds, null, null, null, null, new Holder<>(), tasks,
                new Holder<>(), new Holder<>(), new Holder<>());
        return tasks.value == null ? List.of() : tasks.value;
    }

    private static List<Task> waitForTasks(Machine machine, long after) {
        try {
            return tasks(machine, after, 50);
        } catch (TrackerFault e) {
            throw new AssertionError(e);
        }
    }

    private static long revision(Machine machine) throws TrackerFault {
        var revision = new Holder<Long>();
        machine.tracker().fetchTasks(0, 0, null, null, null, null, revision, new Holder<>(),
                new Holder<>(),
                new Holder<>(), new Holder<>());
        return revision.value;
    }

    private static TaskState report(Machine machine, String task, TaskState state)
            throws TrackerFault {
        var holder = new Holder<>(state);
        machine.tracker().reportTask(task, holder, 1, 5, 1, 1, "working", null, null, List.of(),
                null);
        return holder.value;
    }

    private static byte[] ticket(WsTracker line, String infoHash) throws TrackerFault {
        var ticket = new Holder<byte[]>();
        line.issueTicket(infoHash, ticket, new Holder<>());
        return ticket.value;
    }

    @Test
    void anybody_isSaidOfPublicContentOfAnOpenSiteToWhoUnderstands(@TempDir Path other)
            throws Exception {
        for (boolean open : List.of(true, false)) {
            try (var some = new TrackerSite(other.resolve("open-" + open), open)) {
                Machine machine = some.ready("somebody");
                String everyones = hash(some.published(machine, Grants.EVERYONE, "a"));
                String own = hash(some.published(machine,
                        Grants.accounts(List.of(machine.account().id())), "b"));
                assertThat(anybody(machine.tracker(), everyones, true)).isEqualTo(open);
                assertThat(anybody(machine.tracker(), own, true)).isFalse();
                assertThat(anybody(machine.tracker(), everyones, null)).isNull();
            }
        }
    }

    private static String hash(Content content) {
        return content.infoHash().orElseThrow();
    }

    private static @Nullable Boolean anybody(WsTracker line, String infoHash,
            @Nullable Boolean understood) throws TrackerFault {
        var anybody = new Holder<Boolean>();
        line.fetchAccessList(infoHash, understood, new Holder<>(), new Holder<>(), new Holder<>(),
                new Holder<>(), anybody);
        return anybody.value;
    }

    private static List<String> accessList(WsTracker line, String infoHash) throws TrackerFault {
        var users = new Holder<List<String>>();
        line.fetchAccessList(infoHash, null, new Holder<>(), new Holder<>(), users, new Holder<>(),
                new Holder<>());
        return users.value;
    }

    private static void fetch(WsTracker line, String contentId) throws TrackerFault {
        line.fetchContent(contentId, new Holder<>(), new Holder<>(), new Holder<>());
    }

    private static TrackerFault assertFault(FaultCode code, ThrowingCallable call) {
        var fault = org.assertj.core.api.Assertions.catchThrowableOfType(TrackerFault.class, call);
        assertThat(fault).isNotNull();
        assertThat(fault.getFaultInfo().getCode()).isEqualTo(code);
        assertThat(fault.getFaultInfo().getMessage()).endsWith(".").doesNotContain("Exception");
        return fault;
    }

    private static void assertSameFault(ThrowingCallable forbidden, ThrowingCallable unknown) {
        assertThat(assertFault(FaultCode.NOT_FOUND, forbidden).getFaultInfo().getMessage())
                .isEqualTo(assertFault(FaultCode.NOT_FOUND, unknown).getFaultInfo().getMessage());
    }
}

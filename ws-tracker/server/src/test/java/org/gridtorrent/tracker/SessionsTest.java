package org.gridtorrent.tracker;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.xml.ws.Holder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.DeviceLimits;
import org.gridtorrent.catalog.device.FolderListing;
import org.gridtorrent.catalog.task.Task.Kind;
import org.gridtorrent.catalog.task.Task.Order;
import org.gridtorrent.contract.AnnounceEvent;
import org.gridtorrent.contract.Endpoint;
import org.gridtorrent.contract.FaultCode;
import org.gridtorrent.contract.FileState;
import org.gridtorrent.contract.FolderEntry;
import org.gridtorrent.contract.Listed;
import org.gridtorrent.contract.Peer;
import org.gridtorrent.contract.Question;
import org.gridtorrent.contract.SwarmCounts;
import org.gridtorrent.contract.Task;
import org.gridtorrent.contract.TaskFile;
import org.gridtorrent.contract.TaskKind;
import org.gridtorrent.contract.TaskProblem;
import org.gridtorrent.contract.TaskState;
import org.gridtorrent.contract.TrackerFault;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;
import org.gridtorrent.tracker.TrackerSite.Machine;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract's second level, as a client of it calls. */
class SessionsTest {
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

    private static long session(Machine machine) throws TrackerFault {
        var session = new Holder<Long>();
        var level = new Holder<Integer>();
        machine.tracker().openSession("2", session, level);
        assertThat(level.value).isEqualTo(10);
        return session.value;
    }

    private static List<Task> tasks(Machine machine, @Nullable Long session) throws TrackerFault {
        var tasks = new Holder<List<Task>>();
        machine.tracker().fetchTasks(0, 0, session, null, null, null, new Holder<>(), tasks,
                new Holder<>(),
                new Holder<>(), new Holder<>());
        return tasks.value == null ? List.of() : tasks.value;
    }

    private static void assertFault(FaultCode code, ThrowingCallable call) {
        var fault = org.assertj.core.api.Assertions.catchThrowableOfType(TrackerFault.class, call);
        assertThat(fault).isNotNull();
        assertThat(fault.getFaultInfo().getCode()).isEqualTo(code);
    }

    private static String order(Machine machine, Kind kind, Content content) {
        return site.catalog.work().tasks().request(machine.account().id(),
                Order.of(kind, content.id(), machine.id())).orElseThrow().id();
    }

    @Test
    void secondDaemonOfADevice_fencesOffTheFirst() throws Exception {
        Machine machine = site.ready("member");
        long first = session(machine);
        tasks(machine, first);
        long second = session(machine);
        assertFault(FaultCode.FENCED, () -> tasks(machine, first));
        tasks(machine, second);
    }

    @Test
    void taskOfASession_hasALeaseAndWithoutOneNone() throws Exception {
        Machine publisher = site.ready("publisher");
        site.publishing(publisher, Grants.EVERYONE);
        assertThat(tasks(publisher, null)).singleElement().satisfies(task -> {
            assertThat(task.getLease()).isNull();
            assertThat(task.isPaused()).isNull();
        });
        assertThat(tasks(publisher, session(publisher))).singleElement().satisfies(task -> {
            assertThat(task.getLease()).isPositive();
            assertThat(task.isPaused()).isFalse();
        });
    }

    @Test
    void verification_endsWithTheDamagedFilesOrIsTriedAgain() throws Exception {
        Machine publisher = site.ready("publisher");
        Machine member = site.ready("member");
        Content content = site.published(publisher, Grants.EVERYONE, "verified");
        long session = session(member);
        String id = order(member, Kind.VERIFY, content);
        Task task = tasks(member, session).getFirst();
        assertThat(task.getKind()).isEqualTo(TaskKind.VERIFY);

        assertThat(report(member, task, TaskProblem.FAILED)).isEqualTo(TaskState.WAITING);
        Task again = tasks(member, session).getFirst();
        assertThat(again.isPaused()).isTrue();
        assertThat(again.getLease()).isGreaterThan(task.getLease());
        assertFault(FaultCode.FENCED, () -> report(member, task, TaskProblem.FAILED));

        assertThat(report(member, again, TaskProblem.DAMAGED)).isEqualTo(TaskState.FAILED);
        assertThat(site.catalog.work().tasks().files(member.account().id(), id)).singleElement()
                .satisfies(file -> assertThat(file.path()).isEqualTo("a/b"));
    }

    private static TaskState report(Machine machine, Task task, TaskProblem problem)
            throws TrackerFault {
        var file = new TaskFile();
        file.setPath("a/b");
        file.setState(FileState.DAMAGED);
        file.setReason("1 of 2 pieces not good");
        var state = new Holder<>(TaskState.FAILED);
        machine.tracker().reportTask(task.getId(), state, 1, 5, 0, 0, "no", task.getLease(),
                problem, List.of(file), null);
        return state.value;
    }

    private static Optional<TaskReason> reported(String code) throws Exception {
        Machine publisher = site.ready("publisher");
        site.publishing(publisher, Grants.EVERYONE);
        Task task = tasks(publisher, session(publisher)).getFirst();
        var cause = new org.gridtorrent.contract.Reason();
        cause.setCode("DISK_OF_PATH_FULL");
        cause.getArgument().add("/data");
        var reason = new org.gridtorrent.contract.Reason();
        reason.setCode(code);
        reason.getCause().add(cause);
        publisher.tracker().reportTask(task.getId(), new Holder<>(TaskState.WAITING), 1, 5, 0, 0,
                "the disk is full", task.getLease(), null, List.of(), reason);
        return site.catalog.work().tasks().find(publisher.account().id(), task.getId())
                .orElseThrow()
                .reason();
    }

    @Test
    void reasonIsKeptAsACode_andAsTheSentenceWhenTheCodeIsNotKnown() throws Exception {
        assertThat(reported("DISK_FULL")).contains(TaskReason.of(ReasonCode.DISK_FULL,
                TaskReason.of(ReasonCode.DISK_OF_PATH_FULL, "/data")));
        assertThat(reported("OF_A_LATER_VERSION"))
                .contains(TaskReason.sentence("the disk is full"));
    }

    @Test
    void announce_namesPeersWhenAsked() throws Exception {
        Machine publisher = site.ready("publisher");
        Machine member = site.ready("member");
        Content content = site.published(publisher, Grants.EVERYONE, "announced");
        String hash = content.infoHash().orElseThrow();
        assertThat(announced(member, hash, null)).isEmpty();
        assertThat(announced(member, hash, 50)).extracting(Peer::getDeviceId)
                .containsExactly(publisher.id());
    }

    private static List<Peer> announced(Machine machine, String hash, @Nullable Integer wanted)
            throws TrackerFault {
        var peers = new Holder<List<Peer>>();
        machine.tracker().announce(hash, AnnounceEvent.STARTED, 0, 0, 5, wanted, null, null, null,
                new Holder<>(), new Holder<>(), new Holder<>(), peers, new Holder<>());
        return peers.value == null ? List.of() : peers.value;
    }

    @Test
    void scrape_countsWhatMayBeReadAndLeavesOutTheRest() throws Exception {
        Machine publisher = site.ready("publisher");
        Machine stranger = site.ready("stranger");
        Content open = site.published(publisher, Grants.EVERYONE, "counted");
        Content hidden = site.published(publisher,
                Grants.accounts(List.of(publisher.account().id())), "uncounted");
        String hash = open.infoHash().orElseThrow();
        TrackerSite.announce(stranger, hash, 5);
        stranger.tracker().announce(hash, AnnounceEvent.COMPLETED, 0, 5, 0, null, null, null, null,
                new Holder<>(), new Holder<>(), new Holder<>(), new Holder<>(), new Holder<>());
        List<SwarmCounts> counts = stranger.tracker()
                .scrape(List.of(hash, hidden.infoHash().orElseThrow(), UNKNOWN_HASH));
        assertThat(counts).singleElement().satisfies(swarm -> {
            assertThat(swarm.getInfoHash()).isEqualTo(hash);
            assertThat(swarm.getSeeds()).isEqualTo(2);
            assertThat(swarm.getCompleted()).isEqualTo(1);
        });
    }

    @Test
    void newVersion_isPreparedByThePublishersDevice() throws Exception {
        Machine publisher = site.ready("publisher");
        Machine other = site.ready("other");
        Content content = site.published(publisher, Grants.EVERYONE, "first");
        var id = new Holder<>(content.id());
        var task = new Holder<String>();
        publisher.tracker().newVersion(id, "/data/second", null, task);
        assertThat(id.value).isNotEqualTo(content.id());
        publisher.tracker().registerContent(task.value, TrackerSite.metainfo("second"), null);
        assertThat(site.catalog.datasets().contents().find(other.account().id(), id.value))
                .isPresent();
        assertFault(FaultCode.NOT_FOUND,
                () -> other.tracker().newVersion(new Holder<>(content.id()), "/x", null,
                        new Holder<>()));
    }

    @Test
    void deviceStatus_saysWhatTheTrackerSees() throws Exception {
        Machine publisher = site.ready("publisher");
        site.published(publisher, Grants.EVERYONE, "seen");
        var name = new Holder<String>();
        var user = new Holder<String>();
        var address = new Holder<String>();
        var endpoints = new Holder<List<Endpoint>>();
        var swarms = new Holder<Integer>();
        var open = new Holder<Integer>();
        publisher.tracker().deviceStatus(name, user, address, endpoints, swarms, open);
        assertThat(name.value).isEqualTo("pc");
        assertThat(user.value).isEqualTo(publisher.account().name());
        assertThat(address.value).isEqualTo("127.0.0.1");
        assertThat(endpoints.value).extracting(Endpoint::getPort).containsExactly(6881);
        assertThat(swarms.value).isEqualTo(1);
        assertThat(open.value).isEqualTo(1);
    }

    @Test
    void roomThatIsOffered_isFilledByARuleAtOnce() throws Exception {
        Machine publisher = site.ready("publisher");
        Machine member = site.ready("member");
        Content content = site.published(publisher, Grants.EVERYONE, "kept");
        long session = session(member);
        member.tracker().offerRoom(1_000_000, true);
        var revision = new Holder<Long>();
        var tasks = new Holder<List<Task>>();
        member.tracker().fetchTasks(0, 0, session, null, null, null, revision, tasks,
                new Holder<>(),
                new Holder<>(), new Holder<>());
        assertThat(
                site.catalog.sharing().copies().keep(publisher.account().id(), content.id(), 2, 0,
                        List.of(), List.of()))
                .isTrue();
        member.tracker().fetchTasks(revision.value, 40, session, null, null, null, revision, tasks,
                new Holder<>(), new Holder<>(), new Holder<>());
        assertThat(tasks.value).singleElement().satisfies(task -> {
            assertThat(task.getKind()).isEqualTo(TaskKind.DOWNLOAD);
            assertThat(task.getContentId()).isEqualTo(content.id());
        });
        assertFault(FaultCode.INVALID, () -> member.tracker().offerRoom(-1, false));
    }

    /** Of the contract's sixth level; handed out once, and only to clients that ask for them. */
    @Test
    void ownersQuestionsAndLimits_areForClientsThatUnderstandThem() throws Exception {
        Machine member = site.ready("member");
        long session = session(member);
        site.catalog.machines().limits().set(member.account().id(), member.id(),
                new DeviceLimits.Limits("08:00,2000000", ""));
        var asked = site.catalog.machines().folderQueries()
                .ask(member.account().id(), member.id(), "/data", 100).orElseThrow();
        var questions = new Holder<List<Question>>();
        var limits = new Holder<org.gridtorrent.contract.OwnersLimits>();
        member.tracker().fetchTasks(0, 0, session, null, null, null, new Holder<>(), new Holder<>(),
                questions, limits, new Holder<>());
        assertThat(questions.value).isNullOrEmpty();
        assertThat(limits.value).isNull();
        member.tracker().fetchTasks(0, 0, session, true, null, null, new Holder<>(), new Holder<>(),
                questions, limits, new Holder<>());
        assertThat(questions.value).singleElement().satisfies(question -> {
            assertThat(question.getId()).isEqualTo(asked.id());
            assertThat(question.getFolder()).isEqualTo("/data");
            assertThat(question.getFirst()).isEqualTo(100);
        });
        assertThat(limits.value.getUpload()).isEqualTo("08:00,2000000");
        assertThat(limits.value.getDownload()).isEmpty();
        var entry = new FolderEntry();
        entry.setName("run");
        entry.setFolder(true);
        member.tracker().answerQuestion(asked.id(), Listed.YES, 101, List.of(entry));
        assertThat(site.catalog.machines().folderQueries().await(member.account().id(), member.id(),
                asked,
                Duration.ZERO)).contains(new FolderListing(FolderListing.Outcome.YES, 101,
                        List.of(new FolderListing.Entry("run", true, 0))));
    }
}

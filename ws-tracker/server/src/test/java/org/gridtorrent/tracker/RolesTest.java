package org.gridtorrent.tracker;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.xml.ws.Holder;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.replica.ReplicaCheck;
import org.gridtorrent.catalog.workflow.Publishing.Published;
import org.gridtorrent.contract.AnnounceEvent;
import org.gridtorrent.contract.FaultCode;
import org.gridtorrent.contract.Listed;
import org.gridtorrent.contract.TaskState;
import org.gridtorrent.contract.TrackerFault;
import org.gridtorrent.contract.WsTracker;
import org.gridtorrent.identity.DeviceKeys;
import org.gridtorrent.identity.IdentityException;
import org.gridtorrent.tracker.TrackerSite.Machine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Who may call what: each operation of the contract, called from each standing that a caller can have. */
@SuppressWarnings("NullAway.Init") // set before all tests
class RolesTest {
    private static final Map<Role, Caller> CALLERS = new EnumMap<>(Role.class);

    @TempDir
    static Path folder;
    private static TrackerSite site;
    private static Machine publisher;
    private static Grants group;
    private static Grants named;

    /** What a caller is to a content that is shared with a group, or with one person. */
    enum Role {
        WITHOUT_CERTIFICATE,
        WITHDRAWN,
        DISABLED,
        OUTSIDER,
        INVITED,
        MEMBER,
        NAMED,
        OWNERS_OTHER_MACHINE,
        PUBLISHER;

        boolean isAtLeast(Role other) {
            return compareTo(other) >= 0;
        }
    }

    /** What an operation asks of its caller. */
    private enum Need {
        A_CODE,
        TO_BE_ENROLLED,
        TO_READ,
        TO_OWN,
        TO_BE_ASKED,
        THE_TASK;

        Optional<FaultCode> refusal(Role role) {
            if (this == A_CODE) {
                return unless(role != Role.DISABLED, FaultCode.CODE_REFUSED);
            }
            if (!role.isAtLeast(Role.OUTSIDER)) {
                return Optional.of(FaultCode.NOT_ENROLLED);
            }
            return unless(switch (this) {
                case A_CODE, TO_BE_ENROLLED -> true;
                case TO_READ -> role.isAtLeast(Role.MEMBER);
                case TO_OWN -> role.isAtLeast(Role.OWNERS_OTHER_MACHINE);
                case TO_BE_ASKED, THE_TASK -> role == Role.PUBLISHER;
            }, FaultCode.NOT_FOUND);
        }

        private static Optional<FaultCode> unless(boolean right, FaultCode refusal) {
            return right ? Optional.empty() : Optional.of(refusal);
        }
    }

    /** Somebody with a line to the tracker, a code that was not used, and a key. */
    private record Caller(WsTracker line, String code, KeyPair key) {
        byte[] request() throws IdentityException {
            return DeviceKeys.certificateRequest(key);
        }
    }

    /** A content that its publisher is still preparing, and that is ready all the same. */
    private record Shared(Content content, String infoHash, String name, String taskId,
            long lease) {}

    private interface Call {
        void by(Caller caller, Shared shared) throws TrackerFault, IdentityException;
    }

    /** The contract's operations. */
    @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
    enum Operation {
        ENROL(Need.A_CODE,
                (caller, _) -> caller.line.enrol(caller.code, caller.request(), "pc", "1",
                        any(), any(), any(), any(), any(), any())),
        RENEW(Need.TO_BE_ENROLLED, (caller, _) -> caller.line.renew(caller.request())),
        REPORT_DEVICE(Need.TO_BE_ENROLLED, (caller, _) -> caller.line.reportDevice("1", List.of(),
                1, List.of("/data"))),
        REPORT_PLACES(Need.TO_BE_ENROLLED, (caller, _) -> caller.line.reportPlaces(List.of())),
        OFFER_ROOM(Need.TO_BE_ENROLLED, (caller, _) -> caller.line.offerRoom(0, false)),
        FETCH_TASKS(Need.TO_BE_ENROLLED,
                (caller, _) -> caller.line.fetchTasks(0, 0, null, null, null, null,
                        any(), any(), any(), any(), any())),
        ANSWER_QUESTION(Need.TO_BE_ASKED, (caller, shared) -> caller.line.answerQuestion(
                asked("/" + shared.name), Listed.NOT_OPEN, 0, List.of())),
        REPORT_REPLICA(Need.TO_BE_ASKED, (caller, shared) -> caller.line.reportReplica(
                check(shared), session(caller), 5, 1, null, null)),
        OPEN_SESSION(Need.TO_BE_ENROLLED, (caller, _) -> caller.line.openSession("1", any(),
                any())),
        DEVICE_STATUS(Need.TO_BE_ENROLLED, (caller, _) -> caller.line.deviceStatus(any(), any(),
                any(), any(), any(), any())),
        SCRAPE(Need.TO_BE_ENROLLED, (caller, shared) -> caller.line.scrape(List.of(
                shared.infoHash))),
        FOLLOW_DATASETS(Need.TO_BE_ENROLLED, (caller, _) -> caller.line.followDatasets(any(), 9,
                any(), any(), any(), any())),
        FETCH_CONTENT(Need.TO_READ, (caller, shared) -> caller.line.fetchContent(
                shared.content.id(), any(), any(), any())),
        ANNOUNCE(Need.TO_READ, (caller, shared) -> caller.line.announce(shared.infoHash,
                AnnounceEvent.UPDATE, 0, 0, 0, null, null, null, null, any(), any(), any(), any(),
                any())),
        LIST_PEERS(Need.TO_READ, (caller, shared) -> caller.line.listPeers(shared.infoHash, 9,
                null)),
        ISSUE_TICKET(Need.TO_READ, (caller, shared) -> caller.line.issueTicket(shared.infoHash,
                any(), any())),
        FETCH_ACCESS_LIST(Need.TO_READ, (caller, shared) -> caller.line.fetchAccessList(
                shared.infoHash, null, any(), any(), any(), any(), any())),
        NEW_VERSION(Need.TO_OWN, (caller, shared) -> caller.line.newVersion(
                new Holder<>(shared.content.id()), "/data/ice", null, any())),
        REGISTER_CONTENT(Need.THE_TASK, (caller, shared) -> caller.line.registerContent(
                shared.taskId, TrackerSite.metainfo(shared.name), null)),
        REPORT_TASK(Need.THE_TASK, (caller, shared) -> caller.line.reportTask(shared.taskId,
                new Holder<>(TaskState.DONE), 5, 5, 0, 0, "", shared.lease, null, List.of(), null));

        private final Need need;
        private final Call call;

        Operation(Need need, Call call) {
            this.need = need;
            this.call = call;
        }

        private static <T> Holder<T> any() {
            return new Holder<>();
        }
    }

    @BeforeAll
    static void start() throws Exception {
        site = new TrackerSite(folder);
        publisher = site.ready("publisher");
        String owner = publisher.account().id();
        String id = site.catalog.people().groups().create(owner, "roles", "", true).id();
        group = Grants.groups(List.of(id));

        CALLERS.put(Role.WITHOUT_CERTIFICATE, new Caller(site.stranger(),
                site.code(site.account("stranger")), DeviceKeys.generate()));
        Machine withdrawn = enrolled(Role.WITHDRAWN, publisher.account());
        site.catalog.machines().withdrawals().withdraw(owner, withdrawn.id());
        Account disabled = site.account("disabled");
        enrolled(Role.DISABLED, disabled);
        join(disabled, id);
        site.catalog.identity().accounts().disable(disabled.id());
        enrolled(Role.OUTSIDER, site.account("outsider"));
        Account invited = site.account("invited");
        enrolled(Role.INVITED, invited);
        site.catalog.people().memberships().invite(owner, id, invited.id());
        Account member = site.account("member");
        enrolled(Role.MEMBER, member);
        join(member, id);
        Machine other = enrolled(Role.NAMED, site.account("named"));
        named = Grants.accounts(List.of(other.account().id()));
        enrolled(Role.OWNERS_OTHER_MACHINE, publisher.account());
        CALLERS.put(Role.PUBLISHER, caller(publisher));
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    private static Machine enrolled(Role role, Account account) throws Exception {
        Machine machine = site.enrol(account);
        CALLERS.put(role, caller(machine));
        return machine;
    }

    private static Caller caller(Machine machine) throws Exception {
        return new Caller(machine.tracker(), site.code(machine.account()), machine.key());
    }

    private static void join(Account account, String groupId) {
        site.catalog.people().memberships().invite(publisher.account().id(), groupId, account.id());
        site.catalog.people().memberships().accept(account.id(), groupId, account.id());
    }

    static Stream<Arguments> matrix() {
        return Arrays.stream(Operation.values()).flatMap(operation -> Arrays.stream(Role.values())
                .map(role -> Arguments.of(operation, role)));
    }

    @ParameterizedTest(name = "{0} by {1}")
    @MethodSource("matrix")
    void operation_isDoneForThoseWhoMay(Operation operation, Role role) throws Exception {
        Shared shared = shared(operation + "-" + role, role == Role.NAMED ? named : group);
        Caller caller = Objects.requireNonNull(CALLERS.get(role));
        Optional<FaultCode> refusal = Optional.empty();
        try {
            operation.call.by(caller, shared);
        } catch (TrackerFault fault) {
            refusal = Optional.of(fault.getFaultInfo().getCode());
        }
        assertThat(refusal).isEqualTo(operation.need.refusal(role));
    }

    private static Shared shared(String name, Grants grants) throws TrackerFault {
        Published published = site.publishing(publisher, grants);
        String hash = publisher.tracker().registerContent(published.task().id(),
                TrackerSite.metainfo(name), null);
        TrackerSite.announce(publisher, hash, 0);
        return new Shared(published.content(), hash, name, published.task().id(),
                published.task().lease());
    }

    /** A question that was put to the publisher's machine. */
    private static String asked(String folder) {
        return site.catalog.machines().folderQueries()
                .ask(publisher.account().id(), publisher.id(), folder, 0)
                .orElseThrow().id();
    }

    private static long session(Caller caller) throws TrackerFault {
        var session = new Holder<Long>();
        caller.line.openSession("1", session, new Holder<>());
        return session.value;
    }

    /** A replica whose check was given to the publisher's machine. */
    private static String check(Shared shared) {
        site.hold(publisher, shared.taskId);
        String replica = site.catalog.sharing().replicas().add(publisher.account().id(),
                shared.content.id(), "https://mirror.example.org/").orElseThrow().id();
        assertThat(site.catalog.sharing().replicas().handOut(publisher.id()))
                .extracting(ReplicaCheck::replicaId).contains(replica);
        return replica;
    }

    @Test
    void everyOperationOfTheContract_isInTheMatrix() {
        assertThat(Arrays.stream(Operation.values()).map(RolesTest::methodName))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(WsTracker.class.getMethods())
                        .map(Method::getName).toList());
    }

    private static String methodName(Operation operation) {
        String[] words = operation.name().toLowerCase(Locale.ROOT).split("_", -1);
        return words[0] + Arrays.stream(words).skip(1)
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .reduce("", String::concat);
    }
}

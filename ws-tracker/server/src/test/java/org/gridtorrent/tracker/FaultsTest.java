package org.gridtorrent.tracker;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jakarta.xml.ws.Holder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.contract.AnnounceEvent;
import org.gridtorrent.contract.FaultCode;
import org.gridtorrent.contract.Listed;
import org.gridtorrent.contract.Place;
import org.gridtorrent.contract.Task;
import org.gridtorrent.contract.TaskState;
import org.gridtorrent.contract.TrackerFault;
import org.gridtorrent.contract.TransportName;
import org.gridtorrent.contract.WsTracker;
import org.gridtorrent.identity.DeviceKeys;
import org.gridtorrent.identity.IdentityException;
import org.gridtorrent.tracker.TrackerSite.Machine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Each fault that the contract documents, provoked at the operation it is documented for. */
@SuppressWarnings("NullAway.Init") // set before all tests
class FaultsTest {
    private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
    private static final Pattern OF_ALL = Pattern
            .compile("Faults of every operation: ([A-Z_, ]+)\\.");
    private static final Pattern OF_ONE = Pattern.compile("Faults?: ([A-Z_, ]+)\\.");
    private static final byte[] NO_REQUEST = {1, 2, 3};
    private static final String TOO_LONG = "x".repeat(300);
    private static final Map<Documented, ThrowingCallable> PROVOCATIONS = new HashMap<>();

    @TempDir
    static Path folder;
    private static TrackerSite site;
    /** Whose database is away. */
    private static TrackerSite broken;

    /** As the WSDL says of an operation. */
    record Documented(String operation, FaultCode code) {
        @Override
        public String toString() {
            return operation + " " + code;
        }
    }

    /** The calls that need more than a line: some are of a content which is its owner's alone. */
    private record Caller(WsTracker line, String contentId, String infoHash, String task) {
        Map<String, ThrowingCallable> everyCall(String code) {
            return Map.ofEntries(
                    entry("enrol", () -> enrol(code, request())),
                    entry("renew", this::renew),
                    entry("reportDevice", () -> line.reportDevice("1", List.of(), 1, List.of())),
                    entry("fetchTasks",
                            () -> line.fetchTasks(0, 0, null, null, null, null, any(), any(),
                                    any(), any(), any())),
                    entry("reportTask", () -> report(1)),
                    entry("registerContent", () -> register(TrackerSite.metainfo("own"))),
                    entry("fetchContent", this::fetchContent),
                    entry("announce", this::announce),
                    entry("listPeers", this::listPeers),
                    entry("issueTicket", this::ticket),
                    entry("fetchAccessList", this::accessList),
                    entry("openSession", () -> line.openSession("1", any(), any())),
                    entry("newVersion", () -> next("/data/next")),
                    entry("scrape", () -> line.scrape(List.of(infoHash))),
                    entry("deviceStatus", () -> line.deviceStatus(any(), any(), any(), any(),
                            any(), any())),
                    entry("reportPlaces", () -> line.reportPlaces(List.of())),
                    entry("offerRoom", () -> line.offerRoom(0, false)),
                    entry("answerQuestion", () -> answer(0)),
                    entry("reportReplica", () -> reportReplica(0)),
                    entry("followDatasets", () -> follow(9)));
        }

        private static byte[] request() throws IdentityException {
            return DeviceKeys.certificateRequest(DeviceKeys.generate());
        }

        void enrol(String code, byte[] request) throws TrackerFault {
            line.enrol(code, request, "pc", "1", any(), any(), any(), any(), any(), any());
        }

        void renew() throws Exception {
            line.renew(request());
        }

        void report(long bytesDone) throws TrackerFault {
            line.reportTask(task, new Holder<>(TaskState.RUNNING), bytesDone, 5, 0, 0, "", null,
                    null, List.of(), null);
        }

        void register(byte[] metainfo) throws TrackerFault {
            line.registerContent(task, metainfo, null);
        }

        void next(String folder) throws TrackerFault {
            line.newVersion(new Holder<>(contentId), folder, null, any());
        }

        void fetchContent() throws TrackerFault {
            line.fetchContent(contentId, any(), any(), any());
        }

        void announce() throws TrackerFault {
            line.announce(infoHash, AnnounceEvent.UPDATE, 0, 0, 0, null, null, null, null, any(),
                    any(),
                    any(), any(), any());
        }

        void listPeers() throws TrackerFault {
            line.listPeers(infoHash, 9, null);
        }

        void answer(int total) throws TrackerFault {
            line.answerQuestion("nosuchquestion", Listed.YES, total, List.of());
        }

        void reportReplica(long bytes) throws TrackerFault {
            line.reportReplica("nosuchreplica", 0, bytes, 0, null, null);
        }

        void follow(int limit) throws TrackerFault {
            line.followDatasets(any(), limit, any(), any(), any(), any());
        }

        void ticket() throws TrackerFault {
            line.issueTicket(infoHash, any(), any());
        }

        void accessList() throws TrackerFault {
            line.fetchAccessList(infoHash, null, any(), any(), any(), any(), any());
        }

        private static <T> Holder<T> any() {
            return new Holder<>();
        }
    }

    @BeforeAll
    static void start() throws Exception {
        site = new TrackerSite(folder.resolve("site"));
        broken = new TrackerSite(folder.resolve("broken"));
        Machine unanswered = broken.ready("somebody");
        String elsewheres = broken.code(unanswered.account());
        broken.catalog.close();
        Machine owner = site.ready("owner");
        var shared = site.publishing(owner, Grants.accounts(List.of(owner.account().id())));
        String task = shared.task().id();
        String hash = owner.tracker().registerContent(task, TrackerSite.metainfo("own"),
                null);
        String content = shared.content().id();

        new Caller(unanswered.tracker(), content, hash, task).everyCall(elsewheres)
                .forEach((operation, call) -> provoke(operation, FaultCode.BUSY, call));
        ofStrangers(new Caller(site.stranger(), content, hash, task), elsewheres);
        provoke("enrol", FaultCode.INVALID, () -> new Caller(site.stranger(), content, hash, task)
                .enrol(site.code(owner.account()), NO_REQUEST));
        ofOthers(new Caller(site.ready("other").tracker(), content, hash, task));
        ofTheOwner(owner, new Caller(owner.tracker(), content, hash, task));
        ofEarlierSessions();
    }

    @AfterAll
    static void stop() {
        broken.close();
        site.close();
    }

    private static void provoke(String operation, FaultCode code, ThrowingCallable call) {
        assertThat(PROVOCATIONS.put(new Documented(operation, code), call)).isNull();
    }

    private static void ofStrangers(Caller stranger, String elsewheres) {
        stranger.everyCall(elsewheres).forEach((operation, call) -> provoke(operation,
                operation.equals("enrol") ? FaultCode.CODE_REFUSED : FaultCode.NOT_ENROLLED,
                call));
    }

    private static void ofOthers(Caller other) {
        notFound("reportTask", () -> other.report(1));
        notFound("registerContent", () -> other.register(TrackerSite.metainfo("own")));
        notFound("fetchContent", other::fetchContent);
        notFound("announce", other::announce);
        notFound("listPeers", other::listPeers);
        notFound("issueTicket", other::ticket);
        notFound("fetchAccessList", other::accessList);
        notFound("newVersion", () -> other.next("/data/next"));
        notFound("answerQuestion", () -> other.answer(0));
        notFound("reportReplica", () -> other.reportReplica(0));
    }

    private static void notFound(String operation, ThrowingCallable call) {
        provoke(operation, FaultCode.NOT_FOUND, call);
    }

    private static void ofTheOwner(Machine machine, Caller owner) {
        provoke("renew", FaultCode.INVALID, owner::renew); // with another key
        provoke("reportTask", FaultCode.INVALID, () -> owner.report(-1));
        provoke("registerContent", FaultCode.INVALID, () -> owner.register(NO_REQUEST));
        provoke("registerContent", FaultCode.CONFLICT,
                () -> owner.register(TrackerSite.metainfo("another")));
        provoke("openSession", FaultCode.INVALID,
                () -> owner.line.openSession(TOO_LONG, Caller.any(), Caller.any()));
        provoke("newVersion", FaultCode.INVALID, () -> owner.next(" "));
        String preparing = site.publishing(machine, Grants.EVERYONE).content().id();
        provoke("newVersion", FaultCode.CONFLICT,
                () -> new Caller(owner.line, preparing, "", "").next("/data/next"));
        var nowhere = new Place();
        nowhere.setAddress("dead");
        nowhere.setPort(1);
        nowhere.getTransport().add(TransportName.TCP);
        provoke("reportPlaces", FaultCode.INVALID,
                () -> owner.line.reportPlaces(List.of(nowhere)));
        provoke("offerRoom", FaultCode.INVALID, () -> owner.line.offerRoom(-1, false));
        provoke("answerQuestion", FaultCode.INVALID, () -> owner.answer(-1));
        provoke("reportReplica", FaultCode.INVALID, () -> owner.reportReplica(-1));
        provoke("followDatasets", FaultCode.INVALID, () -> owner.follow(0));
    }

    /** Of a machine that began twice since it was given its session and its task. */
    private static void ofEarlierSessions() throws Exception {
        Machine machine = site.ready("copied");
        site.publishing(machine, Grants.EVERYONE);
        long first = session(machine);
        Task task = tasks(machine, first).getFirst();
        tasks(machine, session(machine));
        provoke("fetchTasks", FaultCode.FENCED, () -> tasks(machine, first));
        provoke("reportTask", FaultCode.FENCED,
                () -> machine.tracker().reportTask(task.getId(), new Holder<>(TaskState.RUNNING),
                        1, 5, 0, 0, "", task.getLease(), null, List.of(), null));
        provoke("registerContent", FaultCode.FENCED,
                () -> machine.tracker().registerContent(task.getId(),
                        TrackerSite.metainfo("copied"), task.getLease()));
        provoke("newVersion", FaultCode.FENCED, () -> machine.tracker()
                .newVersion(new Holder<>(task.getContentId()), "/data/next", first, Caller.any()));
        provoke("reportReplica", FaultCode.FENCED,
                () -> machine.tracker().reportReplica("nosuchreplica", first, 0, 0, null, null));
    }

    private static long session(Machine machine) throws TrackerFault {
        var session = new Holder<Long>();
        machine.tracker().openSession("2", session, new Holder<>());
        return session.value;
    }

    private static List<Task> tasks(Machine machine, long session) throws TrackerFault {
        var tasks = new Holder<List<Task>>();
        machine.tracker().fetchTasks(0, 0, session, null, null, null, new Holder<>(), tasks,
                new Holder<>(), new Holder<>(), new Holder<>());
        return tasks.value;
    }

    /** What the WSDL says of all operations and of each: "Faults: A, B." */
    static Stream<Documented> documented() throws Exception {
        var factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        try (InputStream wsdl = wsdl()) {
            Element all = factory.newDocumentBuilder().parse(wsdl).getDocumentElement();
            List<FaultCode> ofAll = codes(OF_ALL, all).toList();
            assertThat(ofAll).isNotEmpty();
            Element portType = elements(all, "portType").getFirst();
            return elements(portType, "operation").stream()
                    .flatMap(operation -> Stream.concat(ofAll.stream(), codes(OF_ONE, operation))
                            .map(code -> new Documented(operation.getAttribute("name"), code)));
        }
    }

    private static InputStream wsdl() throws IOException {
        return Objects.requireNonNull(
                WsTracker.class.getResource("/org/gridtorrent/contract/ws-tracker.wsdl"))
                .openStream();
    }

    private static List<Element> elements(Element parent, String name) {
        NodeList found = parent.getElementsByTagNameNS(WSDL, name);
        return IntStream.range(0, found.getLength())
                .mapToObj(i -> (Element) found.item(i)).toList();
    }

    /** As its documentation, which comes first, says. */
    private static Stream<FaultCode> codes(Pattern list, Element documented) {
        String words = elements(documented, "documentation").getFirst().getTextContent();
        return list.matcher(words.replaceAll("\\s+", " ")).results()
                .flatMap(found -> Arrays.stream(found.group(1).split(", ", -1)))
                .map(FaultCode::valueOf);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("documented")
    void documentedFault_isAnswered(Documented documented) {
        var fault = catchThrowableOfType(TrackerFault.class, Objects.requireNonNull(
                PROVOCATIONS.get(documented), () -> documented + " is provoked by nothing here"));
        assertThat(fault).as("%s", documented).isNotNull();
        assertThat(fault.getFaultInfo().getCode()).isEqualTo(documented.code);
        assertThat(fault.getFaultInfo().getMessage()).endsWith(".").doesNotContain("Exception");
    }

    @Test
    void everyCodeOfTheSchema_isDocumentedAndProvoked() throws Exception {
        assertThat(documented().map(Documented::code).collect(Collectors.toSet()))
                .isEqualTo(EnumSet.allOf(FaultCode.class));
        assertThat(PROVOCATIONS.keySet())
                .containsExactlyInAnyOrderElementsOf(documented().toList());
    }
}

package org.gridtorrent.tracker;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.xml.ws.Holder;
import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Draft;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.dataset.Content.Terms;
import org.gridtorrent.catalog.metadata.Metadata;
import org.gridtorrent.catalog.replica.CheckResult;
import org.gridtorrent.catalog.task.Task.Kind;
import org.gridtorrent.catalog.task.Task.Order;
import org.gridtorrent.catalog.workflow.Publishing.Published;
import org.gridtorrent.contract.Place;
import org.gridtorrent.contract.Task;
import org.gridtorrent.contract.TrackerFault;
import org.gridtorrent.contract.TransportName;
import org.gridtorrent.contract.WsTracker;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;
import org.gridtorrent.tracker.TrackerSite.Machine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Clients of earlier levels of the contract, which hold each answer against the schema of their level (kept as it
 * was beside today's), find nothing in it that they do not know.
 */
class ContractLevelsTest {
    @TempDir
    static Path folder;
    private static TrackerSite site;
    private static Schema level1;
    private static Schema level6;
    private static Schema level7;
    private static Machine machine;
    private static Machine publisher;
    private static HttpClient http;
    private static Content content;

    @BeforeAll
    static void start() throws Exception {
        site = new TrackerSite(folder);
        level1 = schema("level-1");
        level6 = schema("level-6");
        level7 = schema("level-7");
        machine = site.ready("member");
        publisher = site.ready("publisher");
        content = site.published(publisher, Grants.EVERYONE, "levels");
        var place = new Place();
        place.setAddress("127.0.0.2");
        place.setPort(6881);
        place.getTransport().add(TransportName.TCP);
        publisher.tracker().reportPlaces(List.of(place));
        addReplicas();
        http = line(machine);
    }

    private static Schema schema(String level) throws Exception {
        return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(WsTracker.class.getResource(level + "/ws-tracker.xsd"));
    }

    /** One that was checked, and one that the publisher's machine is to check. */
    private static void addReplicas() {
        String owner = publisher.account().id();
        site.hold(publisher, site.catalog.work().tasks().of(owner, content.id()).getFirst().id());
        var checked = site.catalog.sharing().replicas().add(owner, content.id(),
                "https://one.example.org/");
        site.catalog.sharing().replicas().handOut(publisher.id());
        site.catalog.sharing().replicas().report(publisher.id(), checked.orElseThrow().id(),
                new CheckResult(Optional.empty(), "", 5, 1));
        site.catalog.sharing().replicas().add(owner, content.id(), "https://two.example.org/");
    }

    private static HttpClient line(Machine of) throws Exception {
        return HttpClient.newBuilder().sslContext(site.context(Optional.of(Clients.managers(
                of.key(), Clients.certificate(of.credentials()))))).build();
    }

    @AfterAll
    static void stop() {
        http.close();
        site.close();
    }

    /** The answer's body, which the first level's schema allows. */
    private static Element answer(String request) throws Exception {
        return answer(http, level1, request);
    }

    private static Element answer(HttpClient http, Schema schema, String request)
            throws Exception {
        String envelope = "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
                + request.replaceFirst("<(\\w+)", "<$1 xmlns=\"urn:gridtorrent:tracker:1\"")
                + "</s:Body></s:Envelope>";
        var answer = http.send(HttpRequest.newBuilder(site.url("/tracker/1"))
                .header("Content-Type", "text/xml; charset=utf-8").header("SOAPAction", "\"\"")
                .POST(BodyPublishers.ofString(envelope)).build(), BodyHandlers.ofByteArray());
        assertThat(answer.statusCode()).as(new String(answer.body(),
                java.nio.charset.StandardCharsets.UTF_8)).isEqualTo(200);
        var factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        var document = factory.newDocumentBuilder()
                .parse(new ByteArrayInputStream(answer.body()));
        Node body = document.getElementsByTagNameNS("http://schemas.xmlsoap.org/soap/envelope/",
                "Body").item(0);
        Element result = (Element) Objects.requireNonNull(body.getFirstChild());
        schema.newValidator().validate(new DOMSource(result));
        return result;
    }

    private static int count(Element element, String name) {
        return element.getElementsByTagNameNS("urn:gridtorrent:tracker:1", name).getLength();
    }

    @Test
    void tasks_areOfTheFirstKindsAlsoBesideASession() throws Exception {
        Machine upgraded = site.ready("upgraded");
        upgraded.tracker().openSession("2", new Holder<>(),
                new Holder<>());
        String account = upgraded.account().id();
        site.catalog.work().tasks().requestDownload(account, content.id(), upgraded.id());
        site.catalog.work().tasks().request(account,
                Order.of(Kind.VERIFY, content.id(), upgraded.id()));
        Element tasks = answer(line(upgraded), level1,
                "<fetchTasks><afterRevision>0</afterRevision>"
                        + "<waitSeconds>0</waitSeconds></fetchTasks>");
        assertThat(count(tasks, "task")).isEqualTo(1);
    }

    @Test
    void otherAnswers_areAsTheyWere() throws Exception {
        String hash = "<infoHash>" + content.infoHash().orElseThrow() + "</infoHash>";
        answer("<reportDevice><clientVersion>1</clientVersion><endpoint><transport>tcp</transport>"
                + "<port>7000</port></endpoint><freeBytes>5</freeBytes></reportDevice>");
        Element announced = answer("<announce>" + hash + "<event>started</event>"
                + "<uploaded>0</uploaded><downloaded>0</downloaded><left>5</left></announce>");
        assertThat(count(announced, "peer")).isZero();
        assertThat(count(announced, "replica")).isZero();
        Element peers = answer("<listPeers>" + hash + "<most>9</most></listPeers>");
        assertThat(count(peers, "peer")).isEqualTo(1);
        answer("<issueTicket>" + hash + "</issueTicket>");
        answer("<fetchAccessList>" + hash + "</fetchAccessList>");
        answer("<fetchContent><contentId>" + content.id() + "</contentId></fetchContent>");
        var task = site.catalog.work().tasks().requestDownload(machine.account().id(), content.id(),
                machine.id()).orElseThrow();
        Element reported = answer("<reportTask><taskId>" + task.id() + "</taskId>"
                + "<state>FAILED</state><bytesDone>0</bytesDone><bytesTotal>0</bytesTotal>"
                + "<bytesPerSecond>0</bytesPerSecond><peers>0</peers><message>no</message>"
                + "</reportTask>");
        assertThat(reported.getTextContent()).isEqualTo("FAILED");
    }

    private static String session(HttpClient http, Schema schema) throws Exception {
        return answer(http, schema, "<openSession><clientVersion>2</clientVersion></openSession>")
                .getElementsByTagNameNS("urn:gridtorrent:tracker:1", "session").item(0)
                .getTextContent();
    }

    @Test
    void clientOfTheSixthLevel_isToldOfNoReplicas() throws Exception {
        HttpClient owners = line(publisher);
        String number = session(owners, level6);
        Element tasks = answer(owners, level6, "<fetchTasks><afterRevision>0</afterRevision>"
                + "<waitSeconds>0</waitSeconds><session>" + number + "</session>"
                + "<withQuestions>true</withQuestions></fetchTasks>");
        assertThat(count(tasks, "limits")).isEqualTo(1);
        assertThat(count(tasks, "replicaCheck")).isZero();
        Element announced = answer(http, level6, "<announce><infoHash>"
                + content.infoHash().orElseThrow() + "</infoHash><event>update</event>"
                + "<uploaded>0</uploaded><downloaded>0</downloaded><left>5</left>"
                + "<peersWanted>9</peersWanted><withPlaces>true</withPlaces></announce>");
        assertThat(count(announced, "peer")).isEqualTo(1);
        assertThat(count(announced, "replica")).isZero();
        owners.close();
    }

    /** It would publish a private torrent and say nothing of it. */
    @Test
    void clientOfTheSeventhLevel_isGivenNoNonPrivateTorrentToMake() throws Exception {
        Machine downgraded = site.ready("downgraded");
        assertThat(tasksWithNonPrivate(downgraded)).isEmpty();
        Published published = site.catalog.datasets().publishing().publish(
                new Draft(downgraded.account().id(), "Ice cores", "", Grants.EVERYONE,
                        downgraded.id(), "/data/ice"),
                Metadata.NONE, new Terms(Optional.empty(), 0, 0, true));
        assertThat(tasksWithNonPrivate(downgraded)).singleElement()
                .satisfies(task -> assertThat(task.isNonPrivate()).isTrue());
        HttpClient older = line(downgraded);
        Element tasks = answer(older, level7, "<fetchTasks><afterRevision>0</afterRevision>"
                + "<waitSeconds>0</waitSeconds><session>" + session(older, level7)
                + "</session><withQuestions>true</withQuestions>"
                + "<withReplicaChecks>true</withReplicaChecks></fetchTasks>");
        assertThat(count(tasks, "task")).isZero();
        assertThat(
                site.catalog.work().tasks().find(downgraded.account().id(), published.task().id()))
                .flatMap(org.gridtorrent.catalog.task.Task::reason)
                .contains(TaskReason.of(ReasonCode.CLIENT_WITHOUT_NON_PRIVATE));
        older.close();
    }

    /** What is new in the ninth is asked for by an operation, and by an element of a request. */
    @Test
    void clientOfTheEighthLevel_findsNothingNew() throws Exception {
        Schema level8 = schema("level-8");
        Element announced = answer(http, level8, "<announce><infoHash>"
                + content.infoHash().orElseThrow() + "</infoHash><event>update</event>"
                + "<uploaded>0</uploaded><downloaded>0</downloaded><left>5</left>"
                + "<peersWanted>9</peersWanted><withPlaces>true</withPlaces>"
                + "<withReplicas>true</withReplicas></announce>");
        assertThat(count(announced, "replica")).isEqualTo(1);
        Machine reader = site.ready("reader");
        HttpClient older = line(reader);
        answer(older, level8, "<fetchTasks><afterRevision>0</afterRevision>"
                + "<waitSeconds>0</waitSeconds><session>" + session(older, level8)
                + "</session><withQuestions>true</withQuestions>"
                + "<withReplicaChecks>true</withReplicaChecks>"
                + "<withNonPrivate>true</withNonPrivate></fetchTasks>");
        older.close();
    }

    private static List<Task> tasksWithNonPrivate(Machine device) throws TrackerFault {
        var session = new Holder<Long>();
        device.tracker().openSession("2", session, new Holder<>());
        var tasks = new Holder<List<Task>>();
        device.tracker().fetchTasks(0, 0, session.value, null, null, true, new Holder<>(), tasks,
                new Holder<>(), new Holder<>(), new Holder<>());
        return tasks.value == null ? List.of() : tasks.value;
    }
}

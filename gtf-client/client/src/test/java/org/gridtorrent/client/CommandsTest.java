package org.gridtorrent.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.config.Configuration;
import org.gridtorrent.client.config.Home;
import org.gridtorrent.client.daemon.Daemon;
import org.gridtorrent.client.daemon.DaemonClient;
import org.gridtorrent.client.daemon.DaemonOptions;
import org.gridtorrent.client.disk.DurableFile;
import org.gridtorrent.client.security.Site;
import org.gridtorrent.client.task.OpenedFolders;
import org.gridtorrent.client.web.WebAuthorities;
import org.gridtorrent.client.web.WebTrust;
import org.gridtorrent.identity.Pem;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Output;
import org.gridtorrent.testing.TroubleshootingTable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Exit statuses of an enrolled machine's commands, with pages that answer as they are told. */
@Timeout(60)
class CommandsTest {
    @TempDir
    private Path folder;
    private Home home;
    private Site.Device device;
    private HttpServer pages;
    private int status = 404;
    private String body = "{\"error\":\"There is no such data set.\"}";
    private Answer answer = () -> body;
    private volatile String authorization = "";
    private volatile String asked = "";
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** What the pages say to a request. */
    private interface Answer {
        String give() throws IOException;
    }

    @BeforeEach
    void enrol() throws Exception {
        pages = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        pages.createContext("/", exchange -> {
            authorization = exchange.getRequestHeaders().getFirst("Authorization");
            asked = exchange.getRequestURI() + " " + new String(
                    exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            byte[] bytes = answer.give().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        pages.start();
        home = Home.in(folder.resolve("home"));
        device = new Site(folder, "lab").device("member", "d1", home.identity(),
                URI.create("http://127.0.0.1:" + pages.getAddress().getPort()));
    }

    @AfterEach
    void stop() {
        pages.stop(0);
    }

    private int run(String... arguments) {
        err.reset();
        out.reset();
        Output output = new Output(new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false);
        return Main.run(new Invocation(Map.of("GRIDTORRENT_HOME", home.state().toString()),
                output), arguments);
    }

    /** On a machine that is not enrolled, with more in its environment. */
    private int runElsewhere(Map<String, String> environment, String... arguments) {
        err.reset();
        out.reset();
        Map<String, String> all = new HashMap<>(environment);
        all.put("GRIDTORRENT_HOME", folder.resolve("elsewhere").toString());
        return Main.run(new Invocation(all, new Output(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8), false)), arguments);
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private Daemon daemon() throws Exception {
        Configuration configuration = Configuration
                .read(Map.of("GRIDTORRENT_LISTEN", "127.0.0.1:0"), home);
        DaemonOptions options = DaemonOptions.of(home, configuration, "test");
        return Daemon.start(options.withHeardWithin(Duration.ofMillis(50)), device.identity);
    }

    @Test
    void unknownDataset_isNotFound() throws Exception {
        assertThat(run("dataset", "show", "aaaa")).isEqualTo(ExitStatus.NOT_FOUND);
        assertThat(said()).contains("no such data set").hasLineCount(1);
        try (Daemon _ = daemon()) {
            assertThat(run("dataset", "get", "aaaa")).isEqualTo(ExitStatus.NOT_FOUND);
        }
    }

    @Test
    void addressesOfSites_areTakenAsPeopleWriteThem() {
        String site = " HTTP://127.0.0.1:" + pages.getAddress().getPort() + " \t";
        status = 200;
        body = "{\"datasets\":[{\"id\":\"a\",\"title\":\"Ice\"}]}";
        assertThat(runElsewhere(Map.of("GRIDTORRENT_TOKEN", "gt_x", "GRIDTORRENT_SITE", site),
                "dataset", "search", "ice")).as(said()).isZero();
        assertThat(runElsewhere(
                Map.of("GRIDTORRENT_TOKEN", "gt_x", "GRIDTORRENT_SITE", "lab:8480"),
                "dataset", "search", "ice")).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(said()).contains("GRIDTORRENT_SITE: 'lab:8480' has no scheme",
                "https://site.example:8480").hasLineCount(1);
        assertThat(run("enrol", "http://my lab/", "abc")).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(said()).contains("'http://my lab/' has a host name that no host can have")
                .hasLineCount(1);
    }

    @Test
    void aPersonsToken_needsNoEnrolment() {
        String site = "http://127.0.0.1:" + pages.getAddress().getPort();
        Map<String, String> token = Map.of("GRIDTORRENT_TOKEN", "gt_x");
        Map<String, String> both = Map.of("GRIDTORRENT_TOKEN", "gt_x", "GRIDTORRENT_SITE", site);
        status = 200;
        body = "{\"datasets\":[{\"id\":\"a\",\"title\":\"Ice\"}]}";
        assertThat(runElsewhere(both, "dataset", "search", "ice")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("Ice");
        assertThat(authorization).isEqualTo("Bearer gt_x");
        body = "{\"devices\":[{\"id\":\"d1\",\"name\":\"desk\"}],\"taskId\":\"t\"}";
        assertThat(runElsewhere(both, "dataset", "get", "aaaa", "--on", "desk")).isZero();

        assertThat(runElsewhere(token, "dataset", "list")).isEqualTo(ExitStatus.NOT_ALLOWED);
        assertThat(said()).contains("GRIDTORRENT_SITE").hasLineCount(1);
        assertThat(runElsewhere(Map.of("GRIDTORRENT_SITE", site), "dataset", "list"))
                .isEqualTo(ExitStatus.NOT_ALLOWED);
        assertThat(said()).contains("not enrolled");
        assertThat(runElsewhere(both, "dataset", "get", "aaaa")).as("this machine is none")
                .isEqualTo(ExitStatus.NOT_ALLOWED);
        for (String wrong : new String[]{"site.example", "file:///etc", "::"}) {
            assertThat(runElsewhere(Map.of("GRIDTORRENT_TOKEN", "gt_x", "GRIDTORRENT_SITE", wrong),
                    "dataset", "list")).as(wrong).isEqualTo(ExitStatus.WRONG_USAGE);
        }
    }

    @Test
    void aTokenWhoseScopeDoesNotAllowIt_isNotAllowed() {
        status = 403;
        body = "{\"error\":\"This token may only read: its scope does not allow changes.\"}";
        assertThat(runElsewhere(Map.of("GRIDTORRENT_TOKEN", "gt_x", "GRIDTORRENT_SITE",
                "http://127.0.0.1:" + pages.getAddress().getPort()), "group", "create", "Ice"))
                .isEqualTo(ExitStatus.NOT_ALLOWED);
        assertThat(said()).contains("scope does not allow").hasLineCount(1);
    }

    @Test
    void refusedDownload_neitherMakesNorOpensItsFolder() throws Exception {
        Path wanted = folder.resolve("wanted");
        try (Daemon _ = daemon()) {
            assertThat(run("dataset", "get", "aaaa", "--dir", wanted.toString()))
                    .isEqualTo(ExitStatus.NOT_FOUND);
        }
        assertThat(wanted).doesNotExist();
        assertThat(home.openedFolders()).doesNotExist();
    }

    @Test
    void fileInPlaceOfAFolder_isBadInput() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        try (Daemon _ = daemon()) {
            assertThat(run("dataset", "get", "aaaa", "--dir", file.toString()))
                    .isEqualTo(ExitStatus.BAD_INPUT);
            assertThat(said()).contains("is a file, not a folder").hasLineCount(1);
        }
    }

    @Test
    void idThatIsNone_isNotAskedFor() {
        status = 400;
        assertThat(run("dataset", "show", "../../x")).isEqualTo(ExitStatus.NOT_FOUND);
        assertThat(said()).contains("There is none of this name or id").hasLineCount(1);
    }

    @Test
    void datasetThatIsNotReady_isListedWithItsState() {
        status = 200;
        body = """
                {"datasets":[{"id":"a","title":"Ice","state":"failed"},
                 {"id":"b","title":"Snow","state":"published"}]}
                """;
        assertThat(run("dataset", "list")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("Ice  (failed)")
                .doesNotContain("published");
    }

    @Test
    void whatOthersShare_isListedWithTheWayToIt() {
        status = 200;
        body = """
                {"datasets":[{"id":"a","title":"Ice","state":"published","owner":"bob",
                  "through":[{"by":"group","who":"Beam line","ends":null},
                             {"by":"named","who":"me","ends":"2026-05-01T00:00:00Z"}]}]}
                """;
        assertThat(run("dataset", "list", "--shared")).isZero();
        assertThat(asked).contains("shared=true");
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("bob",
                "Ice  (through Beam line; by name, until 2026-0");
        body = "{\"datasets\":[]}";
        assertThat(run("dataset", "list", "--shared")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("Nothing is shared");
    }

    @Test
    void nonPrivateTorrent_isAskedForOnlyWithPublicAccess() throws Exception {
        String set = Files.writeString(folder.resolve("data"), "x").toString();
        try (Daemon _ = daemon()) {
            assertThat(run("dataset", "publish", set, "--title", "T", "--group", "G",
                    "--non-private")).isEqualTo(ExitStatus.WRONG_USAGE);
            assertThat(said()).contains("--non-private needs --public");
            run("dataset", "publish", set, "--title", "T", "--public");
            assertThat(asked).contains("\"access\":\"public\"").doesNotContain("nonPrivate");
            run("dataset", "publish", set, "--title", "T", "--public", "--non-private");
            assertThat(asked).contains("\"nonPrivate\":true");
            run("dataset", "publish", set, "--version-of", "a", "--non-private");
            assertThat(asked).contains("/datasets/a/versions");
        }
        status = 200;
        body = "{\"id\":\"a\",\"title\":\"Ice\",\"nonPrivate\":true}";
        assertThat(run("dataset", "show", "a")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("torrent      not private");
    }

    @Test
    void whatCannotBePublished_isSaidAllAtOnce_beforeAnythingIsMade() throws Exception {
        Files.createDirectories(folder.resolve("data/none/inside"));
        Path set = folder.resolve("data");
        Files.writeString(set.resolve("a:b"), "x");
        Files.writeString(set.resolve("nul.txt"), "x");
        String[] publish = {"dataset", "publish", set.toString(), "--title", "T", "--public"};
        try (Daemon _ = daemon()) {
            assertThat(run(publish)).isEqualTo(ExitStatus.BAD_INPUT);
            assertThat(said()).hasLineCount(1).contains("2 paths in " + set.toRealPath(),
                    "a:b: the name", "nul.txt: the name", "nothing was made");
            assertThat(asked).isEmpty();
            assertThat(new OpenedFolders(home.openedFolders()).all()).isEmpty();

            Files.delete(set.resolve("a:b"));
            Files.delete(set.resolve("nul.txt"));
            assertThat(run(publish)).isEqualTo(ExitStatus.BAD_INPUT);
            assertThat(said()).contains("contains no data to publish");
            Files.writeString(set.resolve("good"), "x");
            assertThat(run(publish)).isEqualTo(ExitStatus.NOT_FOUND);
            assertThat(said()).contains("Empty folders are left out", ": none/inside\n");
            assertThat(asked).contains(set.toRealPath().toString());
        }
    }

    @Test
    void listsInPages_areReadToTheirEnd() {
        status = 200;
        answer = () -> asked.contains("page=")
                ? "{\"datasets\":[{\"id\":\"b\",\"title\":\"Snow\"}],\"more\":false,"
                        + "\"buddies\":[{\"user\":\"eve\",\"fullName\":\"E\"}],\"blocked\":[]}"
                : "{\"datasets\":[{\"id\":\"a\",\"title\":\"Ice\"}],\"more\":true,"
                        + "\"buddies\":[{\"user\":\"bob\",\"fullName\":\"B\"}],\"blocked\":[]}";
        assertThat(run("dataset", "list")).isZero();
        assertThat(asked).contains("mine=true&page=2");
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("Ice", "Snow");
        assertThat(run("buddy", "list")).isZero();
        assertThat(asked).contains("/buddies?page=2");
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("bob", "eve");
    }

    @Test
    void copiesOfADataset_areShownWithTheirRule() {
        status = 200;
        body = """
                {"id":"aaaa","rule":{"copies":2,"alwaysOn":1,"machines":["archive"],"groups":[]},
                 "counting":1,"alwaysOn":0,"reachable":1,"machines":[{"machine":"desk",
                 "owner":"me","state":"verified","verified":"2026-05-01T12:00:00Z",
                 "lastSeen":null,"uptime":0.25,"alwaysOn":false,"counts":true,"byRule":false}],
                 "notices":["Only one."]}
                """;
        assertThat(run("dataset", "keep", "aaaa")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("Copies to keep: 2, of which 1", "on archive",
                        "desk (me), verified 2026-05-01", "online 25 % of the time", "! Only one.");
        assertThat(run("dataset", "keep", "aaaa", "--none")).isZero();
        assertThat(run("--json", "dataset", "keep", "aaaa")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("\"reachable\":1");
    }

    @Test
    void rights_areGivenUntilADayAndTakenAway() {
        status = 200;
        body = """
                {"id":"aaaa","access":"user","groups":[],"users":["bob"],
                 "ends":[{"kind":"user","name":"bob","end":"2027-02-01T00:00:00Z"}]}
                """;
        assertThat(run("access", "grant", "aaaa", "--user", "bob", "--until", "2027-01-31"))
                .isZero();
        assertThat(asked).startsWith("/api/v1/datasets/aaaa/access/grant ")
                .contains("\"until\":\"2027-02-01T00:00:00Z\"", "\"users\":[\"bob\"]");
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("you and bob", "bob until 2027");
        assertThat(run("access", "grant", "aaaa", "--group", "Ice", "--until",
                "2027-01-31T12:00:00Z")).isZero();
        assertThat(asked).contains("\"until\":\"2027-01-31T12:00:00Z\"");
        assertThat(run("access", "grant", "aaaa", "--user", "bob")).isZero();
        assertThat(asked).doesNotContain("until");
        assertThat(run("--json", "access", "revoke", "aaaa", "--user", "bob", "--user", "eve"))
                .isZero();
        assertThat(asked).startsWith("/api/v1/datasets/aaaa/access/revoke ")
                .contains("[\"bob\",\"eve\"]");
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("\"ends\":[{\"kind\":");
        for (String wrong : new String[]{"tomorrow", "2027-13-01", "2027-01-31T"}) {
            assertThat(run("access", "grant", "aaaa", "--user", "bob", "--until", wrong))
                    .as(wrong).isEqualTo(ExitStatus.WRONG_USAGE);
            assertThat(said()).contains("--until").hasLineCount(1);
        }
        assertThat(run("access", "grant", "aaaa")).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(run("access", "grant", "aaaa", "--user", "bob", "--group", "Ice"))
                .isEqualTo(ExitStatus.WRONG_USAGE);
        status = 409;
        body = "{\"error\":\"It is not shared with \\\"bob\\\".\"}";
        assertThat(run("access", "revoke", "aaaa", "--user", "bob"))
                .isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(said()).contains("not shared with").hasLineCount(1);
    }

    @Test
    void subscriptions_areListedAddedAndRemoved() {
        status = 200;
        body = """
                {"subscriptions":[{"id":"s1","of":"search","name":"ice","deviceId":"d1",
                 "facets":{"year":["2026"]},"created":"2026-05-01T12:00:00Z"}],
                 "devices":[{"id":"d1","name":"desk"}],"id":"s1","pace":"daily",
                 "notices":[{"id":"n","kind":"new_version","dataset":"Ice","detail":"",
                 "created":"2026-05-01T12:00:00Z","seen":false}]}
                """;
        assertThat(run("subscribe", "list")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("s1  search   ice year=2026",
                "got by desk");
        assertThat(run("subscribe", "add", "--dataset", "aaaa", "--get-on", "desk")).isZero();
        assertThat(asked).contains("{\"of\":\"dataset\",\"id\":\"aaaa\",\"deviceId\":\"d1\"}");
        assertThat(run("subscribe", "add", "--facet", "year=2026", "--facet", "year=2025"))
                .isZero();
        assertThat(asked).contains("{\"of\":\"search\",\"facets\":{\"year\":[\"2026\",\"2025\"]}}");
        assertThat(run("subscribe", "add", "--search", "ice", "--facet", "size=big")).isZero();
        assertThat(asked).contains("\"words\":\"ice\"", "\"size\"");
        assertThat(run("--json", "subscribe", "add", "--owner", "ann")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualToIgnoringNewLines(
                "{\"id\":\"s1\"}");
        assertThat(run("subscribe", "remove", "s1")).isZero();
        assertThat(asked).startsWith("/api/v1/subscriptions/s1/end ");
        assertThat(run("subscribe", "notices")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("new version", "Ice");
        assertThat(run("subscribe", "mail", "daily")).isZero();
        assertThat(asked).isEqualTo("/api/v1/notices/mail {\"pace\":\"daily\"}");
        assertThat(run("subscribe", "mail")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("By mail: daily");
        assertThat(run("subscribe", "add")).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(run("subscribe", "add", "--facet", "year")).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(said()).contains("NAME=VALUE").hasLineCount(1);
        assertThat(run("subscribe", "add", "--owner", "ann", "--get-on", "none"))
                .isEqualTo(ExitStatus.NOT_FOUND);
    }

    @Test
    void halfARule_isWrongUsage() {
        assertThat(run("dataset", "keep", "aaaa", "--always-on", "1"))
                .isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(run("dataset", "keep", "aaaa", "--none", "--copies", "2"))
                .isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(run("dataset", "keep", "aaaa", "--copies", "0"))
                .isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(said()).hasLineCount(1);
    }

    @Test
    void lastCopy_isAFailureThatNamesTheReason() throws Exception {
        try (Daemon _ = daemon()) {
            status = 412;
            body = "{\"error\":\"This is the last verified copy of the data set.\"}";
            assertThat(run("dataset", "drop", "aaaa")).isEqualTo(ExitStatus.FAILED);
            assertThat(said()).contains("last verified copy").hasLineCount(1);
        }
    }

    @Test
    void taskThatEndsWhileItIsOrdered_isTheOneThatWasAskedFor() throws Exception {
        journal("quick", "RUNNING");
        var orders = new AtomicInteger();
        try (Daemon _ = daemon()) {
            status = 201;
            answer = () -> {
                orders.incrementAndGet();
                end("quick");
                return "{\"taskId\":\"quick\"}";
            };
            assertThat(run("dataset", "drop", "aaaa")).isEqualTo(ExitStatus.FAILED);
        }
        assertThat(said()).contains("Task quick", "cancelled on this machine");
        assertThat(orders).hasValue(1);
    }

    @Test
    void taskThatWasOverBefore_isNotTheOneThatWasAskedFor() throws Exception {
        journal("early", "DONE");
        journal("fresh", "RUNNING");
        var orders = new AtomicInteger();
        try (Daemon _ = daemon()) {
            status = 201;
            answer = () -> {
                if (orders.incrementAndGet() < 3) {
                    return "{\"taskId\":\"early\"}";
                }
                end("fresh");
                return "{\"taskId\":\"fresh\"}";
            };
            assertThat(run("dataset", "drop", "aaaa")).isEqualTo(ExitStatus.FAILED);
        }
        assertThat(said()).contains("Task fresh", "cancelled on this machine");
        assertThat(orders).hasValue(3);
    }

    /** A task of this machine, as its daemon wrote it down; one that runs waits for a tracker. */
    private void journal(String id, String state) throws IOException {
        Path data = Files.createDirectories(folder.resolve("data"));
        Files.writeString(data.resolve("file"), "bytes");
        new OpenedFolders(home.openedFolders()).open(data);
        DurableFile.write(home.tasks().resolve(id + ".json"), """
                {"id":"%s","kind":"PUBLISH","contentId":"content","title":"Task %s","folder":"%s",
                 "state":"%s","problem":"NONE","done":0,"total":0,"bytesPerSecond":0,"peers":0,
                 "message":"begun","infoHash":null,"location":null}
                """.formatted(id, id, data, state).getBytes(StandardCharsets.UTF_8));
    }

    private void end(String task) throws IOException {
        try (var line = DaemonClient.connect(home).orElseThrow()) {
            assertThat(line.cancel(task)).isTrue();
        }
    }

    @Test
    void homeThatWasNamed_isInTheAdvice() throws Exception {
        String named = home.state().toString();
        assertThat(run("--home", named, "doctor")).isEqualTo(ExitStatus.FAILED);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("gridtorrent --home " + named + " daemon run");
        try (Daemon _ = daemon()) {
            assertThat(run("--home", named, "daemon", "run", "--listen", "127.0.0.1:0"))
                    .isEqualTo(ExitStatus.FAILED);
            assertThat(said()).contains("gridtorrent --home " + named + " daemon status");
        }
    }

    @Test
    void whatPagesRefuse_hasAStatusOfItsOwn() {
        assertThat(statusOf(401)).isEqualTo(ExitStatus.NOT_ALLOWED);
        assertThat(statusOf(403)).isEqualTo(ExitStatus.NOT_ALLOWED);
        assertThat(statusOf(422)).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(statusOf(429)).isEqualTo(ExitStatus.NO_ANSWER);
        assertThat(statusOf(503)).isEqualTo(ExitStatus.NO_ANSWER);
        assertThat(statusOf(500)).isEqualTo(ExitStatus.FAILED);
    }

    private int statusOf(int answered) {
        status = answered;
        return run("dataset", "list");
    }

    @Test
    void answerThatIsNoJson_isAFailureOfOneLine() throws IOException {
        status = 200;
        body = "<html>";
        assertThat(run("dataset", "list")).isEqualTo(ExitStatus.FAILED);
        assertThat(said()).hasLineCount(1).doesNotContain("Exception");
    }

    @Test
    void pagesThatAreGone_doNotAnswer() {
        pages.stop(0);
        assertThat(run("dataset", "search", "ice")).isEqualTo(ExitStatus.NO_ANSWER);
        assertThat(said()).contains("nobody answered at http://127.0.0.1:").hasLineCount(1);
    }

    @Test
    void withoutADaemon_whatNeedsOneIsNotAnswered() {
        assertThat(run("dataset", "get", "aaaa")).isEqualTo(ExitStatus.NO_ANSWER);
        assertThat(run("task", "wait", "aaaa")).isEqualTo(ExitStatus.NO_ANSWER);
        assertThat(run("task", "cancel", "aaaa")).isEqualTo(ExitStatus.NO_ANSWER);
        assertThat(run("daemon", "status")).isEqualTo(ExitStatus.NO_ANSWER);
        assertThat(run("daemon", "stop")).isEqualTo(ExitStatus.NO_ANSWER);
        assertThat(said()).hasLineCount(1);
    }

    @Test
    void unknownTask_isNotFound() throws Exception {
        try (Daemon _ = daemon()) {
            assertThat(run("task", "show", "aaaa")).isEqualTo(ExitStatus.NOT_FOUND);
            assertThat(run("task", "cancel", "aaaa")).isEqualTo(ExitStatus.NOT_FOUND);
            assertThat(run("task", "wait", "aaaa")).isEqualTo(ExitStatus.NOT_FOUND);
            assertThat(said()).contains("no task aaaa").hasLineCount(1);
        }
    }

    @Test
    void secondDaemon_fails() throws Exception {
        try (Daemon _ = daemon()) {
            assertThat(run("daemon", "run", "--listen", "127.0.0.1:0"))
                    .isEqualTo(ExitStatus.FAILED);
            assertThat(said()).contains("another daemon").hasLineCount(1);
        }
    }

    @Test
    void malformedSchedule_isRefusedWithItsPlace() {
        assertThat(run("daemon", "run", "--download-limit", "08:00,2MB 24:00,off"))
                .isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(said()).contains("download-limit: '24:00' at character 11").hasLineCount(1);
    }

    @Test
    void malformedSettings_areWrongUsage() {
        assertThat(run("daemon", "run", "--upload-limit", "fast"))
                .isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(run("daemon", "run", "--upload-limit", "0")).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(run("daemon", "run", "--transport", "smoke")).isEqualTo(ExitStatus.WRONG_USAGE);
    }

    /** With a certificate of the lab's own authority, which no system knows. */
    private HttpsServer securePages() throws Exception {
        SiteKeys keys = SiteKeys.openOrCreate(folder.resolve("web-keys"), "web");
        KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
        factory.init(keys.serverKeyStore(List.of("127.0.0.1")),
                SiteKeys.KEY_STORE_PASSWORD.toCharArray());
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(factory.getKeyManagers(), null, null);
        HttpsServer secure = HttpsServer
                .create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        secure.setHttpsConfigurator(new HttpsConfigurator(tls));
        secure.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write(new byte[]{'{', '}'});
            exchange.close();
        });
        secure.start();
        Files.writeString(folder.resolve("ca.pem"), Pem.encode(keys.caCertificate()));
        return secure;
    }

    @Test
    void privateAuthority_isTrustedWhenItIsNamed() throws Exception {
        HttpsServer secure = securePages();
        try {
            String site = "https://127.0.0.1:" + secure.getAddress().getPort();
            Map<String, String> without = Map.of("GRIDTORRENT_TOKEN", "gt_x", "GRIDTORRENT_SITE",
                    site);
            assertThat(runElsewhere(without, "dataset", "list")).isEqualTo(ExitStatus.FAILED);
            assertThat(said()).contains("the certificate of " + site + " is of an authority that")
                    .contains("--ca FILE").doesNotContain("PKIX", "sun.").hasLineCount(1);
            Map<String, String> named = new HashMap<>(without);
            named.put("GRIDTORRENT_CA", folder.resolve("ca.pem").toString());
            assertThat(runElsewhere(named, "dataset", "list")).as(this::said).isZero();
            Map<String, String> ofSystem = new HashMap<>(without);
            ofSystem.put("SSL_CERT_FILE", folder.resolve("ca.pem").toString());
            assertThat(runElsewhere(ofSystem, "dataset", "list")).as(this::said).isZero();
            named.put("GRIDTORRENT_SITE", site.replace("127.0.0.1", "localhost"));
            assertThat(runElsewhere(named, "dataset", "list")).isEqualTo(ExitStatus.FAILED);
            assertThat(said()).contains("localhost", "see that the address is the one in")
                    .doesNotContain("--ca FILE");
            named.put("GRIDTORRENT_CA", "/dev/null");
            assertThat(runElsewhere(named, "dataset", "list")).isEqualTo(ExitStatus.FAILED);
            assertThat(said()).contains("/dev/null holds no certificate").hasLineCount(1);
        } finally {
            secure.stop(0);
        }
    }

    @Test
    void authorityThatEnrollingWasTold_isTrustedFromThenOn() throws Exception {
        HttpsServer secure = securePages();
        try {
            URI site = URI.create("https://127.0.0.1:" + secure.getAddress().getPort());
            device = new Site(folder, "lab").device("member", "d1", home.identity(), site);
            run("doctor");
            assertThat(printed()).contains("WRONG pages: the certificate of " + site)
                    .containsPattern(TroubleshootingTable.client("Private authority"));
            WebAuthorities.keep(home, WebTrust.read(folder.resolve("ca.pem")));
            assertThat(run("dataset", "list")).as(this::said).isZero();
            run("doctor");
            assertThat(printed()).contains("ok    pages: ");
        } finally {
            secure.stop(0);
        }
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }
}

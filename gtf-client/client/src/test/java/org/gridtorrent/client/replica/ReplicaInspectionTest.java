package org.gridtorrent.client.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.gridtorrent.client.config.Home;
import org.gridtorrent.client.tracker.ReplicaReport;
import org.gridtorrent.client.tracker.ReplicaReport.Problem;
import org.gridtorrent.client.web.WebClients;
import org.gridtorrent.mdtp.http.AddressPolicy;
import org.gridtorrent.mdtp.http.ReplicaClient;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.gridtorrent.testing.ScriptedHttpServer;
import org.gridtorrent.testing.ScriptedHttpServer.Request;
import org.gridtorrent.testing.ScriptedHttpServer.Script;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks of replicas at real servers, good ones and others. */
@SuppressWarnings("NullAway.Init") // set before each test
class ReplicaInspectionTest {
    private static final int PIECE_LENGTH = 16 * 1024;
    private static final String BUSY = """
            HTTP/1.1 503 Service Unavailable\r
            Retry-After: 0\r
            Content-Length: 0\r
            \r
            """;

    @TempDir
    private Path folder;
    private final Map<String, byte[]> files = new TreeMap<>();
    private Metainfo metainfo;
    private ReplicaClient client;

    @BeforeEach
    void make() throws Exception {
        Random random = new Random(38);
        for (String name : new String[]{"a b.nc", "empty", "sub/c.nc"}) {
            byte[] content = new byte[name.equals("empty") ? 0 : 3 * PIECE_LENGTH + 77];
            random.nextBytes(content);
            files.put("/runs/" + name.replace(" ", "%20"), content);
            Path file = folder.resolve("runs").resolve(name);
            Files.createDirectories(file.getParent());
            Files.write(file, content);
        }
        metainfo = new MetainfoBuilder(folder.resolve("runs")).pieceLength(PIECE_LENGTH).build()
                .metainfo();
        client = clients().open();
    }

    private WebClients clients() {
        return new WebClients(Home.in(folder.resolve("home")),
                Map.of("NETRC", folder.resolve("netrc").toString()));
    }

    @AfterEach
    void close() {
        client.close();
    }

    private void serve(Request request, OutputStream out) throws IOException, InterruptedException {
        byte[] content = files.get(request.target());
        if (content == null) {
            ScriptedHttpServer.write(out, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
        } else {
            ScriptedHttpServer.serving(content, "\"1\"").respond(request, out);
        }
    }

    private ReplicaReport inspect(String url, AddressPolicy policy) throws InterruptedException {
        return new ReplicaInspection(client, policy, metainfo, new Random(8),
                Duration.ofMillis(1)).inspect(url);
    }

    private ReplicaReport inspect(Script script) throws Exception {
        try (ScriptedHttpServer server = new ScriptedHttpServer(script)) {
            return inspect(server.uri("/").toString(), AddressPolicy.ANY);
        }
    }

    @Test
    void goodReplica_passesWithEveryLengthAndAPieceForEachDraw() throws Exception {
        try (ScriptedHttpServer server = new ScriptedHttpServer(this::serve)) {
            ReplicaReport report = inspect(server.uri("/").toString(), AddressPolicy.ANY);
            assertThat(report.problem()).isEmpty();
            assertThat(report.pieces()).isEqualTo(metainfo.pieceCount());
            assertThat(report.bytes()).isEqualTo(metainfo.filesLength() + 2);
            assertThat(server.requests()).extracting(Request::target)
                    .containsOnly("/runs/a%20b.nc", "/runs/sub/c.nc");
        }
    }

    @Test
    void singleFile_isAtTheAddressItself() throws Exception {
        byte[] content = content();
        metainfo = new MetainfoBuilder(folder.resolve("runs/sub/c.nc")).build().metainfo();
        try (ScriptedHttpServer server = new ScriptedHttpServer(
                ScriptedHttpServer.serving(content, "\"1\""))) {
            assertThat(inspect(server.uri("/other.nc").toString(), AddressPolicy.ANY).problem())
                    .isEmpty();
            assertThat(server.requests()).extracting(Request::target).containsOnly("/other.nc");
        }
    }

    private byte[] content() throws IOException {
        return Files.readAllBytes(folder.resolve("runs/sub/c.nc"));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1, 100_000})
    void otherLength_isFoundWithItsFile(int more) throws Exception {
        files.put("/runs/sub/c.nc", new byte[3 * PIECE_LENGTH + 77 + more]);
        assertProblem(inspect(this::serve), Problem.WRONG_LENGTH, "runs/sub/c.nc");
    }

    @Test
    void otherContent_isFoundWithItsFile() throws Exception {
        byte[] content = content();
        content[2 * PIECE_LENGTH] ^= 1;
        files.put("/runs/sub/c.nc", content);
        assertProblem(inspect(this::serve), Problem.WRONG_CONTENT, "runs/sub/c.nc");
    }

    @Test
    void missingFile_isFound() throws Exception {
        files.remove("/runs/a%20b.nc");
        assertProblem(inspect(this::serve), Problem.NOT_FOUND, "runs/a b.nc");
    }

    private static Stream<Arguments> answers() {
        return Stream.of(Arguments.of("401 Unauthorized", "", Problem.ACCESS_DENIED),
                Arguments.of("403 Forbidden", "", Problem.ACCESS_DENIED),
                Arguments.of("410 Gone", "", Problem.NOT_FOUND),
                Arguments.of("200 OK", "", Problem.NO_RANGES),
                Arguments.of("206 Partial Content", "Content-Range: bytes 0-0/5\r\n",
                        Problem.BAD_RESPONSE),
                Arguments.of("206 Partial Content", "", Problem.BAD_RESPONSE),
                Arguments.of("206 Partial Content",
                        "Content-Range: bytes 49228-49228/*\r\n", Problem.BAD_RESPONSE),
                Arguments.of("206 Partial Content",
                        "Content-Range: bytes 49228-49228/49229\r\nContent-Encoding: gzip\r\n",
                        Problem.BAD_RESPONSE),
                Arguments.of("302 Found", "Location: ftp://a.example/\r\n", Problem.BAD_RESPONSE));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void unusableAnswer_isNamed(String status, String headers, Problem problem) throws Exception {
        assertProblem(inspect((request, out) -> ScriptedHttpServer.write(out, "HTTP/1.1 " + status
                + "\r\nContent-Length: 1\r\n" + headers + "\r\nx")), problem, "runs/a b.nc");
    }

    @Test
    void failureForTheMoment_isTriedAgain() throws Exception {
        AtomicInteger count = new AtomicInteger();
        ReplicaReport report = inspect((request, out) -> {
            if (count.incrementAndGet() % 3 == 0) {
                serve(request, out);
            } else {
                ScriptedHttpServer.write(out, BUSY);
            }
        });
        assertThat(report.problem()).isEmpty();
    }

    /** Sent in the clear here, as to servers of this machine alone. */
    @Test
    void serverThatWantsCredentials_isGivenThoseOfTheMachine() throws Exception {
        try (ScriptedHttpServer server = new ScriptedHttpServer((request, out) -> {
            if ("Bearer secret".equals(request.headers().get("authorization"))) {
                serve(request, out);
            } else {
                ScriptedHttpServer.write(out,
                        "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n");
            }
        })) {
            String url = server.uri("/").toString();
            assertProblem(inspect(url, AddressPolicy.ANY), Problem.ACCESS_DENIED, "runs/a b.nc");
            Home home = Home.in(Files.createDirectories(folder.resolve("home")));
            Files.writeString(home.webTokens(), server.uri("") + " secret\n");
            Files.setPosixFilePermissions(home.webTokens(),
                    PosixFilePermissions.fromString("rw-------"));
            client.close();
            client = clients().open();
            assertThat(inspect(url, AddressPolicy.ANY).problem()).isEmpty();
        }
    }

    @Test
    void serverThatStaysAway_isUnreachableAfterFourAttempts() throws Exception {
        AtomicInteger count = new AtomicInteger();
        assertProblem(inspect((request, out) -> {
            count.incrementAndGet();
            ScriptedHttpServer.write(out,
                    "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
        }), Problem.UNREACHABLE, "");
        assertThat(count).hasValue(4);
    }

    @Test
    void addressOfThisMachine_isNotAskedWhereSomebodyElseNamesIt() throws Exception {
        try (ScriptedHttpServer server = new ScriptedHttpServer(this::serve)) {
            for (AddressPolicy policy : new AddressPolicy[]{AddressPolicy.REMOTE,
                AddressPolicy.PUBLIC}) {
                assertProblem(inspect(server.uri("/").toString(), policy),
                        Problem.ADDRESS_REFUSED, "");
            }
            assertThat(server.connections()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ftp://a.example/", "https://user:word@a.example/", "http://",
        "no address"})
    void malformedAddress_isRefused(String url) throws Exception {
        assertProblem(inspect(url, AddressPolicy.ANY), Problem.ADDRESS_REFUSED, "");
    }

    private static void assertProblem(ReplicaReport report, Problem problem, String file) {
        assertThat(report.problem()).isEqualTo(Optional.of(problem));
        assertThat(report.file()).isEqualTo(file);
    }
}

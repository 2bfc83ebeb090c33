package org.gridtorrent.mdtp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gridtorrent.testing.ScriptedHttpServer.partial;
import static org.gridtorrent.testing.ScriptedHttpServer.serving;
import static org.gridtorrent.testing.ScriptedHttpServer.write;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;
import org.gridtorrent.mdtp.http.ReplicaFault.Code;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.gridtorrent.testing.ScriptedHttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ReplicaTest {
    private static final byte[] CONTENT = content();

    @TempDir
    Path folder = Path.of("");
    private final List<AutoCloseable> open = new ArrayList<>();

    private static byte[] content() {
        byte[] content = new byte[300_000];
        new Random(7).nextBytes(content);
        return content;
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
    }

    private ScriptedHttpServer server(ScriptedHttpServer.Script script) throws IOException {
        ScriptedHttpServer server = new ScriptedHttpServer(script);
        open.add(server);
        return server;
    }

    private ReplicaClient client(Credentials credentials, Map<String, String> environment)
            throws Exception {
        ReplicaClient client = new ReplicaClient(SSLContext.getDefault(), credentials, environment);
        open.add(client);
        return client;
    }

    private Replica replica(URI uri) throws Exception {
        return client(Credentials.NONE, Map.of()).replica(uri, AddressPolicy.ANY);
    }

    private Replica replica(ScriptedHttpServer.Script script) throws Exception {
        return replica(server(script).uri("/file"));
    }

    private static ReceivedRange get(Replica replica, long start, long end) {
        ReceivedRange received = new ReceivedRange();
        replica.get(new ByteRange(start, end), received);
        return received;
    }

    private static void assertBrings(ReceivedRange received, int start, int end) throws Exception {
        assertThat(received.end()).isEqualTo("completed");
        assertThat(received.bytes()).isEqualTo(Arrays.copyOfRange(CONTENT, start, end));
    }

    private static Code faultOf(ScriptedHttpServer.Script script) throws Exception {
        try (ScriptedHttpServer server = new ScriptedHttpServer(script);
                ReplicaClient client = new ReplicaClient(SSLContext.getDefault(), Credentials.NONE,
                        Map.of())) {
            ReceivedRange received = get(client.replica(server.uri("/file"), AddressPolicy.ANY),
                    100,
                    200);
            Code code = received.fault().code();
            assertThat(received.bytes()).isEmpty();
            return code;
        }
    }

    @Test
    void bringsARangeAndTheFilesLength() throws Exception {
        ReceivedRange received = get(replica(serving(CONTENT, "\"v1\"")), 1_000, 200_000);
        assertBrings(received, 1_000, 200_000);
        assertThat(received.started.get().fileLength()).isEqualTo(OptionalLong.of(300_000));
    }

    @Test
    void keepsTheConnectionForTheNextRange() throws Exception {
        ScriptedHttpServer server = server(serving(CONTENT, "\"v1\""));
        Replica replica = replica(server.uri("/file"));
        for (int start = 0; start < 5_000; start += 1_000) {
            assertBrings(get(replica, start, start + 1_000), start, start + 1_000);
        }
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void opensASecondConnectionForASecondRange() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        ScriptedHttpServer server = server((request, out) -> {
            both.countDown();
            both.await();
            serving(CONTENT, "\"v1\"").respond(request, out);
        });
        Replica replica = replica(server.uri("/file"));
        ReceivedRange one = get(replica, 0, 1_000);
        assertBrings(get(replica, 1_000, 2_000), 1_000, 2_000);
        assertBrings(one, 0, 1_000);
        assertThat(server.connections()).isEqualTo(2);
    }

    @Test
    void endsWithTheFile() throws Exception {
        assertBrings(get(replica(serving(CONTENT, "\"v1\"")), 299_000, 400_000), 299_000, 300_000);
    }

    @Test
    void tellsTheLengthWhenTheRangeIsBehindTheEnd() throws Exception {
        assertThat(get(replica(serving(CONTENT, "\"v1\"")), 400_000, 500_000).end())
                .isEqualTo(300_000L);
    }

    @Test
    void shortenedRangeBringsNothingBehindItsNewEnd() throws Exception {
        CountDownLatch shortened = new CountDownLatch(1);
        Replica replica = replica((request, out) -> {
            write(out, partial(0, 200_000, 300_000, ""));
            out.write(CONTENT, 0, 10_000);
            out.flush();
            shortened.await();
            out.write(CONTENT, 10_000, 190_000);
        });
        ReceivedRange received = new ReceivedRange();
        RangeExchange exchange = replica.get(new ByteRange(0, 200_000), received);
        received.awaitBytes(10_000);
        exchange.shorten(15_000);
        shortened.countDown();
        assertBrings(received, 0, 15_000);
    }

    @Test
    void rangeThatIsShortenedToWhatArrivedEndsAtOnce() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        Replica replica = replica((request, out) -> {
            write(out, partial(0, 200_000, 300_000, ""));
            out.write(CONTENT, 0, 10_000);
            out.flush();
            never.await();
        });
        ReceivedRange received = new ReceivedRange();
        RangeExchange exchange = replica.get(new ByteRange(0, 200_000), received);
        received.awaitBytes(10_000);
        exchange.shorten(10_000);
        assertBrings(received, 0, 10_000);
        never.countDown();
    }

    @Test
    void cancelledRangeClosesItsOwnConnectionOnly() throws Exception {
        CountDownLatch cancelled = new CountDownLatch(1);
        ScriptedHttpServer server = server((request, out) -> {
            if (request.rangeStart() == 0) {
                write(out, partial(0, 200_000, 300_000, ""));
                cancelled.await();
                out.write(CONTENT, 0, 200_000);
            } else {
                serving(CONTENT, "\"v1\"").respond(request, out);
            }
        });
        Replica replica = replica(server.uri("/file"));
        ReceivedRange first = new ReceivedRange();
        RangeExchange exchange = replica.get(new ByteRange(0, 200_000), first);
        first.started.get();
        assertBrings(get(replica, 1_000, 2_000), 1_000, 2_000);
        exchange.cancel();
        cancelled.countDown();
        assertBrings(get(replica, 2_000, 3_000), 2_000, 3_000);
        assertThat(server.connections()).isEqualTo(2);
        assertThat(first.ended).isNotDone();
    }

    @Test
    void wholeFileInPlaceOfARangeIsRefused() throws Exception {
        assertThat(faultOf((request, out) -> {
            write(out, "HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n");
            out.write(CONTENT);
        })).isEqualTo(Code.RANGES_UNSUPPORTED);
    }

    @Test
    void serverWithoutRangesServesTheWholeFile() throws Exception {
        Replica replica = replica((request, out) -> {
            assertThat(request.headers()).doesNotContainKey("range");
            write(out, "HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n");
            out.write(CONTENT);
        });
        ReceivedRange received = new ReceivedRange();
        replica.getAll(received);
        assertBrings(received, 0, 300_000);
    }

    @Test
    void fileOfUnknownLengthEndsWithItsLastChunk() throws Exception {
        Replica replica = replica((request, out) -> write(out,
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"));
        ReceivedRange received = new ReceivedRange();
        replica.getAll(received);
        assertThat(received.end()).isEqualTo("completed");
        assertThat(received.bytes()).containsExactly('a', 'b', 'c');
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Content-Range: bytes 0-99/300000",
        "Content-Range: bytes 101-200/300000",
        "Content-Range: bytes 100-300/300000", "Content-Range: items 100-199/300000",
        "Content-Range: bytes 100-199/150", "Content-Range: bytes 199-100/300000",
        "Content-Range: bytes 100-199", "Content-Range: bytes 100-99999999999999999999/*",
        "Content-Type: multipart/byteranges; boundary=x"})
    void otherRangeThanTheRequestedOneIsRefused(String header) throws Exception {
        assertThat(faultOf((request, out) -> {
            write(out, "HTTP/1.1 206 Partial Content\r\nContent-Length: 100\r\n" + header
                    + (header.isEmpty() ? "" : "\r\n") + "\r\n");
            out.write(CONTENT, 100, 100);
        })).isEqualTo(Code.WRONG_RANGE);
    }

    @Test
    void encodedBodyIsRefused() throws Exception {
        assertThat(faultOf((request, out) -> {
            assertThat(request.headers()).containsEntry("accept-encoding", "identity");
            write(out, partial(100, 200, 300_000, "Content-Encoding: gzip\r\n"));
            out.write(CONTENT, 100, 100);
        })).isEqualTo(Code.ENCODED);
    }

    @ParameterizedTest
    @CsvSource({"401, UNAUTHORIZED", "403, FORBIDDEN", "404, NOT_FOUND", "410, NOT_FOUND",
        "429, BUSY", "503, BUSY", "500, SERVER_ERROR", "502, SERVER_ERROR",
        "204, UNEXPECTED_STATUS", "418, UNEXPECTED_STATUS"})
    void statusBecomesAFault(int status, Code code) throws Exception {
        assertThat(faultOf((request, out) -> write(out, "HTTP/1.1 " + status + " x\r\n"
                + (status == 204 ? "" : "Content-Length: 0\r\n") + "\r\n"))).isEqualTo(code);
    }

    @Test
    void retryAfterIsReadInBothForms() throws Exception {
        String date = DateTimeFormatter.RFC_1123_DATE_TIME
                .format(ZonedDateTime.now(ZoneOffset.UTC).plusMinutes(10));
        assertThat(retryAfter("17")).isEqualTo(Duration.ofSeconds(17));
        assertThat(retryAfter(date)).isBetween(Duration.ofMinutes(5), Duration.ofMinutes(10));
        assertThat(retryAfter("999999999")).isEqualTo(RetryAfter.LONGEST);
        assertThat(retryAfter("Fri, 31 Dec 1999 23:59:59 GMT")).isEqualTo(Duration.ZERO);
    }

    private Duration retryAfter(String value) throws Exception {
        return get(replica((request, out) -> write(out,
                "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nRetry-After: " + value + "\r\n\r\n")),
                0, 10).fault().retryAfter().orElseThrow();
    }

    @Test
    void secondConnectionThatIsRefusedIsToldApart() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Replica replica = replica((request, out) -> {
            if (request.rangeStart() > 0) {
                write(out, "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n");
                return;
            }
            write(out, partial(0, 100, 300_000, ""));
            end.await();
            out.write(CONTENT, 0, 100);
        });
        ReceivedRange first = get(replica, 0, 100);
        first.started.get();
        assertThat(get(replica, 100, 200).fault().code()).isEqualTo(Code.TOO_MANY_CONNECTIONS);
        end.countDown();
        assertBrings(first, 0, 100);
    }

    @Test
    void truncatedBodyKeepsWhatArrived() throws Exception {
        ReceivedRange received = get(replica((request, out) -> {
            write(out, partial(0, 1_000, 300_000, ""));
            out.write(CONTENT, 0, 600);
            out.flush();
            throw new IOException("ends");
        }), 0, 1_000);
        assertThat(received.fault().code()).isEqualTo(Code.TRUNCATED);
        assertThat(received.bytes()).isEqualTo(Arrays.copyOf(CONTENT, 600));
    }

    @Test
    void connectionThatTheServerEndsWhileItIsIdleIsReplaced() throws Exception {
        ScriptedHttpServer server = server((request, out) -> {
            serving(CONTENT, "\"v1\"").respond(request, out);
            out.flush();
            throw new IOException("ends");
        });
        Replica replica = replica(server.uri("/file"));
        for (int start = 0; start < 5_000; start += 1_000) {
            assertBrings(get(replica, start, start + 1_000), start, start + 1_000);
        }
        assertThat(server.connections()).isEqualTo(5);
    }

    @Test
    void fileThatChangesInMidTransferIsRefused() throws Exception {
        ScriptedHttpServer server = server((request, out) -> serving(CONTENT,
                request.rangeStart() == 0 ? "\"v1\"" : "\"v2\"").respond(request, out));
        Replica replica = replica(server.uri("/file"));
        assertBrings(get(replica, 0, 100), 0, 100);
        ReceivedRange changed = get(replica, 100, 200);
        assertThat(changed.fault().code()).isEqualTo(Code.CONTENT_CHANGED);
        assertThat(changed.bytes()).isEmpty();
        assertThat(server.requests().getLast().headers()).containsEntry("if-range", "\"v1\"");
    }

    @Test
    void serverThatAnswersIfRangeWithTheNewFileIsToldApartFromOneWithoutRanges() throws Exception {
        Replica replica = replica((request, out) -> {
            if (request.rangeStart() == 0) {
                serving(CONTENT, "\"v1\"").respond(request, out);
            } else {
                write(out, "HTTP/1.1 200 OK\r\nETag: \"v2\"\r\nContent-Length: 2\r\n\r\nxx");
            }
        });
        assertBrings(get(replica, 0, 100), 0, 100);
        assertThat(get(replica, 100, 200).fault().code()).isEqualTo(Code.CONTENT_CHANGED);
    }

    @Test
    void weakEntityTagsAreNotSentBack() throws Exception {
        ScriptedHttpServer server = server(serving(CONTENT, "W/\"v1\""));
        Replica replica = replica(server.uri("/file"));
        assertBrings(get(replica, 0, 100), 0, 100);
        assertBrings(get(replica, 100, 200), 100, 200);
        assertThat(server.requests().getLast().headers()).doesNotContainKey("if-range");
    }

    @Test
    void lengthThatChangesIsRefused() throws Exception {
        Replica replica = replica((request, out) -> {
            write(out, partial(request.rangeStart(), request.rangeEnd(),
                    request.rangeStart() == 0 ? 300_000 : 300_001, ""));
            out.write(CONTENT, (int) request.rangeStart(), 100);
        });
        assertBrings(get(replica, 0, 100), 0, 100);
        assertThat(get(replica, 100, 200).fault().code()).isEqualTo(Code.LENGTH_CHANGED);
    }

    private static String redirect(String location) {
        return "HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: " + location + "\r\n\r\n";
    }

    @Test
    void redirectIsFollowedAndRemembered() throws Exception {
        ScriptedHttpServer server = server((request, out) -> {
            if (request.target().equals("/file")) {
                write(out, redirect("/mirror"));
            } else {
                serving(CONTENT, "\"v1\"").respond(request, out);
            }
        });
        Replica replica = replica(server.uri("/file"));
        assertBrings(get(replica, 0, 100), 0, 100);
        assertBrings(get(replica, 100, 200), 100, 200);
        assertThat(server.requests()).extracting(ScriptedHttpServer.Request::target)
                .containsExactly("/file", "/mirror", "/mirror");
    }

    @Test
    void targetThatExpiredIsResolvedAnew() throws Exception {
        ScriptedHttpServer server = server((request, out) -> {
            if (request.target().equals("/file")) {
                write(out, redirect("/signed-" + request.rangeStart()));
            } else if (request.target().equals("/signed-" + request.rangeStart())) {
                serving(CONTENT, "\"v1\"").respond(request, out);
            } else {
                write(out, "HTTP/1.1 403 Expired\r\nContent-Length: 0\r\n\r\n");
            }
        });
        Replica replica = replica(server.uri("/file"));
        assertBrings(get(replica, 0, 100), 0, 100);
        assertBrings(get(replica, 100, 200), 100, 200);
        assertThat(server.requests()).extracting(ScriptedHttpServer.Request::target)
                .containsExactly("/file", "/signed-0", "/signed-0", "/file", "/signed-100");
    }

    @Test
    void endlessRedirectsEnd() throws Exception {
        ScriptedHttpServer server = server((request, out) -> write(out,
                redirect(request.target() + "x")));
        assertThat(get(replica(server.uri("/file")), 0, 100).fault().code())
                .isEqualTo(Code.TOO_MANY_REDIRECTS);
        assertThat(server.requests()).hasSize(Replica.MAX_REDIRECTS + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://127.0.0.1/x", "http://user:secret@127.0.0.1/x", "http://", ":",
        "file:///etc/passwd"})
    void redirectToNoWebAddressIsRefused(String location) throws Exception {
        assertThat(faultOf((request, out) -> write(out, redirect(location))))
                .isEqualTo(Code.BAD_REDIRECT);
    }

    @Test
    void addressOfThisMachineIsRefusedWhenSomebodyElseNamedIt() throws Exception {
        ScriptedHttpServer server = server(serving(CONTENT, "\"v1\""));
        Replica replica = client(Credentials.NONE, Map.of()).replica(server.uri("/file"),
                AddressPolicy.PUBLIC);
        assertThat(get(replica, 0, 100).fault().code()).isEqualTo(Code.ADDRESS_REFUSED);
        assertThat(server.connections()).isZero();
    }

    private Credentials netrc(String text) throws IOException {
        return Credentials.load(secret("netrc", text), folder.resolve("tokens"));
    }

    private Path secret(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void passwordOfNetrcIsSentToItsHost() throws Exception {
        ScriptedHttpServer server = server(serving(CONTENT, "\"v1\""));
        Replica replica = client(
                netrc("machine other login x password y\nmachine 127.0.0.1 login ann password s3"),
                Map.of()).replica(server.uri("/file"), AddressPolicy.ANY);
        assertBrings(get(replica, 0, 100), 0, 100);
        assertThat(server.requests().getFirst().headers()).containsEntry("authorization",
                "Basic YW5uOnMz");
    }

    @Test
    void credentialsStayAtTheirOrigin() throws Exception {
        ScriptedHttpServer other = server(serving(CONTENT, "\"v1\""));
        ScriptedHttpServer server = server((request, out) -> write(out,
                redirect(other.uri("/mirror").toString())));
        Replica replica = client(netrc("default login ann password s3"), Map.of())
                .replica(server.uri("/file"), AddressPolicy.ANY);
        assertBrings(get(replica, 0, 100), 0, 100);
        assertThat(server.requests().getFirst().headers()).containsKey("authorization");
        assertThat(other.requests().getFirst().headers()).doesNotContainKey("authorization");
    }

    @Test
    void proxyOfTheEnvironmentIsUsed() throws Exception {
        ScriptedHttpServer proxy = server(serving(CONTENT, "\"v1\""));
        Replica replica = client(Credentials.NONE,
                Map.of("http_proxy", proxy.uri("/").toString(), "no_proxy", "localhost"))
                .replica(URI.create("http://replica.example/file"), AddressPolicy.PUBLIC);
        assertBrings(get(replica, 0, 100), 0, 100);
        assertThat(proxy.requests().getFirst().target()).isEqualTo("http://replica.example/file");
    }

    @Test
    void serverThatIsNotThereIsAFault() throws Exception {
        int port;
        try (ServerSocket closed = new ServerSocket(0)) {
            port = closed.getLocalPort();
        }
        assertThat(get(replica(URI.create("http://127.0.0.1:" + port + "/")), 0, 1).fault().code())
                .isEqualTo(Code.CONNECTION_FAILED);
        assertThat(get(replica(URI.create("http://replica.invalid/")), 0, 1).fault().code())
                .isEqualTo(Code.UNKNOWN_HOST);
    }

    @Test
    void queryIsNotInTheText() throws Exception {
        assertThat(replica(URI.create("http://host.example/f?signature=secret"))).asString()
                .isEqualTo("http://host.example/f");
    }
}

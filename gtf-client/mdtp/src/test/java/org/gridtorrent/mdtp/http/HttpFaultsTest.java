package org.gridtorrent.mdtp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.CONTENT;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.GOOD;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.LENGTH;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.SHORT;
import static org.gridtorrent.mdtp.http.ScriptedReplicas.get;
import static org.gridtorrent.testing.ScriptedHttpServer.partial;
import static org.gridtorrent.testing.ScriptedHttpServer.serving;
import static org.gridtorrent.testing.ScriptedHttpServer.write;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.gridtorrent.mdtp.http.ReplicaFault.Code;
import org.gridtorrent.testing.ScriptedHttpServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpFaultsTest {
    @RegisterExtension
    final ScriptedReplicas replicas = new ScriptedReplicas();

    /** Header of a 206 of bytes 100 to 200, with these fields. */
    private static String range(String fields) {
        return "HTTP/1.1 206 Partial Content\r\n" + fields + "\r\n";
    }

    private Code codeOf(String header, int bodyLength) throws Exception {
        return replicas.faultOf((request, out) -> {
            write(out, header);
            out.write(CONTENT, 100, bodyLength);
        }).code();
    }

    @Test
    void wholeFileInPlaceOfARangeIsRefused() throws Exception {
        assertThat(codeOf("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", 100_000))
                .isEqualTo(Code.RANGES_UNSUPPORTED);
    }

    @Test
    void wholeFileInPlaceOfItsBeginningIsRefused() throws Exception {
        ReceivedRange received = get(replicas.replica((request, out) -> {
            write(out, "HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n");
            out.write(CONTENT);
        }), 0, 100);
        assertThat(received.fault().code()).isEqualTo(Code.RANGES_UNSUPPORTED);
        assertThat(received.bytes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Content-Range: bytes 0-99/300000",
        "Content-Range: bytes 101-200/300000", "Content-Range: bytes 100-300/300000",
        "Content-Range: items 100-199/300000", "Content-Range: bytes 100-199/150",
        "Content-Range: bytes 199-100/300000", "Content-Range: bytes 100-199",
        "Content-Range: bytes 100-99999999999999999999/*", "Content-Range: bytes -100-199/300000",
        "Content-Range: bytes 100-198/300000", "Content-Range: bytes */300000",
        "Content-Range: bytes 100-199/300000\r\nContent-Range: bytes 0-99/300000",
        "Content-Type: multipart/byteranges; boundary=x"})
    void otherRangeThanTheRequestedOneIsRefused(String field) throws Exception {
        String line = field.isEmpty() ? "" : field + "\r\n";
        assertThat(codeOf(range("Content-Length: 100\r\n" + line), 100))
                .isEqualTo(Code.WRONG_RANGE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Encoding: gzip", "Content-Encoding: identity, br",
        "Transfer-Encoding: gzip"})
    void encodedBodyIsRefused(String field) throws Exception {
        ScriptedHttpServer server = replicas.server((request, out) -> {
            write(out, range("Content-Range: bytes 100-199/300000\r\n" + field + "\r\n"));
            throw new IOException("ends");
        });
        assertThat(get(replicas.replica(server.uri("/")), 100, 200).fault().code())
                .isEqualTo(Code.ENCODED);
        assertThat(server.requests().getFirst().headers()).containsEntry("accept-encoding",
                "identity");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 100\r\nTransfer-Encoding: chunked",
        "Content-Length: 99999999999999999999", "Content-Length: -1", "Content-Length: -5"})
    void lengthThatContradictsIsRefused(String field) throws Exception {
        assertThat(codeOf(range("Content-Range: bytes 100-199/300000\r\n" + field + "\r\n"), 100))
                .isEqualTo(Code.MALFORMED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SSH-2.0-server\r\n\r\n", "HTTP/1.1 two hundred\r\n\r\n"})
    void otherProtocolIsRefused(String response) throws Exception {
        assertThat(codeOf(response, 0)).isEqualTo(Code.MALFORMED);
    }

    @Test
    void endlessHeaderIsRefused() throws Exception {
        assertThat(replicas.faultOf((request, out) -> {
            write(out, "HTTP/1.1 206 Partial Content\r\n");
            while (true) {
                write(out, "Link: <" + "x".repeat(1_000) + ">\r\n");
            }
        }).code()).isEqualTo(Code.MALFORMED);
    }

    @Test
    void randomResponsesBringNoByteOutsideTheRange() throws Exception {
        byte[] good = (partial(100, 200, LENGTH, "ETag: \"v1\"\r\n") + "x".repeat(100))
                .getBytes(StandardCharsets.ISO_8859_1);
        Random random = new Random(11);
        for (int round = 0; round < 100; round++) {
            byte[] sent = Arrays.copyOf(good, 1 + random.nextInt(good.length));
            for (int changes = random.nextInt(4); changes > 0; changes--) {
                sent[random.nextInt(sent.length)] = (byte) random.nextInt(256);
            }
            ReceivedRange received = get(replicas.replica((request, out) -> {
                out.write(sent);
                out.flush();
                throw new IOException("ends");
            }), 100, 200);
            assertThat(received.end()).as("round %d", round).isNotNull();
            assertThat(received.bytes()).as("round %d", round).hasSizeLessThanOrEqualTo(100);
        }
    }

    @Test
    void bytesBehindTheAnnouncedRangeAreDropped() throws Exception {
        ReceivedRange received = get(replicas.replica((request, out) -> write(out,
                range("Content-Range: bytes 100-102/300000\r\nTransfer-Encoding: chunked\r\n")
                        + "5\r\nabcde\r\n0\r\n\r\n")),
                100, 200);
        assertThat(received.fault().code()).isEqualTo(Code.TRUNCATED);
        assertThat(received.bytes()).containsExactly('a', 'b', 'c');
    }

    @ParameterizedTest
    @CsvSource({"401, UNAUTHORIZED", "403, FORBIDDEN", "404, NOT_FOUND", "410, NOT_FOUND",
        "407, PROXY_FAILED", "408, TIMEOUT", "429, BUSY", "503, BUSY", "500, SERVER_ERROR",
        "502, SERVER_ERROR", "204, UNEXPECTED_STATUS", "418, UNEXPECTED_STATUS"})
    void statusBecomesAFault(int status, Code code) throws Exception {
        ReplicaFault fault = replicas.faultOf((request, out) -> write(out, "HTTP/1.1 " + status
                + " x\r\n" + (status == 204 ? "" : "Content-Length: 0\r\n") + "\r\n"));
        assertThat(fault.code()).isEqualTo(code);
        assertThat(fault.status()).isEqualTo(status);
    }

    private static String date(ZonedDateTime time) {
        return DateTimeFormatter.RFC_1123_DATE_TIME
                .format(time);
    }

    private Duration retryAfter(String fields) throws Exception {
        return replicas.faultOf((request, out) -> write(out,
                "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nRetry-After: " + fields + "\r\n\r\n"))
                .retryAfter().orElseThrow();
    }

    @Test
    void retryAfterIsReadInBothForms() throws Exception {
        ZonedDateTime now = ZonedDateTime.now(ZoneOffset.UTC);
        assertThat(retryAfter("17")).isEqualTo(Duration.ofSeconds(17));
        assertThat(retryAfter(date(now.plusMinutes(10)))).isBetween(Duration.ofMinutes(5),
                Duration.ofMinutes(10));
        assertThat(retryAfter(date(now.minusYears(1)))).isEqualTo(Duration.ZERO);
        assertThat(retryAfter("999999999")).isEqualTo(RetryAfter.LONGEST);
    }

    @Test
    void retryAfterIsByTheServersClock() throws Exception {
        ZonedDateTime wrong = ZonedDateTime.now(ZoneOffset.UTC).plusYears(1);
        assertThat(retryAfter(date(wrong.plusSeconds(30)) + "\r\nDate: " + date(wrong)))
                .isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void malformedRetryAfterIsPassedOver() throws Exception {
        assertThat(replicas.faultOf((request, out) -> write(out,
                "HTTP/1.1 429 x\r\nContent-Length: 0\r\nRetry-After: -1\r\n\r\n")).retryAfter())
                .isEmpty();
    }

    /** The code of a second request while a first one is under way, whose server treats it so. */
    private Code codeOfSecond(ScriptedHttpServer.Script second) throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Replica replica = replicas.replica((request, out) -> {
            if (request.rangeStart() > 0) {
                second.respond(request, out);
            } else {
                write(out, partial(0, 100, LENGTH, ""));
                end.await();
                out.write(CONTENT, 0, 100);
            }
        });
        ReceivedRange first = get(replica, 0, 100);
        first.response();
        Code code = get(replica, 100, 200).fault().code();
        end.countDown();
        first.assertBrings(0, 100);
        return code;
    }

    @Test
    void limitOnConnectionsIsToldApart() throws Exception {
        assertThat(codeOfSecond((request, out) -> write(out,
                "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n")))
                .isEqualTo(Code.TOO_MANY_CONNECTIONS);
        assertThat(codeOfSecond((request, out) -> {
            throw new IOException("ends");
        })).isEqualTo(Code.TOO_MANY_CONNECTIONS);
        assertThat(codeOfSecond((request, out) -> write(out,
                "HTTP/1.1 404 x\r\nContent-Length: 0\r\n\r\n"))).isEqualTo(Code.NOT_FOUND);
    }

    @Test
    void truncatedBodyKeepsWhatArrived() throws Exception {
        ReceivedRange received = get(replicas.replica((request, out) -> {
            write(out, partial(0, 1_000, LENGTH, ""));
            out.write(CONTENT, 0, 600);
            out.flush();
            throw new IOException("ends");
        }), 0, 1_000);
        assertThat(received.fault().code()).isEqualTo(Code.TRUNCATED);
        assertThat(received.bytes()).isEqualTo(Arrays.copyOf(CONTENT, 600));
    }

    @Test
    void serverThatDoesNotRespondIsGivenUp() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        ScriptedHttpServer server = replicas.server((request, out) -> never.await());
        Replica replica = replicas.client(SHORT).replica(server.uri("/"), AddressPolicy.ANY);
        assertThat(get(replica, 0, 100).fault().code()).isEqualTo(Code.TIMEOUT);
        never.countDown();
    }

    @Test
    void serverThatFallsSilentIsGivenUp() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        ScriptedHttpServer server = replicas.server((request, out) -> {
            write(out, partial(0, 1_000, LENGTH, ""));
            out.write(CONTENT, 0, 600);
            out.flush();
            never.await();
        });
        Replica replica = replicas.client(SHORT).replica(server.uri("/"), AddressPolicy.ANY);
        ReceivedRange received = get(replica, 0, 1_000);
        assertThat(received.fault().code()).isEqualTo(Code.TIMEOUT);
        assertThat(received.bytes()).isEqualTo(Arrays.copyOf(CONTENT, 600));
        never.countDown();
    }

    @Test
    void serverThatIsNotThereIsAFault() throws Exception {
        int port;
        try (ServerSocket closed = new ServerSocket(0)) {
            port = closed.getLocalPort();
        }
        assertThat(get(replicas.replica(URI.create("http://127.0.0.1:" + port + "/")), 0, 1)
                .fault().code()).isEqualTo(Code.CONNECTION_FAILED);
        assertThat(get(replicas.replica(URI.create("http://replica.invalid/")), 0, 1).fault()
                .code()).isEqualTo(Code.UNKNOWN_HOST);
    }

    @Test
    void closedClientFailsItsRequests() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        ScriptedHttpServer server = replicas.server((request, out) -> {
            write(out, partial(0, 1_000, LENGTH, ""));
            never.await();
        });
        ReplicaClient client = replicas.client(ReplicaClient.Timeouts.DEFAULTS);
        ReceivedRange received = get(client.replica(server.uri("/"), AddressPolicy.ANY), 0, 1_000);
        received.response();
        client.close();
        assertThat(received.fault().code()).isEqualTo(Code.TRUNCATED);
        never.countDown();
    }

    @Test
    void fileThatChangesInMidTransferIsRefused() throws Exception {
        ScriptedHttpServer server = replicas.server((request, out) -> serving(CONTENT,
                request.rangeStart() == 0 ? "\"v1\"" : "\"v2\"").respond(request, out));
        Replica replica = replicas.replica(server.uri("/file"));
        get(replica, 0, 100).assertBrings(0, 100);
        ReceivedRange changed = get(replica, 100, 200);
        assertThat(changed.fault().code()).isEqualTo(Code.CONTENT_CHANGED);
        assertThat(changed.bytes()).isEmpty();
        assertThat(server.requests().getLast().headers()).containsEntry("if-range", "\"v1\"");
    }

    @Test
    void newFileInAnswerToIfRangeIsToldApartFromAServerWithoutRanges() throws Exception {
        Replica replica = replicas.replica((request, out) -> {
            if (request.rangeStart() == 0) {
                GOOD.respond(request, out);
            } else {
                write(out, "HTTP/1.1 200 OK\r\nETag: \"v2\"\r\nContent-Length: 2\r\n\r\nxx");
            }
        });
        get(replica, 0, 100).assertBrings(0, 100);
        assertThat(get(replica, 100, 200).fault().code()).isEqualTo(Code.CONTENT_CHANGED);
    }

    @Test
    void fileWithoutAnEntityTagIsToldApartByItsTime() throws Exception {
        Replica replica = replicas.replica((request, out) -> {
            write(out, partial(request.rangeStart(), request.rangeEnd(), LENGTH,
                    "ETag: W/\"v1\"\r\nLast-Modified: Sat, 0" + (1 + request.rangeStart() / 200)
                            + " Jan 2000 00:00:00 GMT\r\n"));
            out.write(CONTENT, (int) request.rangeStart(), 100);
        });
        get(replica, 0, 100).assertBrings(0, 100);
        get(replica, 100, 200).assertBrings(100, 200);
        assertThat(get(replica, 200, 300).fault().code()).isEqualTo(Code.CONTENT_CHANGED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"W/\"v1\"", "v1", "\"", "\"v\"1\""})
    void entityTagThatIsNotStrongIsNotSentBack(String tag) throws Exception {
        ScriptedHttpServer server = replicas.server(serving(CONTENT, tag));
        Replica replica = replicas.replica(server.uri("/file"));
        get(replica, 0, 100).assertBrings(0, 100);
        get(replica, 100, 200).assertBrings(100, 200);
        assertThat(server.requests().getLast().headers()).doesNotContainKey("if-range");
    }

    @Test
    void lengthThatChangesIsRefused() throws Exception {
        Replica replica = replicas.replica((request, out) -> {
            write(out, partial(request.rangeStart(), request.rangeEnd(),
                    request.rangeStart() == 0 ? LENGTH : LENGTH + 1, ""));
            out.write(CONTENT, (int) request.rangeStart(), 100);
        });
        get(replica, 0, 100).assertBrings(0, 100);
        assertThat(get(replica, 100, 200).fault().code()).isEqualTo(Code.LENGTH_CHANGED);
    }

    @Test
    void detailHoldsNoControlCharacters() {
        assertThat(ReplicaFault.of(Code.WRONG_RANGE, 206, "a\u001b[2J\r\nb" + "x".repeat(500))
                .detail()).startsWith("a?[2J??b").hasSize(ReplicaFault.MAX_DETAIL);
    }

    @Test
    void serverThatSpeaksHttp2AloneIsAFault() throws Exception {
        byte[] frames = HexFormat.of().parseHex(
                "000000040000000000" + "000008070000000000" + "0000000000000001");
        assertThat(replicas.faultOf((request, out) -> {
            out.write(frames); // SETTINGS, and GOAWAY for a protocol error
            throw new IOException("closes");
        }).code()).isEqualTo(Code.CONNECTION_FAILED);
    }
}

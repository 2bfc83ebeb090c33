package org.gridtorrent.mdtp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.gridtorrent.mdtp.ScriptedFetches.CONTENT;
import static org.gridtorrent.mdtp.ScriptedFetches.GOOD;
import static org.gridtorrent.mdtp.ScriptedFetches.LENGTH;
import static org.gridtorrent.mdtp.ScriptedFetches.bytes;
import static org.gridtorrent.mdtp.ScriptedFetches.checksum;
import static org.gridtorrent.mdtp.ScriptedFetches.pieces;
import static org.gridtorrent.mdtp.ScriptedFetches.slow;
import static org.gridtorrent.testing.ScriptedHttpServer.partial;
import static org.gridtorrent.testing.ScriptedHttpServer.write;

import java.io.IOException;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.gridtorrent.mdtp.FetchException.Reason;
import org.gridtorrent.mdtp.ReplicaStatus.State;
import org.gridtorrent.testing.ScriptedHttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replicas and checksums that servers name in their responses (RFC 6249). */
@SuppressWarnings("NullAway.Init") // set before each test
final class DiscoveryTest {
    private ScriptedFetches fetches;

    @BeforeEach
    void open(@TempDir Path folder) throws NoSuchAlgorithmException {
        fetches = new ScriptedFetches(folder);
    }

    @AfterEach
    void close() throws IOException {
        fetches.close();
    }

    /** Serves ranges with these headers. */
    private static ScriptedHttpServer.Script telling(String headers) {
        return (request, out) -> {
            if (request.rangeStart() >= LENGTH) {
                GOOD.respond(request, out);
                return;
            }
            int start = (int) request.rangeStart();
            int end = (int) Math.min(request.rangeEnd(), LENGTH);
            write(out, partial(start, end, LENGTH, headers));
            out.write(CONTENT, start, end - start);
        };
    }

    private static String digest(byte[] content) {
        return "Digest: SHA-256=" + Base64.getEncoder()
                .encodeToString(HexFormat.of().parseHex(checksum(content).hex())) + "\r\n";
    }

    private static String link(ScriptedHttpServer mirror) {
        return "Link: <" + mirror.uri("/mirror/file") + ">; rel=duplicate; pri=1\r\n";
    }

    @Test
    void duplicatesJoinTheFetch() throws Exception {
        try (ScriptedHttpServer mirror = new ScriptedHttpServer(slow(GOOD))) {
            FetchResult result = fetches.run(FetchOptions.DEFAULTS,
                    slow(telling(link(mirror) + digest(CONTENT))));
            fetches.assertComplete();
            assertThat(result.replicas()).hasSize(2);
            assertThat(result.replicas()).allMatch(replica -> replica.bytes() > 0);
        }
    }

    /** The first server has sent much before its link to the other is read. */
    @Test
    void bytesThatCameBeforeADuplicateJoinedCount() throws Exception {
        try (ScriptedHttpServer mirror = new ScriptedHttpServer(GOOD)) {
            FetchResult result = fetches.run(FetchOptions.DEFAULTS, telling(link(mirror)));
            fetches.assertComplete();
            assertThat(result.bytesReceived()).isGreaterThanOrEqualTo(LENGTH)
                    .isEqualTo(result.replicas().stream().mapToLong(ReplicaStatus::bytes).sum());
        }
    }

    @Test
    void digestVerifiesTheFileIfNothingElseDoes() throws Exception {
        FetchResult result = fetches.run(FetchOptions.DEFAULTS, telling(digest(CONTENT)));
        assertThat(result.isVerified()).isTrue();
        assertThat(result.checksumServer()).hasValueSatisfying(
                server -> assertThat(server).startsWith("http://127.0.0.1:").endsWith("/file"));
    }

    @Test
    void knownChecksumGoesBeforeADigest() throws Exception {
        FetchResult result = fetches.run(FetchOptions.DEFAULTS.withChecksum(checksum(CONTENT)),
                telling(digest(bytes(8))));
        assertThat(result.isVerified()).isTrue();
        assertThat(result.checksumServer()).isEmpty();
    }

    @Test
    void fileWithoutItsDigestIsRefused() {
        assertThat(fetches.failure(FetchOptions.DEFAULTS, telling(digest(bytes(8)))).reason())
                .isEqualTo(Reason.CHECKSUM_DIFFERS);
    }

    @Test
    void digestsThatContradictEachOtherCountForNothing() throws Exception {
        FetchResult result = fetches.run(FetchOptions.DEFAULTS, slow(telling(digest(CONTENT))),
                slow(telling(digest(bytes(8)))));
        fetches.assertComplete();
        assertThat(result.isVerified()).isFalse();
        assertThat(result.checksumServer()).isEmpty();
    }

    @Test
    void falseDuplicateIsFoundByTheDigest() throws Exception {
        try (ScriptedHttpServer mirror = new ScriptedHttpServer(
                slow(ScriptedHttpServer.serving(bytes(8), "\"v1\"")))) {
            FetchResult result = fetches.run(FetchOptions.DEFAULTS,
                    slow(telling(link(mirror) + digest(CONTENT))));
            fetches.assertComplete();
            assertThat(result.isVerified()).isTrue();
            assertThat(result.replicas().getLast().state()).isEqualTo(State.OTHER_CONTENT);
        }
    }

    @Test
    void duplicatesNameNoFurtherOnes() throws Exception {
        try (ScriptedHttpServer third = new ScriptedHttpServer(GOOD);
                ScriptedHttpServer mirror = new ScriptedHttpServer(
                        slow(telling(link(third) + digest(bytes(8)))))) {
            FetchResult result = fetches.run(FetchOptions.DEFAULTS, slow(telling(link(mirror))));
            fetches.assertComplete();
            assertThat(result.replicas()).hasSize(2);
            assertThat(result.isVerified()).isFalse();
            assertThat(third.connections()).isZero();
        }
    }

    @Test
    void duplicatesAreLimited() throws Exception {
        try (ScriptedHttpServer mirror = new ScriptedHttpServer(GOOD)) {
            String links = IntStream.range(0, 100)
                    .mapToObj(i -> "<" + mirror.uri("/" + i) + ">; rel=duplicate")
                    .collect(Collectors.joining(", "));
            FetchResult result = fetches.run(FetchOptions.DEFAULTS,
                    slow(telling("Link: " + links + "\r\n")));
            assertThat(result.replicas()).hasSize(17);
        }
    }

    @Test
    void metalinkIsNotFetchedAsAFile() throws Exception {
        String headers = "Content-Type: application/metalink4+xml; charset=utf-8\r\n";
        assertThat(fetches.failure(FetchOptions.DEFAULTS, telling(headers)).reason())
                .isEqualTo(Reason.METALINK);
        fetches.run(FetchOptions.DEFAULTS.withChecksum(checksum(CONTENT)));
        fetches.assertComplete();
    }

    private static ScriptedHttpServer.Script metalink(String more) {
        String pieces = pieces(500_000).hashes().stream()
                .map(hash -> "<hash>" + HexFormat.of().formatHex(hash) + "</hash>")
                .collect(Collectors.joining());
        byte[] document = ("<metalink xmlns='urn:ietf:params:xml:ns:metalink'><file name='file'>"
                + more + "<pieces type='sha-256' length='500000'>" + pieces
                + "</pieces></file></metalink>").getBytes(UTF_8);
        return (request, out) -> {
            write(out, "HTTP/1.1 200 OK\r\nContent-Length: " + document.length + "\r\n\r\n");
            out.write(document);
        };
    }

    private static String describedBy(ScriptedHttpServer server) {
        return "Link: <" + server.uri("/file.meta4")
                + ">; rel=describedby; type=\"application/metalink4+xml\"\r\n";
    }

    /** Slow enough for a Metalink to arrive meanwhile. */
    private static ScriptedHttpServer.Script slowest(ScriptedHttpServer.Script script) {
        return slow(slow(slow(script)));
    }

    @Test
    void metalinkThatAServerNamesVerifiesPiecesAndNamesReplicas() throws Exception {
        try (ScriptedHttpServer mirror = new ScriptedHttpServer(slow(GOOD));
                ScriptedHttpServer documents = new ScriptedHttpServer(
                        metalink("<url>" + mirror.uri("/file") + "</url>"))) {
            FetchResult result = fetches.run(FetchOptions.DEFAULTS,
                    slowest(telling(describedBy(documents))));
            fetches.assertComplete();
            assertThat(result.isVerified()).isTrue();
            assertThat(result.checksumServer()).isPresent();
            assertThat(result.replicas()).hasSize(2);
        }
    }

    @Test
    void metalinkOfAnotherVersionIsNotUsed() throws Exception {
        try (ScriptedHttpServer documents = new ScriptedHttpServer(metalink("<size>7</size>"))) {
            assertThat(fetches.run(FetchOptions.DEFAULTS,
                    slowest(telling(describedBy(documents)))).isVerified()).isFalse();
        }
    }

    @Test
    void metalinkThatCannotBeReadIsLeftOut() throws Exception {
        try (ScriptedHttpServer documents = new ScriptedHttpServer(
                (request, out) -> write(out, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n<a/>"))) {
            assertThat(fetches.run(FetchOptions.DEFAULTS,
                    slowest(telling(describedBy(documents)))).isVerified()).isFalse();
            fetches.assertComplete();
        }
    }
}

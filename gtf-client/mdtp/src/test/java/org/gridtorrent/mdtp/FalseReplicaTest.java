package org.gridtorrent.mdtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gridtorrent.mdtp.ScriptedFetches.CONTENT;
import static org.gridtorrent.mdtp.ScriptedFetches.GOOD;
import static org.gridtorrent.mdtp.ScriptedFetches.LENGTH;
import static org.gridtorrent.mdtp.ScriptedFetches.bytes;
import static org.gridtorrent.mdtp.ScriptedFetches.checksum;
import static org.gridtorrent.mdtp.ScriptedFetches.pieces;
import static org.gridtorrent.mdtp.ScriptedFetches.slow;
import static org.gridtorrent.testing.ScriptedHttpServer.serving;
import static org.gridtorrent.testing.ScriptedHttpServer.write;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.gridtorrent.mdtp.FetchException.Reason;
import org.gridtorrent.mdtp.ReplicaStatus.State;
import org.gridtorrent.mdtp.file.PartialFile;
import org.gridtorrent.testing.ScriptedHttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fetches from replicas that do not have the same file. */
@SuppressWarnings("NullAway.Init") // set before each test
final class FalseReplicaTest {
    @TempDir
    Path folder = Path.of("");
    private ScriptedFetches fetches;

    @BeforeEach
    void begin() throws Exception {
        fetches = new ScriptedFetches(folder);
    }

    @AfterEach
    void end() throws Exception {
        fetches.close();
    }

    @Test
    void twoFilesOfDifferentLengthAreRefused() {
        byte[] other = Arrays.copyOf(CONTENT, LENGTH - 1);
        FetchException failure = fetches.failure(FetchOptions.DEFAULTS, slow(GOOD),
                slow(serving(other, "\"v1\"")));
        assertThat(failure.reason()).isEqualTo(Reason.LENGTHS_DIFFER);
        assertThat(failure.replicas()).extracting(ReplicaStatus::fileLength)
                .containsExactlyInAnyOrder(OptionalLong.of(LENGTH),
                        OptionalLong.of(LENGTH - 1));
    }

    @Test
    void replicaOfAnotherLengthThanTheKnownOneIsLeft() throws Exception {
        byte[] other = Arrays.copyOf(CONTENT, LENGTH - 1);
        FetchResult result = fetches.run(FetchOptions.DEFAULTS.withFileLength(LENGTH),
                serving(other, "\"v1\""), slow(GOOD));
        fetches.assertComplete();
        assertThat(result.replicas().getFirst().state()).isEqualTo(State.OTHER_LENGTH);
    }

    /** As of a Metalink of a wrong size. */
    @ParameterizedTest
    @ValueSource(longs = {1_000, LENGTH - 1, LENGTH + 1})
    void nothingIsKeptOfAFileOfAnotherLengthThanTheKnownOne(long wrong) throws Exception {
        FetchException failure = fetches.failure(FetchOptions.DEFAULTS.withFileLength(wrong),
                GOOD);
        assertThat(failure.reason()).isEqualTo(Reason.NO_REPLICA);
        assertThat(failure.replicas().getFirst().state()).isEqualTo(State.OTHER_LENGTH);
        assertThat(fetches.folder).isEmptyDirectory();
        assertThat(fetches.run(FetchOptions.DEFAULTS).bytesReceived()).isEqualTo(LENGTH);
        fetches.assertComplete();
    }

    @Test
    void nothingIsKeptOfAFileWhoseLengthTheServerDoesNotSay() {
        FetchException failure = fetches.failure(FetchOptions.DEFAULTS.withFileLength(LENGTH),
                (request, out) -> {
                    write(out, """
                            HTTP/1.1 206 x\r
                            Content-Length: 1000\r
                            Content-Range: bytes 0-999/*\r
                            \r
                            """);
                    out.write(CONTENT, 0, 1_000);
                });
        assertThat(failure.reason()).isEqualTo(Reason.NO_REPLICA);
        assertThat(fetches.folder).isEmptyDirectory();
    }

    @Test
    void replicaThatBringsAFalsePieceIsLeft() throws Exception {
        FetchResult result = fetches.run(
                FetchOptions.DEFAULTS.withPieces(pieces(100_000))
                        .withPatience(Duration.ofSeconds(3)),
                slow(GOOD),
                slow(serving(bytes(8), "\"v1\"")), slow(GOOD));
        fetches.assertComplete();
        assertThat(result.isVerified()).isTrue();
        assertThat(result.replicas().get(1).state()).isEqualTo(State.OTHER_CONTENT);
        assertThat(result.bytesWasted()).isPositive();
    }

    @Test
    void falseFileIsDeleted() throws Exception {
        FetchException failure = fetches.failure(
                FetchOptions.DEFAULTS.withChecksum(checksum(bytes(8))), GOOD);
        assertThat(failure.reason()).isEqualTo(Reason.CHECKSUM_DIFFERS);
        assertThat(failure.replicas().getFirst().state()).isEqualTo(State.OTHER_CONTENT);
        assertThat(fetches.target).doesNotExist();
        assertThat(fetches.folder).isEmptyDirectory();
    }

    @Test
    void majorityDecidesOnTheLength() throws Exception {
        byte[] other = Arrays.copyOf(CONTENT, LENGTH - 1);
        FetchResult result = fetches.run(FetchOptions.DEFAULTS, serving(other, "\"v1\""),
                late(slow(GOOD)), late(slow(GOOD)));
        fetches.assertComplete();
        assertThat(result.replicas()).extracting(ReplicaStatus::state).first()
                .isEqualTo(State.OTHER_LENGTH);
    }

    @Test
    void checksumDecidesOnTheLength() throws Exception {
        byte[] other = Arrays.copyOf(CONTENT, LENGTH - 1);
        fetches.run(FetchOptions.DEFAULTS.withChecksum(checksum(CONTENT)),
                slow(serving(other, "\"v1\"")), late(slow(GOOD)));
        fetches.assertComplete();
    }

    @Test
    void samplesTellTheReplicaWithOtherContent() throws Exception {
        FetchResult result = fetches.run(FetchOptions.DEFAULTS, slow(GOOD),
                slow(serving(bytes(8), "\"v1\"")), slow(GOOD));
        fetches.assertComplete();
        assertThat(result.isVerified()).isFalse();
        assertThat(result.replicas()).extracting(ReplicaStatus::state).element(1)
                .isEqualTo(State.OTHER_CONTENT);
    }

    /** A server may have sent all of a short file before the others are asked. */
    @ParameterizedTest
    @CsvSource({"3000, 0", "3000, 2", "200000, 0", "200000, 1"})
    void oddOneOfThreeShortFilesIsNamedAndLeft(int length, int odd) throws Exception {
        byte[] content = Arrays.copyOf(CONTENT, length);
        ScriptedHttpServer.Script[] scripts = {serving(content, "\"v1\""),
            serving(content, "\"v1\""), serving(content, "\"v1\"")};
        scripts[odd] = serving(Arrays.copyOf(bytes(8), length), "\"v1\"");
        FetchResult result = fetches.run(FetchOptions.DEFAULTS, scripts);
        assertThat(fetches.target).hasBinaryContent(content);
        assertThat(result.replicas()).extracting(ReplicaStatus::state).element(odd)
                .isEqualTo(State.OTHER_CONTENT);
    }

    @Test
    void twoShortFilesOfDifferentContentAreRefused() {
        FetchException failure = fetches.failure(FetchOptions.DEFAULTS,
                serving(Arrays.copyOf(CONTENT, 3_000), "\"v1\""),
                serving(Arrays.copyOf(bytes(8), 3_000), "\"v1\""));
        assertThat(failure.reason()).isEqualTo(Reason.CONTENTS_DIFFER);
        assertThat(failure.replicas())
                .allMatch(replica -> replica.state() == State.OTHER_CONTENT);
    }

    @Test
    void afterARefusalWhatCameFromTheReplicaThatIsStillNamedIsKept() throws Exception {
        assertThat(fetches.failure(FetchOptions.DEFAULTS, slow(GOOD),
                slow(serving(bytes(8), "\"v1\""))).reason()).isEqualTo(Reason.CONTENTS_DIFFER);
        fetches.stopServer(1);
        try (PartialFile file = fetches.open()) {
            ReplicaFetch fetch = fetches.fetch(file, FetchOptions.DEFAULTS);
            assertThat(fetch.run().bytesReceived()).isLessThan(LENGTH);
            assertThat(fetch.status().bytesDropped()).isPositive();
        }
        fetches.assertComplete();
    }

    @Test
    void afterARefusalAnotherReplicaBeginsAnew() throws Exception {
        assertThat(fetches.failure(FetchOptions.DEFAULTS, slow(GOOD),
                slow(serving(bytes(8), "\"v1\""))).reason()).isEqualTo(Reason.CONTENTS_DIFFER);
        fetches.stopServers();
        try (PartialFile file = fetches.open()) {
            ReplicaFetch fetch = fetches.fetch(file, FetchOptions.DEFAULTS, GOOD);
            assertThat(fetch.run().bytesReceived()).isEqualTo(LENGTH);
            assertThat(fetch.status().bytesDropped()).isPositive();
        }
        fetches.assertComplete();
    }

    @Test
    void afterARefusalOfTwoLengthsEitherReplicaServesItsFile() throws Exception {
        assertThat(fetches.failure(FetchOptions.DEFAULTS,
                slow(serving(Arrays.copyOf(CONTENT, LENGTH - 1), "\"v1\"")), slow(GOOD)).reason())
                .isEqualTo(Reason.LENGTHS_DIFFER);
        fetches.stopServer(0);
        fetches.run(FetchOptions.DEFAULTS);
        fetches.assertComplete();
    }

    @Test
    void twoFilesOfDifferentContentAreRefused() {
        FetchException failure = fetches.failure(FetchOptions.DEFAULTS, slow(GOOD),
                slow(serving(bytes(8), "\"v1\"")));
        assertThat(failure.reason()).isEqualTo(Reason.CONTENTS_DIFFER);
        assertThat(fetches.target).doesNotExist();
    }

    @Test
    void samplesAreSmall() throws Exception {
        FetchResult result = fetches.run(FetchOptions.DEFAULTS, slow(GOOD), slow(GOOD),
                slow(GOOD));
        fetches.assertComplete();
        assertThat(result.replicas()).allMatch(replica -> replica.state() == State.IDLE);
    }

    @Test
    void checksumTellsWhichOfTwoReplicasIsFalse() throws Exception {
        FetchResult result = fetches.run(FetchOptions.DEFAULTS.withChecksum(checksum(CONTENT)),
                slow(serving(bytes(8), "\"v1\"")), slow(GOOD));
        fetches.assertComplete();
        assertThat(result.isVerified()).isTrue();
        assertThat(result.replicas()).extracting(ReplicaStatus::state).first()
                .isEqualTo(State.OTHER_CONTENT);
    }

    @Test
    void checksumTellsTheFalseReplicaOfMany() throws Exception {
        FetchResult result = fetches.run(FetchOptions.DEFAULTS.withChecksum(checksum(CONTENT)),
                slow(GOOD), slow(serving(bytes(8), "\"v1\"")), slow(GOOD), slow(GOOD));
        fetches.assertComplete();
        assertThat(result.replicas()).extracting(ReplicaStatus::state).element(1)
                .isEqualTo(State.OTHER_CONTENT);
        assertThat(result.bytesReceived()).as("what the false one brought comes twice, no more")
                .isLessThan(LENGTH + result.replicas().get(1).bytes() + LENGTH / 20);
    }

    @Test
    void checksumOverrulesTheMajority() throws Exception {
        ScriptedHttpServer.Script corrupt = slow(serving(bytes(8), "\"v1\""));
        FetchResult result = fetches.run(FetchOptions.DEFAULTS.withChecksum(checksum(CONTENT)),
                corrupt, slow(GOOD), corrupt);
        fetches.assertComplete();
        assertThat(result.replicas()).extracting(ReplicaStatus::state)
                .containsExactly(State.OTHER_CONTENT, State.IDLE, State.OTHER_CONTENT);
    }

    /** Each piece comes from several replicas. */
    @Test
    void replicaThatBroughtAFalsePartOfAPieceIsLeft() throws Exception {
        FetchResult result = fetches.run(
                FetchOptions.DEFAULTS.withPieces(pieces(3_000_000)),
                slow(GOOD), slow(serving(bytes(8), "\"v1\"")), slow(GOOD));
        fetches.assertComplete();
        assertThat(result.isVerified()).isTrue();
        assertThat(result.replicas()).extracting(ReplicaStatus::state).element(1)
                .isEqualTo(State.OTHER_CONTENT);
    }

    @Test
    void onlyReplicaThatIsFalseFailsTheFetch() throws Exception {
        FetchException failure = fetches.failure(
                FetchOptions.DEFAULTS.withPieces(pieces(500_000)),
                serving(bytes(8), "\"v1\""));
        assertThat(failure.reason()).isEqualTo(Reason.NO_REPLICA);
        assertThat(failure.replicas().getFirst().state()).isEqualTo(State.OTHER_CONTENT);
    }

    /** Server whose first response comes after those of others. */
    private static ScriptedHttpServer.Script late(ScriptedHttpServer.Script script) {
        return (request, out) -> {
            if (request.connection() == 1 && request.rangeStart() < LENGTH / 2) {
                Thread.sleep(100); // the line's delay
            }
            script.respond(request, out);
        };
    }

    /** The good one is busy until the false one has served the whole file. */
    @Test
    void replicaThatBroughtAllOfAFalseFileIsLeft() throws Exception {
        AtomicLong served = new AtomicLong();
        ScriptedHttpServer.Script corrupt = serving(bytes(8), "\"v1\"");
        FetchResult result = fetches.run(FetchOptions.DEFAULTS.withChecksum(checksum(CONTENT)),
                (request, out) -> {
                    corrupt.respond(request, out);
                    served.addAndGet(Math.max(0,
                            Math.min(request.rangeEnd(), LENGTH) - request.rangeStart()));
                }, (request, out) -> {
                    if (served.get() < LENGTH) {
                        write(out, "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n");
                    } else {
                        GOOD.respond(request, out);
                    }
                });
        fetches.assertComplete();
        assertThat(result.isVerified()).isTrue();
        assertThat(result.replicas().getFirst().state()).isEqualTo(State.OTHER_CONTENT);
    }
}

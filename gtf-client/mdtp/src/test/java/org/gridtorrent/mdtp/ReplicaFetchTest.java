package org.gridtorrent.mdtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gridtorrent.mdtp.ScriptedFetches.CONTENT;
import static org.gridtorrent.mdtp.ScriptedFetches.GOOD;
import static org.gridtorrent.mdtp.ScriptedFetches.LENGTH;
import static org.gridtorrent.mdtp.ScriptedFetches.bytes;
import static org.gridtorrent.mdtp.ScriptedFetches.checksum;
import static org.gridtorrent.mdtp.ScriptedFetches.distant;
import static org.gridtorrent.mdtp.ScriptedFetches.slow;
import static org.gridtorrent.mdtp.ScriptedFetches.whole;
import static org.gridtorrent.testing.ScriptedHttpServer.partial;
import static org.gridtorrent.testing.ScriptedHttpServer.write;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.gridtorrent.mdtp.FetchException.Reason;
import org.gridtorrent.mdtp.FetchResult.SentRequest;
import org.gridtorrent.mdtp.ReplicaStatus.State;
import org.gridtorrent.mdtp.file.PartialFile;
import org.gridtorrent.mdtp.http.ReplicaFault;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // set before each test
final class ReplicaFetchTest {
    /** So that a range is a part of the file. */
    private static final FetchOptions KNOWN_LENGTH = FetchOptions.DEFAULTS.withFileLength(LENGTH);
    /** Labels of a name have at most 63 characters. */
    private static final String UNKNOWN_HOST = "http://" + "x".repeat(64) + ".invalid/file";

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
    void everyReplicaHasAPartInTheFile() throws Exception {
        FetchResult result = fetches.run(FetchOptions.DEFAULTS.withChecksum(checksum(CONTENT)),
                slow(GOOD),
                slow(GOOD), slow(GOOD));
        fetches.assertComplete();
        assertThat(result.isVerified()).isTrue();
        assertThat(result.fileLength()).isEqualTo(LENGTH);
        assertThat(result.replicas()).allMatch(replica -> replica.bytes() > 0);
    }

    @Test
    void emptyFileIsComplete() throws Exception {
        FetchResult result = fetches.run(FetchOptions.DEFAULTS, (request, out) -> write(out,
                "HTTP/1.1 416 x\r\nContent-Range: bytes */0\r\nContent-Length: 0\r\n\r\n"));
        assertThat(result.fileLength()).isZero();
        assertThat(fetches.target).isEmptyFile();
    }

    @Test
    void withoutAChecksumNothingIsCalledVerified() throws Exception {
        assertThat(fetches.run(FetchOptions.DEFAULTS, GOOD).isVerified()).isFalse();
        fetches.assertComplete();
    }

    @Test
    void replicaThatIsNotThereIsLeft() throws Exception {
        FetchResult result = fetches.run(FetchOptions.DEFAULTS, slow(GOOD),
                (request, out) -> write(out,
                        "HTTP/1.1 404 x\r\nContent-Length: 0\r\n\r\n"));
        fetches.assertComplete();
        assertThat(result.replicas().getLast().state()).isEqualTo(State.FAILED);
    }

    @Test
    void failsWhenNoReplicaServesTheFile() {
        FetchException failure = fetches.failure(FetchOptions.DEFAULTS, (request, out) -> write(out,
                "HTTP/1.1 404 x\r\nContent-Length: 0\r\n\r\n"));
        assertThat(failure.reason()).isEqualTo(Reason.NO_REPLICA);
        assertThat(fetches.target).doesNotExist();
    }

    @Test
    void failsWhenNothingComesForTooLong() {
        CountDownLatch never = new CountDownLatch(1);
        FetchException failure = fetches.failure(
                FetchOptions.DEFAULTS.withPatience(Duration.ofMillis(300)), (request, out) -> {
                    write(out, partial(request.rangeStart(), LENGTH, LENGTH, ""));
                    out.write(CONTENT, 0, 1_000);
                    out.flush();
                    never.await();
                });
        assertThat(failure.reason()).isEqualTo(Reason.NO_PROGRESS);
        assertFailed(failure, ReplicaFault.Code.TIMEOUT);
        never.countDown();
    }

    private static void assertFailed(FetchException failure, ReplicaFault.Code why) {
        ReplicaStatus replica = failure.replicas().getLast();
        assertThat(replica.state()).isEqualTo(State.FAILED);
        assertThat(replica.fault().orElseThrow().code()).isEqualTo(why);
    }

    @Test
    void saysAtTheEndWhyAReplicaRefused() {
        FetchException failure = fetches.failure(
                FetchOptions.DEFAULTS.withPatience(Duration.ofMillis(300)),
                (request, out) -> write(out, "HTTP/1.1 503 x\r\nContent-Length: 0\r\n\r\n"));
        assertThat(failure.reason()).isEqualTo(Reason.NO_REPLICA);
        assertFailed(failure, ReplicaFault.Code.BUSY);
    }

    @Test
    void unknownHostAloneFailsAtOnce() {
        fetches.others.add(UNKNOWN_HOST);
        FetchException failure = fetches
                .failure(FetchOptions.DEFAULTS.withPatience(Duration.ofDays(1)));
        assertThat(failure.reason()).isEqualTo(Reason.NO_REPLICA);
        assertFailed(failure, ReplicaFault.Code.UNKNOWN_HOST);
    }

    @Test
    void unknownHostIsAskedAgainWhileAnotherServes() throws Exception {
        fetches.others.add(UNKNOWN_HOST);
        FetchResult result = fetches.run(FetchOptions.DEFAULTS, slow(GOOD));
        fetches.assertComplete();
        assertThat(result.replicas().getFirst().state()).isEqualTo(State.WAITING);
    }

    @Test
    void failedReplicaKeepsItsFaultUntilItAnswers() throws Exception {
        ReplicaState state = new ReplicaState(fetches.replica("http://198.18.0.1/file"));
        state.sent(1);
        state.failed(new ReplicaFault(ReplicaFault.Code.CONNECTION_FAILED, 0, "",
                Optional.empty()));
        state.sent(2);
        assertThat(state.status(0).state()).isEqualTo(State.WAITING);
        state.ended();
        assertThat(state.status(0).state()).isEqualTo(State.WAITING);
        assertThat(state.status(0).fault()).isPresent();
        state.sent(3);
        state.started();
        assertThat(state.status(0).state()).isEqualTo(State.SERVING);
    }

    @Test
    void replicaThatServesNoRangesServesTheWholeFileAlone() throws Exception {
        FetchResult result = fetches.run(
                KNOWN_LENGTH.withChecksum(checksum(CONTENT)), whole(CONTENT));
        fetches.assertComplete();
        assertThat(result.isVerified()).isTrue();
        assertThat(result.replicas().getFirst().state()).isEqualTo(State.IDLE);
    }

    @Test
    void wholeFileOfUnknownLengthIsComplete() throws Exception {
        FetchResult result = fetches.run(FetchOptions.DEFAULTS, (request, out) -> {
            write(out, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
            out.write(CONTENT);
            out.flush();
            throw new IOException("the end of the body");
        });
        fetches.assertComplete();
        assertThat(result.fileLength()).isEqualTo(LENGTH);
    }

    @Test
    void wholeFileThatBreaksOffIsAskedForAgain() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        fetches.run(KNOWN_LENGTH, (request, out) -> {
            if (!request.headers().containsKey("range") && asked.incrementAndGet() == 1) {
                write(out, "HTTP/1.1 200 OK\r\nContent-Length: " + LENGTH + "\r\n\r\n");
                out.write(CONTENT, 0, 1_000_000);
                out.flush();
                throw new IOException("broken off");
            }
            whole(CONTENT).respond(request, out);
        });
        fetches.assertComplete();
        assertThat(asked).hasValue(2);
    }

    @Test
    void replicaThatServesNoRangesIsKeptInReserve() throws Exception {
        FetchResult result = fetches.run(KNOWN_LENGTH, slow(GOOD), whole(bytes(8)));
        fetches.assertComplete();
        assertThat(result.replicas().getLast().state()).isEqualTo(State.RESERVE);
        assertThat(result.replicas().getLast().bytes()).isZero();
    }

    @Test
    void reserveIsAskedWhenTheOthersFail() throws Exception {
        FetchResult result = fetches.run(KNOWN_LENGTH, whole(CONTENT),
                (request, out) -> write(out, "HTTP/1.1 404 x\r\nContent-Length: 0\r\n\r\n"));
        fetches.assertComplete();
        assertThat(result.replicas().getFirst().bytes()).isEqualTo(LENGTH);
    }

    @Test
    void replicaThatAllowsOneConnectionServesTheFileByIt() throws Exception {
        AtomicInteger connections = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        FetchResult result = fetches.run(KNOWN_LENGTH.withChecksum(checksum(CONTENT)),
                (request, out) -> {
                    try {
                        if (connections.incrementAndGet() == 1) {
                            distant(slow(GOOD)).respond(request, out);
                        } else {
                            refused.incrementAndGet();
                            write(out, "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n");
                        }
                        out.flush();
                    } finally {
                        connections.decrementAndGet();
                    }
                });
        fetches.assertComplete();
        assertThat(refused).hasValueBetween(1, 20);
        assertThat(result.replicas().getFirst().bytes()).isEqualTo(LENGTH);
    }

    @Test
    void busyReplicaIsLeftAloneForAsLongAsItAsks() throws Exception {
        FetchResult result = fetches.run(FetchOptions.DEFAULTS, slow(GOOD),
                (request, out) -> write(out, """
                        HTTP/1.1 429 Busy\r
                        Retry-After: 3600\r
                        Content-Length: 0\r
                        \r
                        """));
        fetches.assertComplete();
        ReplicaStatus busy = result.replicas().getLast();
        assertThat(busy.state()).isEqualTo(State.WAITING);
        assertThat(busy.fault().orElseThrow().retryAfter()).contains(Duration.ofHours(1));
    }

    @Test
    void pausesGrowAndAreAsLongAsTheServerAsks() throws Exception {
        ReplicaState state = new ReplicaState(fetches.replica("http://198.18.0.1/file"));
        assertThat(Stream.of(0, 0, 600, 0, 0, 0, 0, 0, 0).map(seconds -> {
            state.sent(1);
            return state.failed(new ReplicaFault(ReplicaFault.Code.BUSY, 503, "",
                    Optional.of(Duration.ofSeconds(seconds)))).toSeconds();
        })).containsExactly(1L, 2L, 600L, 8L, 16L, 32L, 64L, 64L, 64L);
    }

    @Test
    void bytesOfAResponseThatBrokeOffCount() throws Exception {
        AtomicBoolean isBroken = new AtomicBoolean();
        FetchResult result = fetches.run(FetchOptions.DEFAULTS, (request, out) -> {
            if (!isBroken.getAndSet(true)) {
                write(out, partial(0, Math.min(LENGTH, request.rangeEnd()), LENGTH, ""));
                out.write(CONTENT, 0, 1_000_000);
                out.flush();
                throw new IOException("broken off");
            }
            GOOD.respond(request, out);
        });
        fetches.assertComplete();
        assertThat(result.bytesReceived()).isEqualTo(LENGTH);
        assertThat(result.requests()).extracting(SentRequest::range)
                .contains(new ByteRange(0, 1_000_000));
    }

    @Test
    void loneReplicaThatBreaksOffNearTheEndIsAskedAgain() throws Exception {
        AtomicBoolean hasBrokenOff = new AtomicBoolean();
        fetches.run(FetchOptions.DEFAULTS.withChecksum(checksum(CONTENT)), (request, out) -> {
            if (hasBrokenOff.getAndSet(true)) {
                GOOD.respond(request, out);
                return;
            }
            write(out, partial(0, LENGTH, LENGTH, ""));
            out.write(CONTENT, 0, LENGTH - 50_000);
            throw new IOException("breaks off");
        });
        fetches.assertComplete();
    }

    @Test
    void unwritableFileFailsTheFetch() throws Exception {
        PartialFile file = fetches.open();
        ReplicaFetch fetch = fetches.fetch(file, FetchOptions.DEFAULTS, (request, out) -> {
            file.close();
            GOOD.respond(request, out);
        });
        assertThatThrownBy(fetch::run).isInstanceOf(IOException.class);
    }
}

package org.gridtorrent.mdtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.gridtorrent.testing.ScriptedHttpServer.partial;
import static org.gridtorrent.testing.ScriptedHttpServer.serving;
import static org.gridtorrent.testing.ScriptedHttpServer.write;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import org.gridtorrent.mdtp.FetchException.Reason;
import org.gridtorrent.mdtp.FetchOptions.Checksum;
import org.gridtorrent.mdtp.ReplicaStatus.State;
import org.gridtorrent.mdtp.file.PartialFile;
import org.gridtorrent.mdtp.file.RangeWriter;
import org.gridtorrent.mdtp.http.AddressPolicy;
import org.gridtorrent.mdtp.http.Credentials;
import org.gridtorrent.mdtp.http.ReplicaClient;
import org.gridtorrent.mdtp.schedule.AdaptiveScheduler;
import org.gridtorrent.testing.ScriptedHttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // set before each test
final class ReplicaFetchTest {
    private static final int LENGTH = 6_000_000;
    private static final byte[] CONTENT = bytes(7);
    private static final ScriptedHttpServer.Script GOOD = serving(CONTENT, "\"v1\"");

    @TempDir
    Path folder = Path.of("");
    private Path target;
    private ReplicaClient client;
    private final List<ScriptedHttpServer> servers = new ArrayList<>();

    private static byte[] bytes(long seed) {
        byte[] bytes = new byte[LENGTH];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    @BeforeEach
    void openClient() throws Exception {
        target = folder.resolve("file");
        client = new ReplicaClient(SSLContext.getDefault(), Credentials.NONE, Map.of());
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        for (ScriptedHttpServer server : servers) {
            server.close();
        }
    }

    private ReplicaFetch fetch(PartialFile file, FetchOptions options,
            ScriptedHttpServer.Script... scripts) throws IOException {
        for (ScriptedHttpServer.Script script : scripts) {
            servers.add(new ScriptedHttpServer(script));
        }
        return new ReplicaFetch(
                servers.stream()
                        .map(server -> client.replica(server.uri("/file"), AddressPolicy.ANY))
                        .toList(),
                file,
                (count, length, present) -> new AdaptiveScheduler(count, length, present,
                        AdaptiveScheduler.Options.DEFAULTS),
                options);
    }

    private FetchResult run(FetchOptions options, ScriptedHttpServer.Script... scripts)
            throws IOException, InterruptedException {
        try (PartialFile file = PartialFile.open(target, read -> {})) {
            return fetch(file, options, scripts).run();
        }
    }

    private FetchException failure(FetchOptions options, ScriptedHttpServer.Script... scripts) {
        return catchThrowableOfType(FetchException.class, () -> run(options, scripts));
    }

    private static Checksum checksum(byte[] content) throws Exception {
        return new Checksum("SHA-256",
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content)));
    }

    private static PieceHashes pieces(int length) throws Exception {
        List<byte[]> hashes = new ArrayList<>();
        for (int start = 0; start < LENGTH; start += length) {
            hashes.add(MessageDigest.getInstance("SHA-256").digest(
                    Arrays.copyOfRange(CONTENT, start, Math.min(LENGTH, start + length))));
        }
        return new PieceHashes("SHA-256", length, hashes);
    }

    /** Sends 100 kB a time with pauses, so that every replica has a part in the file. */
    private static ScriptedHttpServer.Script slow(ScriptedHttpServer.Script script) {
        return (request, out) -> script.respond(request, new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                out.write(one);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                for (int at = 0; at < length; at += 100_000) {
                    out.write(bytes, offset + at, Math.min(100_000, length - at));
                    out.flush();
                    pause();
                }
            }
        });
    }

    private static void pause() {
        try {
            Thread.sleep(5); // the line's rate
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void assertComplete() throws IOException {
        assertThat(Files.readAllBytes(target)).isEqualTo(CONTENT);
        try (var left = Files.list(folder)) {
            assertThat(left).containsExactly(target);
        }
    }

    @Test
    void everyReplicaHasAPartInTheFile() throws Exception {
        FetchResult result = run(FetchOptions.DEFAULTS.withChecksum(checksum(CONTENT)), slow(GOOD),
                slow(GOOD), slow(GOOD));
        assertComplete();
        assertThat(result.isVerified()).isTrue();
        assertThat(result.fileLength()).isEqualTo(LENGTH);
        assertThat(result.replicas()).allMatch(replica -> replica.bytes() > 0);
    }

    @Test
    void emptyFileIsComplete() throws Exception {
        FetchResult result = run(FetchOptions.DEFAULTS, (request, out) -> write(out,
                "HTTP/1.1 416 x\r\nContent-Range: bytes */0\r\nContent-Length: 0\r\n\r\n"));
        assertThat(result.fileLength()).isZero();
        assertThat(target).isEmptyFile();
    }

    @Test
    void withoutAChecksumNothingIsCalledVerified() throws Exception {
        assertThat(run(FetchOptions.DEFAULTS, GOOD).isVerified()).isFalse();
        assertComplete();
    }

    @Test
    void replicaThatIsNotThereIsLeft() throws Exception {
        FetchResult result = run(FetchOptions.DEFAULTS, slow(GOOD), (request, out) -> write(out,
                "HTTP/1.1 404 x\r\nContent-Length: 0\r\n\r\n"));
        assertComplete();
        assertThat(result.replicas().getLast().state()).isEqualTo(State.FAILED);
    }

    @Test
    void failsWhenNoReplicaServesTheFile() {
        FetchException failure = failure(FetchOptions.DEFAULTS, (request, out) -> write(out,
                "HTTP/1.1 404 x\r\nContent-Length: 0\r\n\r\n"));
        assertThat(failure.reason()).isEqualTo(Reason.NO_REPLICA);
        assertThat(target).doesNotExist();
    }

    @Test
    void failsWhenNothingComesForTooLong() {
        CountDownLatch never = new CountDownLatch(1);
        FetchException failure = failure(
                FetchOptions.DEFAULTS.withPatience(Duration.ofMillis(300)), (request, out) -> {
                    write(out, partial(request.rangeStart(), LENGTH, LENGTH, ""));
                    out.write(CONTENT, 0, 1_000);
                    out.flush();
                    never.await();
                });
        assertThat(failure.reason()).isEqualTo(Reason.NO_PROGRESS);
        never.countDown();
    }

    @Test
    void twoFilesOfDifferentLengthAreRefused() {
        byte[] other = Arrays.copyOf(CONTENT, LENGTH - 1);
        FetchException failure = failure(FetchOptions.DEFAULTS, slow(GOOD),
                slow(serving(other, "\"v1\"")));
        assertThat(failure.reason()).isEqualTo(Reason.LENGTHS_DIFFER);
        assertThat(failure.replicas()).extracting(ReplicaStatus::fileLength)
                .containsExactlyInAnyOrder(java.util.OptionalLong.of(LENGTH),
                        java.util.OptionalLong.of(LENGTH - 1));
    }

    @Test
    void replicaOfAnotherLengthThanTheKnownOneIsLeft() throws Exception {
        byte[] other = Arrays.copyOf(CONTENT, LENGTH - 1);
        FetchResult result = run(FetchOptions.DEFAULTS.withFileLength(LENGTH),
                serving(other, "\"v1\""), slow(GOOD));
        assertComplete();
        assertThat(result.replicas().getFirst().state()).isEqualTo(State.OTHER_LENGTH);
    }

    @Test
    void replicaThatBringsAFalsePieceIsLeft() throws Exception {
        FetchResult result = run(
                FetchOptions.DEFAULTS.withPieces(pieces(100_000))
                        .withPatience(Duration.ofSeconds(3)),
                slow(GOOD),
                slow(serving(bytes(8), "\"v1\"")), slow(GOOD));
        assertComplete();
        assertThat(result.isVerified()).isTrue();
        assertThat(result.replicas().get(1).state()).isEqualTo(State.OTHER_CONTENT);
        assertThat(result.bytesWasted()).isPositive();
    }

    @Test
    void falseFileIsDeleted() throws Exception {
        FetchException failure = failure(
                FetchOptions.DEFAULTS.withChecksum(checksum(bytes(8))), GOOD);
        assertThat(failure.reason()).isEqualTo(Reason.CHECKSUM_DIFFERS);
        assertThat(target).doesNotExist();
        assertThat(PartialFile.partOf(target)).isEmptyFile();
    }

    @Test
    void bytesThatAreSafeAreNotFetchedAgain() throws Exception {
        AtomicLong served = new AtomicLong();
        CountDownLatch half = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        try (PartialFile file = PartialFile.open(target, read -> {})) {
            ReplicaFetch fetch = fetch(file, FetchOptions.DEFAULTS, (request, out) -> {
                write(out, partial(0, Math.min(LENGTH, request.rangeEnd()), LENGTH, ""));
                out.write(CONTENT, 0, 3_000_000);
                out.flush();
                half.countDown();
                never.await();
            });
            FutureTask<FetchResult> task = new FutureTask<>(fetch::run);
            Thread.startVirtualThread(task);
            half.await();
            while (fetch.status().bytesPresent() < 3_000_000) {
                Thread.onSpinWait();
            }
            fetch.stop();
            assertThat(catchThrowableOfType(ExecutionException.class, task::get))
                    .hasCauseInstanceOf(CancellationException.class);
        }
        servers.removeFirst().close();
        FetchResult result = run(FetchOptions.DEFAULTS.withChecksum(checksum(CONTENT)),
                (request, out) -> {
                    served.addAndGet(request.rangeEnd() - request.rangeStart());
                    GOOD.respond(request, out);
                });
        assertComplete();
        assertThat(served).hasValue(3_000_000);
        assertThat(result.bytesReceived()).isEqualTo(3_000_000);
    }

    @Test
    void loneReplicaThatBreaksOffNearTheEndIsAskedAgain() throws Exception {
        AtomicBoolean hasBrokenOff = new AtomicBoolean();
        run(FetchOptions.DEFAULTS.withChecksum(checksum(CONTENT)), (request, out) -> {
            if (hasBrokenOff.getAndSet(true)) {
                GOOD.respond(request, out);
                return;
            }
            write(out, partial(0, LENGTH, LENGTH, ""));
            out.write(CONTENT, 0, LENGTH - 50_000);
            throw new IOException("breaks off");
        });
        assertComplete();
    }

    @Test
    void falsePieceOfAnEarlierFetchIsNotCalledVerified() throws Exception {
        try (PartialFile file = PartialFile.open(target, read -> {});
                RangeWriter writer = file.writer(0)) {
            file.setLength(LENGTH);
            writer.write(ByteBuffer.wrap(bytes(8), 0, 100_000));
            file.sync();
        }
        FetchOptions options = FetchOptions.DEFAULTS.withPieces(pieces(100_000));
        assertThat(failure(options, GOOD).reason()).isEqualTo(Reason.CHECKSUM_DIFFERS);
        assertThat(run(options).isVerified()).isTrue();
        assertComplete();
    }

    @Test
    void partOfAChangedFileIsNotMixedWithTheNewOne() throws Exception {
        try (PartialFile file = PartialFile.open(target, read -> {})) {
            file.setLength(LENGTH - 5);
        }
        FetchException failure = failure(FetchOptions.DEFAULTS.withFileLength(LENGTH), GOOD);
        assertThat(failure.reason()).isEqualTo(Reason.OTHER_FILE_PRESENT);
    }
}

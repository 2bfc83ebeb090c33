package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.gridtorrent.engine.ScriptedSeed.Answer;
import org.gridtorrent.engine.picker.FileSelection;
import org.gridtorrent.engine.picker.Priority;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.storage.files.FileLayout;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** File selection, priorities, sequential download and streaming readers, over loopback. */
@SuppressWarnings("NullAway.Init") // set before each test
final class DownloadControlTest {
    private static final int FILE = 1_000_000;

    @TempDir
    Path temp = Path.of("");
    private final List<AutoCloseable> opened = new ArrayList<>();
    /** Blocks that the seed may send. */
    private final Semaphore allowed = new Semaphore(0);
    private TestContent content;
    private ScriptedSeed seed;

    @BeforeEach
    void makeSeed() throws IOException {
        content = TestContent.make(Files.createDirectories(temp.resolve("source")), 5, FILE, FILE,
                FILE);
        seed = new ScriptedSeed(content, _ -> {
            allowed.acquireUninterruptibly();
            return Answer.CORRECT;
        });
        opened.add(seed);
    }

    @AfterEach
    void close() throws Exception {
        allowed.release(1_000_000);
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    private Swarm fetch(SwarmOptions options) throws IOException {
        Engine engine = Engine.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new OpenGate());
        opened.add(engine);
        Swarm swarm = engine.add(content.metainfo(), temp.resolve("leech"),
                temp.resolve("leech-state"), options);
        swarm.addPeers(List.of(seed.address()));
        return swarm;
    }

    private Set<Integer> piecesOf(int file) {
        Set<Integer> pieces = new HashSet<>();
        new FileLayout(content.metainfo()).piecesOf(file).forEach(pieces::add);
        return pieces;
    }

    private Path fetched(int file) {
        return content.metainfo().files().get(file).path().under(temp.resolve("leech"));
    }

    private Path original(int file) {
        return content.metainfo().files().get(file).path().under(content.directory());
    }

    private byte[] part(int file, int from, int to) throws IOException {
        return Arrays.copyOfRange(Files.readAllBytes(original(file)), from, to);
    }

    private static CompletableFuture<byte[]> readAll(InputStream in) {
        CompletableFuture<byte[]> read = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try (in) {
                read.complete(in.readAllBytes());
            } catch (IOException e) {
                read.completeExceptionally(e);
            }
        });
        return read;
    }

    @Test
    void createsEmptyFileWhenSelected() throws Exception {
        content = TestContent.make(Files.createDirectories(temp.resolve("empty")), 6, 20_000, 0);
        seed = new ScriptedSeed(content, _ -> Answer.CORRECT);
        opened.add(seed);
        Swarm swarm = fetch(
                SwarmOptions.downloading().withSelection(FileSelection.only(Set.of(0))));
        swarm.completion().get(30, TimeUnit.SECONDS);
        assertThat(fetched(1)).doesNotExist();
        swarm.select(FileSelection.everything());
        await().until(() -> Files.exists(fetched(1)));
    }

    @Test
    void downloadsSelectedFileThenAnother() throws Exception {
        allowed.release(1_000_000);
        Swarm swarm = fetch(
                SwarmOptions.downloading().withSelection(FileSelection.only(Set.of(1))));
        swarm.completion().get(30, TimeUnit.SECONDS);
        assertThat(fetched(1)).hasSameBinaryContentAs(original(1));
        assertThat(new HashSet<>(seed.requestedPieces())).isEqualTo(piecesOf(1));
        assertThat(swarm.status().bytesLeft()).isZero();
        assertThat(swarm.status().bytesVerified()).isLessThan(content.metainfo().totalLength());
        swarm.select(FileSelection.everything().with(0, Priority.SKIP));
        await().until(() -> swarm.status().bytesVerified() >= 2L * FILE);
        assertThat(fetched(2)).hasSameBinaryContentAs(original(2));
        assertThat(new HashSet<>(seed.requestedPieces())).doesNotContain(0);
    }

    @Test
    void stopsRequestingDeselectedFiles() throws Exception {
        Swarm swarm = fetch(SwarmOptions.downloading());
        await().until(() -> !seed.requestedPieces().isEmpty());
        swarm.select(FileSelection.only(Set.of()));
        swarm.completion().get(30, TimeUnit.SECONDS);
        assertThat(swarm.status().phase()).isEqualTo(SwarmPhase.SEEDING);
        assertThat(swarm.status().bytesVerified()).isZero();
    }

    @Test
    void downloadsHighPriorityFileFirst() throws Exception {
        allowed.release(1_000_000);
        Swarm swarm = fetch(SwarmOptions.downloading()
                .withSelection(FileSelection.everything().with(2, Priority.HIGH)));
        swarm.completion().get(30, TimeUnit.SECONDS);
        Set<Integer> urgent = piecesOf(2);
        assertThat(new HashSet<>(seed.requestedPieces().subList(0, urgent.size())))
                .isEqualTo(urgent);
    }

    @Test
    void downloadsPiecesInOrderWhenSequential() throws Exception {
        allowed.release(1_000_000);
        fetch(SwarmOptions.downloading().withSequential(true)).completion().get(30,
                TimeUnit.SECONDS);
        assertThat(seed.requestedPieces()).isSorted().hasSize(content.metainfo().pieceCount());
    }

    @Test
    void readsMiddleOfFileBeforeTheRestIsDownloaded() throws Exception {
        Swarm swarm = fetch(SwarmOptions.downloading()
                .withSelection(FileSelection.everything().with(1, Priority.SKIP)));
        await().until(() -> !seed.requestedPieces().isEmpty());
        long leftBefore = swarm.status().bytesLeft();
        CompletableFuture<byte[]> read = readAll(swarm.reader(1, 400_000, 600_000));
        // What is read is wanted now, though it is skipped.
        await().until(() -> swarm.status().bytesLeft() > leftBefore);
        int behind = seed.requestedPieces().size();
        allowed.release(80);
        assertThat(read.get(30, TimeUnit.SECONDS)).isEqualTo(part(1, 400_000, 600_000));
        assertThat(swarm.status().bytesVerified()).isLessThan(content.metainfo().totalLength() / 2);
        int[] readPieces = IntStream.rangeClosed((FILE + 400_000) / TestContent.PIECE_LENGTH,
                (FILE + 599_999) / TestContent.PIECE_LENGTH).toArray();
        await().until(() -> seed.requestedPieces().size() >= behind + readPieces.length);
        List<Integer> asked = seed.requestedPieces();
        for (int i = 1; i < readPieces.length; i++) {
            assertThat(asked.indexOf(readPieces[i]))
                    .isGreaterThan(asked.indexOf(readPieces[i - 1]));
        }
    }

    @Test
    void doesNotDownloadWhatReaderSkips() throws Exception {
        allowed.release(1_000_000);
        Swarm swarm = fetch(SwarmOptions.downloading().withSelection(FileSelection.only(Set.of())));
        try (InputStream in = swarm.reader(2, 0, FILE)) {
            assertThat(in.skip(FILE - 100)).isEqualTo(FILE - 100);
            assertThat(in.readAllBytes()).isEqualTo(part(2, FILE - 100, FILE));
            assertThat(in.skip(1)).isZero();
        }
        assertThat(new HashSet<>(seed.requestedPieces()))
                .containsExactly(content.metainfo().pieceCount() - 1);
    }

    @Test
    void readsVerifiedDataAtOnce() throws Exception {
        allowed.release(1_000_000);
        Swarm swarm = fetch(SwarmOptions.downloading());
        swarm.completion().get(30, TimeUnit.SECONDS);
        assertThat(readAll(swarm.reader(2, 1, FILE)).get(30, TimeUnit.SECONDS))
                .isEqualTo(part(2, 1, FILE));
    }

    @Test
    void readerFailsWhenSwarmStops() throws Exception {
        Swarm swarm = fetch(SwarmOptions.downloading());
        CompletableFuture<byte[]> read = readAll(swarm.reader(0, 0, FILE));
        await().until(() -> !seed.requestedPieces().isEmpty());
        swarm.stop();
        assertThatThrownBy(() -> read.get(30, TimeUnit.SECONDS))
                .hasCauseInstanceOf(IOException.class).hasMessageContaining("no longer shared");
    }

    @Test
    void readerFailsOnMissingDataSharedInPlace() throws Exception {
        Files.delete(original(1));
        Engine engine = Engine.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new OpenGate());
        opened.add(engine);
        Swarm swarm = engine.add(content.metainfo(), content.directory(),
                temp.resolve("seed-state"), SwarmOptions.seedingInPlace());
        assertThatThrownBy(() -> readAll(swarm.reader(1, 0, FILE)).get(30, TimeUnit.SECONDS))
                .hasMessageContaining("shared in place");
        assertThat(readAll(swarm.reader(0, 0, 10_000)).get(30, TimeUnit.SECONDS))
                .isEqualTo(part(0, 0, 10_000));
    }
}

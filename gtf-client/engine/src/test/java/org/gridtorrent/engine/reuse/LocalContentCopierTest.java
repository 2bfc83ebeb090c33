package org.gridtorrent.engine.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.gridtorrent.engine.Engine;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.storage.files.FileStorage;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Downloads of a version while another is on the same machine, over loopback with real files. */
@Timeout(60)
@SuppressWarnings("NullAway.Init") // set before each test
final class LocalContentCopierTest {
    private static final int PIECE = TestContent.PIECE_LENGTH;
    private static final int LARGE = 64 * PIECE;

    @TempDir
    Path temp = Path.of("");
    private final List<Engine> engines = new ArrayList<>();
    private Path mine;
    private Path theirs;
    private LocalContent earlier;

    @BeforeEach
    void makeVersions() throws Exception {
        TestContent made = TestContent.make(Files.createDirectories(temp.resolve("mine")), 3,
                LARGE + 1000, 2 * LARGE, 700, 5000);
        mine = made.directory().resolve("content");
        theirs = temp.resolve("theirs/content");
        earlier = new LocalContent(built(mine), temp.resolve("mine"));
        copyTree(mine, theirs);
    }

    @AfterEach
    void close() {
        engines.forEach(Engine::close);
    }

    private static Metainfo built(Path root) throws Exception {
        return new MetainfoBuilder(root).pieceLength(PIECE).padded(true).build().metainfo();
    }

    private static void copyTree(Path from, Path to) throws IOException {
        try (var walk = Files.walk(from)) {
            for (Path path : walk.toList()) {
                Path copy = to.resolve(from.relativize(path));
                Files.createDirectories(copy.resolveSibling("."));
                if (Files.isRegularFile(path)) {
                    Files.copy(path, copy);
                }
            }
        }
    }

    private Engine engine() throws IOException {
        Engine engine = Engine.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new OpenGate());
        engines.add(engine);
        return engine;
    }

    /** Gets what lies at "theirs" into "got", with {@code others} on the machine. */
    private Swarm fetched(List<LocalContent> others) throws Exception {
        Metainfo later = built(theirs);
        Engine seed = engine();
        seed.add(later, temp.resolve("theirs"), temp.resolve("seed-state"),
                SwarmOptions.seedingInPlace()).completion().get();
        Swarm swarm = engine().add(later, temp.resolve("got"), temp.resolve("state"),
                SwarmOptions.downloading(), () -> others);
        swarm.addPeers(List.of(PeerAddress.tcp(seed.listenAddress())));
        swarm.completion().get();
        new TestContent(temp.resolve("theirs"), later, ByteBuffer.allocate(0))
                .assertIn(temp.resolve("got"));
        return swarm;
    }

    private Path theirFile(int number) {
        return theirs.resolve("folder%d".formatted(number % 3))
                .resolve("file%03d".formatted(number));
    }

    private static void scribble(Path file, long at, int length) throws IOException {
        byte[] bytes = new byte[length];
        new Random(at).nextBytes(bytes);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(bytes), at);
        }
    }

    @Test
    void sameVersion_isNotDownloaded() throws Exception {
        Swarm swarm = fetched(List.of(earlier));
        assertThat(swarm.status().downloaded()).isZero();
        assertThat(swarm.bytesVerifiedAtStart()).isEqualTo(earlier.metainfo().totalLength());
    }

    @Test
    void changedPiecesAlone_areDownloaded() throws Exception {
        scribble(theirFile(1), 5L * PIECE, 10);
        Swarm swarm = fetched(List.of(earlier));
        assertThat(swarm.status().downloaded()).isEqualTo(PIECE);
        new TestContent(temp.resolve("mine"), earlier.metainfo(), ByteBuffer.allocate(0))
                .assertIn(temp.resolve("mine"));
    }

    @Test
    void newAndLongerFiles_areDownloadedWithTheirPieces() throws Exception {
        Files.write(theirs.resolve("added"), new byte[3 * PIECE]);
        Files.write(theirFile(2), new byte[PIECE], StandardOpenOption.APPEND);
        Swarm swarm = fetched(List.of(earlier));
        assertThat(swarm.status().downloaded()).isPositive().isLessThan(9L * PIECE);
    }

    @Test
    void folderOfAnotherName_isReusedToo() throws Exception {
        Path renamed = Files.move(theirs, temp.resolve("theirs/renamed"));
        theirs = renamed;
        Swarm swarm = fetched(List.of(earlier));
        assertThat(swarm.status().downloaded()).isZero();
    }

    @Test
    void damagedAndMissingFiles_areDownloaded() throws Exception {
        Path damaged = mine.resolve(theirs.relativize(theirFile(1)));
        scribble(damaged, 3L * PIECE, 1);
        Files.delete(mine.resolve(theirs.relativize(theirFile(0))));
        Swarm swarm = fetched(List.of(earlier));
        assertThat(swarm.status().downloaded()).isBetween(LARGE + 1000L + PIECE,
                LARGE + 1000L + 4L * PIECE);
    }

    @Test
    void contentOfTheSamePathsAndLengthsButOtherBytes_isNotCopied() throws Exception {
        for (int file = 0; file < 4; file++) {
            scribble(theirFile(file), 0, (int) Files.size(theirFile(file)));
        }
        Metainfo later = built(theirs);
        try (FileStorage storage = FileStorage.writable(later, temp.resolve("got"))) {
            new LocalContentCopier(later, storage, HashProgress.NONE)
                    .copyFrom(() -> List.of(earlier));
        }
        assertThat(temp.resolve("got")).doesNotExist();
    }

    @Test
    void completeContent_asksForNoOthers() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        try (FileStorage storage = FileStorage.writable(earlier.metainfo(), temp.resolve("mine"))) {
            new LocalContentCopier(earlier.metainfo(), storage, HashProgress.NONE).copyFrom(() -> {
                asked.incrementAndGet();
                return List.of();
            });
        }
        assertThat(asked).hasValue(0);
    }

    @Test
    void interruptedCopy_goesOn() throws Exception {
        scribble(theirFile(0), 0, 1);
        Path half = temp.resolve("got/content").resolve(theirs.relativize(theirFile(1)));
        Files.createDirectories(half.resolveSibling("."));
        Files.copy(theirFile(1), half);
        try (FileChannel channel = FileChannel.open(half, StandardOpenOption.WRITE)) {
            channel.truncate(LARGE + 77);
        }
        Swarm swarm = fetched(List.of(earlier));
        assertThat(swarm.status().downloaded()).isEqualTo(PIECE);
    }

    @Test
    void ofSeveralVersions_theMostSimilarIsCopied() throws Exception {
        Path older = temp.resolve("older/content");
        copyTree(mine, older);
        for (long piece = 0; piece < 100; piece++) {
            scribble(older.resolve(theirs.relativize(theirFile(1))), piece * PIECE, PIECE);
        }
        scribble(older.resolve(theirs.relativize(theirFile(3))), 0, 5000);
        LocalContent oldest = new LocalContent(built(older), temp.resolve("older"));
        Swarm swarm = fetched(List.of(oldest, earlier, oldest));
        assertThat(swarm.status().downloaded()).isZero();
    }
}

package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.engine.ScriptedSeed.Answer;
import org.gridtorrent.engine.cache.CacheLimits;
import org.gridtorrent.engine.cache.ReadCache;
import org.gridtorrent.engine.download.PositionalReader;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.testing.SmallDisk;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading without keeping: swarms that read into the cache, over loopback. */
@SuppressWarnings("NullAway.Init") // set before each test
final class CachedReadTest {
    private static final int FILE = 2_000_000;
    private static final int PIECE = TestContent.PIECE_LENGTH;
    private static final CacheLimits LARGE = new CacheLimits(1L << 30, 0);

    @TempDir
    Path temp = Path.of("");
    private final List<AutoCloseable> opened = new ArrayList<>();
    /** Blocks that the scripted seed may send. */
    private final Semaphore allowed = new Semaphore(0);
    private TestContent content;

    @BeforeEach
    void makeContent() throws IOException {
        content = TestContent.make(Files.createDirectories(temp.resolve("source")), 7, FILE, FILE);
    }

    @AfterEach
    void close() throws Exception {
        allowed.release(1_000_000);
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    private Path folder() {
        return temp.resolve("cache");
    }

    private ReadCache cache(CacheLimits limits) throws IOException {
        return opened(ReadCache.open(folder(), limits));
    }

    private <T extends AutoCloseable> T opened(T each) {
        opened.add(each);
        return each;
    }

    private Engine engine() throws IOException {
        return opened(Engine.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new OpenGate()));
    }

    private ScriptedSeed seed(Answer answer) throws IOException {
        return opened(new ScriptedSeed(content, _ -> {
            allowed.acquireUninterruptibly();
            return answer;
        }));
    }

    private ScriptedSeed seed() throws IOException {
        allowed.release(1_000_000);
        return seed(Answer.CORRECT);
    }

    private Swarm reading(ReadCache cache, ScriptedSeed... seeds) throws IOException {
        Swarm swarm = engine().addCached(content.metainfo(), cache);
        for (ScriptedSeed seed : seeds) {
            swarm.addPeers(List.of(seed.address()));
        }
        return swarm;
    }

    private byte[] original(int file) throws IOException {
        return Files.readAllBytes(
                content.metainfo().files().get(file).path().under(content.directory()));
    }

    private byte[] part(int file, int from, int length) throws IOException {
        return Arrays.copyOfRange(original(file), from, from + length);
    }

    private static byte[] read(PositionalReader reader, long position, int length)
            throws IOException {
        ByteBuffer into = ByteBuffer.allocate(length);
        int read = reader.read(position, into);
        return Arrays.copyOf(into.array(), Math.max(0, read));
    }

    private static byte[] readAll(PositionalReader reader, int step) throws IOException {
        ByteBuffer all = ByteBuffer.allocate((int) reader.length());
        while (all.hasRemaining()) {
            ByteBuffer next = all.slice(all.position(), Math.min(step, all.remaining()));
            all.position(all.position() + reader.read(all.position(), next));
        }
        return all.array();
    }

    private static IOException failure(CompletableFuture<Integer> read) throws Exception {
        try {
            read.get(30, TimeUnit.SECONDS);
            throw new AssertionError("was read");
        } catch (ExecutionException e) {
            return (IOException) Objects.requireNonNull(e.getCause());
        }
    }

    /** Blocks of the file system that the cache's files take, in bytes. */
    private long allocated() throws IOException {
        try (var files = Files.walk(folder())) {
            long sum = 0;
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Process stat = new ProcessBuilder("stat", "-c", "%b", file.toString()).start();
                sum += 512 * Long.parseLong(new String(stat.getInputStream().readAllBytes(),
                        StandardCharsets.US_ASCII).strip());
            }
            return sum;
        }
    }

    @Test
    void readsAFile_andEachPieceIsFetchedOnce() throws Exception {
        ScriptedSeed seed = seed();
        Swarm swarm = reading(cache(LARGE), seed);
        try (PositionalReader reader = swarm.open(1)) {
            assertThat(readAll(reader, 100_000)).isEqualTo(original(1));
            assertThat(read(reader, FILE - 10, 100)).isEqualTo(part(1, FILE - 10, 10));
            assertThat(reader.read(FILE, ByteBuffer.allocate(10))).isEqualTo(-1);
        }
        assertThat(seed.requestedPieces()).doesNotHaveDuplicates();
        assertThat(swarm.status().phase()).isEqualTo(SwarmPhase.READING);
        int fetched = seed.requests();
        try (PositionalReader again = swarm.open(1)) {
            assertThat(readAll(again, 65_536)).isEqualTo(original(1));
        }
        assertThat(seed.requests()).isEqualTo(fetched);
    }

    @Test
    void fetchesNothing_beforeItIsRead() throws Exception {
        ScriptedSeed seed = seed();
        Swarm swarm = reading(cache(LARGE), seed);
        await().until(() -> !swarm.status().peers().isEmpty());
        try (PositionalReader reader = swarm.open(0)) {
            assertThat(read(reader, 1_000_000, 4096)).isEqualTo(part(0, 1_000_000, 4096));
        }
        // A random read brings its own pieces, and none ahead.
        assertThat(seed.requestedPieces()).containsOnly(1_000_000 / PIECE);
    }

    @Test
    void sixteenReadersGetTheSameBytes() throws Exception {
        Swarm swarm = reading(cache(LARGE), seed());
        List<CompletableFuture<String>> sums = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            int step = 10_000 + 7_919 * i;
            var sum = new CompletableFuture<String>();
            sums.add(sum);
            Thread.ofVirtual().start(() -> {
                try (PositionalReader reader = swarm.open(0)) {
                    sum.complete(sha256(readAll(reader, step)));
                } catch (IOException e) {
                    sum.completeExceptionally(e);
                }
            });
        }
        String expected = sha256(original(0));
        for (CompletableFuture<String> sum : sums) {
            assertThat(sum.get(60, TimeUnit.SECONDS)).isEqualTo(expected);
        }
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void hundredsOfReadsWait_withoutAThreadEach() throws Exception {
        ScriptedSeed seed = seed(Answer.CORRECT);
        Swarm swarm = reading(cache(LARGE), seed);
        try (PositionalReader reader = swarm.open(0)) {
            List<CompletableFuture<Integer>> reads = new ArrayList<>();
            List<ByteBuffer> buffers = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                buffers.add(ByteBuffer.allocate(1000));
                reads.add(reader.readAsync(FILE - 4000L * (i + 1), buffers.getLast()));
            }
            assertThat(reads).noneMatch(CompletableFuture::isDone);
            allowed.release(1_000_000);
            for (int i = 0; i < 500; i++) {
                assertThat(reads.get(i).get(30, TimeUnit.SECONDS)).isEqualTo(1000);
                assertThat(buffers.get(i).array())
                        .isEqualTo(part(0, FILE - 4000 * (i + 1), 1000));
            }
        }
    }

    @Test
    void cancelledReadIsNotFetched() throws Exception {
        ScriptedSeed seed = seed(Answer.CORRECT);
        Swarm swarm = reading(cache(LARGE));
        try (PositionalReader reader = swarm.open(0)) {
            CompletableFuture<Integer> cancelled = reader.readAsync(500_000,
                    ByteBuffer.allocate(10));
            CompletableFuture<Integer> kept = reader.readAsync(1_500_000,
                    ByteBuffer.allocate(10));
            cancelled.cancel(true);
            assertThatThrownBy(cancelled::join).isInstanceOf(CancellationException.class);
            swarm.addPeers(List.of(seed.address()));
            allowed.release(1_000_000);
            assertThat(kept.get(30, TimeUnit.SECONDS)).isEqualTo(10);
        }
        assertThat(seed.requestedPieces()).containsOnly(1_500_000 / PIECE);
    }

    @Test
    void interruptEndsAWaitingRead() throws Exception {
        Swarm swarm = reading(cache(LARGE));
        var failure = new CompletableFuture<Throwable>();
        Thread waiting = Thread.ofVirtual().start(() -> {
            try (PositionalReader reader = swarm.open(0)) {
                reader.read(0, ByteBuffer.allocate(10));
            } catch (IOException e) {
                failure.complete(e);
            }
        });
        await().until(() -> waiting.getState() == Thread.State.WAITING);
        waiting.interrupt();
        assertThat(failure.get(30, TimeUnit.SECONDS))
                .isInstanceOf(InterruptedIOException.class);
    }

    @Test
    void closingTheReaderFailsItsReads() throws Exception {
        Swarm swarm = reading(cache(LARGE));
        PositionalReader reader = swarm.open(0);
        CompletableFuture<Integer> read = reader.readAsync(0, ByteBuffer.allocate(10));
        reader.close();
        assertThat(failure(read)).hasMessageContaining("closed");
        assertThat(failure(reader.readAsync(0, ByteBuffer.allocate(10))))
                .hasMessageContaining("closed");
    }

    @Test
    void stoppingTheSwarmFailsItsReads() throws Exception {
        Swarm swarm = reading(cache(LARGE));
        PositionalReader reader = swarm.open(0);
        CompletableFuture<Integer> read = reader.readAsync(0, ByteBuffer.allocate(10));
        swarm.stop();
        assertThat(failure(read)).hasMessageContaining("no longer shared");
        assertThat(failure(reader.readAsync(0, ByteBuffer.allocate(10))))
                .hasMessageContaining("no longer shared");
    }

    @Test
    void staysWithinASmallLimit_whileFilesAreOpen() throws Exception {
        long limit = 40L * PIECE;
        ReadCache cache = cache(new CacheLimits(limit, 0));
        Swarm swarm = reading(cache, seed());
        try (PositionalReader one = swarm.open(0); PositionalReader other = swarm.open(1)) {
            for (int round = 0; round < 2; round++) {
                assertThat(readAll(one, 50_000)).isEqualTo(original(0));
                assertThat(readAll(other, 50_000)).isEqualTo(original(1));
                assertThat(cache.usedBytes()).isLessThanOrEqualTo(limit + PIECE);
            }
        }
        // What is written of a piece and not verified is counted too.
        assertThat(allocated()).isLessThan(limit + 8L * PIECE);
    }

    @Test
    void evictsTheLeastRecentlyReadPieces_andNonePinned() throws Exception {
        ReadCache cache = cache(new CacheLimits(100L * PIECE, 0));
        ScriptedSeed seed = seed();
        Swarm swarm = reading(cache, seed);
        try (PositionalReader reader = swarm.open(0)) {
            for (int piece = 1; piece <= 90; piece += 2) {
                read(reader, (long) piece * PIECE, 10);
            }
            read(reader, PIECE, 10);
            int fetched = seed.requests();
            cache.setLimits(new CacheLimits(10L * PIECE, 0));
            await().until(() -> swarm.status().bytesVerified() <= 10L * PIECE);
            read(reader, PIECE, 10);
            read(reader, 89L * PIECE, 10);
            assertThat(seed.requests()).isEqualTo(fetched);
            cache.pin(content.metainfo().infoHash(), true);
            cache.setLimits(new CacheLimits(1, 0));
            read(reader, PIECE, 10);
            assertThat(seed.requests()).isEqualTo(fetched);
            assertThat(cache.usage().getFirst().isPinned()).isTrue();
        }
    }

    @Test
    void dropsAContent() throws Exception {
        ReadCache cache = cache(LARGE);
        ScriptedSeed seed = seed();
        Engine engine = engine();
        Swarm swarm = engine.addCached(content.metainfo(), cache);
        swarm.addPeers(List.of(seed.address()));
        try (PositionalReader reader = swarm.open(0)) {
            readAll(reader, 100_000);
            cache.drop(content.metainfo().infoHash());
            assertThat(cache.usedBytes()).isZero();
            assertThat(read(reader, 0, 10)).isEqualTo(part(0, 0, 10));
        }
        engine.remove(content.metainfo().infoHash());
        cache.drop(content.metainfo().infoHash());
        assertThat(cache.usage()).isEmpty();
        assertThat(folder().resolve(content.metainfo().infoHash().hex())).doesNotExist();
    }

    @Test
    void findsItsPiecesAgain_andHashesThemBeforeTheyAreRead() throws Exception {
        ReadCache before = ReadCache.open(folder(), LARGE);
        Engine engine = engine();
        Swarm swarm = engine.addCached(content.metainfo(), before);
        swarm.addPeers(List.of(seed().address()));
        try (PositionalReader reader = swarm.open(0)) {
            readAll(reader, 100_000);
        }
        engine.close();
        before.close();
        Path data = folder().resolve(content.metainfo().infoHash().hex()).resolve("data");
        try (var file = new RandomAccessFile(data.toFile(), "rw")) {
            file.seek(3L * PIECE + 5);
            file.write(new byte[]{1, 2, 3, 4, 5, 6, 7, 8});
        }
        ScriptedSeed seed = seed();
        Swarm again = reading(cache(LARGE), seed);
        try (PositionalReader reader = again.open(0)) {
            assertThat(readAll(reader, 100_000)).isEqualTo(original(0));
        }
        assertThat(seed.requestedPieces()).containsOnly(3);
    }

    @Test
    void outlivesAKill() throws Exception {
        Process process = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                KilledReaderProgram.class.getName(), temp.resolve("source").toString(),
                folder().toString()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (var lines = process.inputReader()) {
            assertThat(lines.readLine()).isEqualTo("read");
        } finally {
            process.destroyForcibly().waitFor();
        }
        ReadCache cache = cache(LARGE);
        assertThat(cache.usedBytes()).isGreaterThanOrEqualTo(FILE / 2);
        Swarm swarm = reading(cache, seed());
        try (PositionalReader reader = swarm.open(0)) {
            assertThat(sha256(readAll(reader, 100_000))).isEqualTo(sha256(original(0)));
        }
    }

    @Test
    void oneProcessAtATime() throws Exception {
        cache(LARGE);
        assertThatThrownBy(() -> ReadCache.open(folder(), LARGE))
                .hasMessageContaining("in use by another process");
    }

    @Test
    void passesThroughMemory_whileTheDiskHasNoRoom() throws Exception {
        SmallDisk disk = opened(SmallDisk.mount(temp, "size=1m"));
        ReadCache cache = opened(
                ReadCache.open(disk.path().resolve("cache"), new CacheLimits(1L << 30, 1L << 30)));
        Swarm swarm = reading(cache, seed());
        try (PositionalReader reader = swarm.open(0)) {
            assertThat(readAll(reader, 50_000)).isEqualTo(original(0));
        }
        assertThat(cache.usedBytes()).isZero();
    }

    @Test
    void failsReads_whileNeitherDiskNorMemoryHasRoom_andGoesOnLater() throws Exception {
        ReadCache cache = cache(new CacheLimits(1L << 30, 1L << 60, 0));
        Swarm swarm = reading(cache, seed());
        try (PositionalReader reader = swarm.open(0)) {
            assertThat(failure(reader.readAsync(0, ByteBuffer.allocate(10))))
                    .isInstanceOf(DiskFullException.class);
            cache.setLimits(LARGE);
            await().ignoreExceptions()
                    .until(() -> Arrays.equals(read(reader, 0, 10), part(0, 0, 10)));
        }
    }

    @Test
    void namesThePieceOfWhichAllHoldersSendFalseBytes() throws Exception {
        allowed.release(1_000_000);
        Swarm swarm = reading(cache(LARGE), seed(Answer.CORRUPT));
        try (PositionalReader reader = swarm.open(0)) {
            assertThat(failure(reader.readAsync(1_000_000, ByteBuffer.allocate(10))))
                    .hasMessageContaining("piece " + 1_000_000 / PIECE)
                    .hasMessageContaining("do not match its hash");
            swarm.addPeers(List.of(seed(Answer.CORRECT).address()));
            assertThat(read(reader, 1_000_000, 10)).isEqualTo(part(0, 1_000_000, 10));
        }
    }

    @Test
    void readsAheadAQuarterOfTheCache() throws Exception {
        ScriptedSeed seed = seed();
        Swarm swarm = reading(cache(new CacheLimits(80L * PIECE, 0)), seed);
        try (PositionalReader reader = swarm.open(0)) {
            read(reader, 0, 10);
            await().until(() -> seed.requests() >= 20);
            await().during(500, TimeUnit.MILLISECONDS).until(() -> seed.requests() <= 22);
        }
    }
}

package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.gridtorrent.engine.StubSeed.Answer;
import org.gridtorrent.engine.storage.PieceMemory;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.swarm.Obstacle;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.swarm.SwarmPhase;
import org.gridtorrent.engine.swarm.SwarmStatus;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.TcpTransport;
import org.gridtorrent.engine.wire.PeerMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Peers that lie, die or fall silent, disks that fill up, files that change: all over loopback. */
@SuppressWarnings("NullAway.Init") // set before each test
final class FaultsTest {
    private static final int LENGTH = 3_000_000;
    private static final int LITTLE_MEMORY = 2 << 20;

    @TempDir
    Path temp = Path.of("");
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final AtomicLong clockAheadNs = new AtomicLong();
    private TestContent content;

    @BeforeEach
    void makeContent() throws IOException {
        content = TestContent.make(Files.createDirectories(temp.resolve("source")), 11,
                LENGTH / 2, 0, LENGTH / 2);
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    private Engine engine() throws IOException {
        Engine engine = Engine.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new OpenGate(), List.of(new TcpTransport()),
                () -> System.nanoTime() + clockAheadNs.get(), new SplittableRandom(opened.size()));
        opened.add(engine);
        return engine;
    }

    private StubSeed stub(IntFunction<Answer> answers) throws IOException {
        StubSeed stub = new StubSeed(content, answers);
        opened.add(stub);
        return stub;
    }

    private Swarm fetch(Path directory, PeerAddress... peers) throws IOException {
        Swarm swarm = engine().add(content.metainfo(), directory, temp.resolve("leech-state"),
                SwarmOptions.fetching());
        swarm.addPeers(List.of(peers));
        return swarm;
    }

    private Swarm seed() throws IOException {
        Swarm swarm = seedUnchecked();
        await().until(() -> swarm.status().phase() == SwarmPhase.SEEDING);
        return swarm;
    }

    private Swarm seedUnchecked() throws IOException {
        return engine().add(content.metainfo(), content.directory(), temp.resolve("seed-state"),
                SwarmOptions.seedingInPlace());
    }

    private PeerAddress lastEngine() {
        return PeerAddress.tcp(((Engine) opened.getLast()).listenAddress());
    }

    private SwarmStatus completed(Swarm swarm, Path directory) throws Exception {
        SwarmStatus done = swarm.completion().get(30, TimeUnit.SECONDS);
        try (Stream<Path> files = Files.walk(content.directory())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(directory.resolve(content.directory().relativize(file)))
                        .hasSameBinaryContentAs(file);
            }
        }
        return done;
    }

    private static void awaitObstacle(Swarm swarm, Obstacle.Code code) {
        await().until(() -> swarm.status().obstacle().filter(told -> told.code() == code)
                .isPresent());
    }

    private Path file(int index) {
        return content.metainfo().files().get(index).path().under(content.directory());
    }

    /** Another program writes to a file while it is fetched: it is not complete before it is right. */
    @Test
    void fileThatAnotherProgramWritesTo_isRightInTheEnd() throws Exception {
        var allowed = new Semaphore(40);
        StubSeed seed = stub(_ -> {
            allowed.acquireUninterruptibly();
            return Answer.TRUTH;
        });
        Path target = temp.resolve("leech");
        Swarm swarm = engine().add(content.metainfo(), target, temp.resolve("leech-state"),
                SwarmOptions.fetching().inOrder(true));
        swarm.addPeers(List.of(seed.address()));
        await().until(() -> swarm.status().bytesHad() >= 40L * TestContent.PIECE_LENGTH);
        Path file = content.metainfo().files().getFirst().path().under(target);
        scribble(file, 0);
        allowed.release(1);
        awaitObstacle(swarm, Obstacle.Code.STORAGE_FAILED);
        scribble(file, 10L * TestContent.PIECE_LENGTH);
        allowed.release(1_000_000);
        completed(swarm, target);
    }

    /** In place, its length kept. */
    private static void scribble(Path file, long at) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[1000]), at);
        }
    }

    @Test
    void whoSendsFalsePiecesIsBannedAndAnHonestPeerServesThem() throws Exception {
        StubSeed liar = stub(n -> Answer.ONE_BIT_FALSE);
        Path target = temp.resolve("leech");
        Swarm swarm = fetch(target, liar.address());
        liar.leftAlone().get(20, TimeUnit.SECONDS);
        StubSeed honest = stub(n -> Answer.TRUTH);
        swarm.addPeers(List.of(liar.address(), honest.address()));
        SwarmStatus done = completed(swarm, target);
        assertThat(done.wasted()).isPositive();
        assertThat(liar.connections()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"ONE_BIT_FALSE", "SILENCE"})
    void whoSaysAnHonestPeersIdDoesNotShutItOut(Answer answer) throws Exception {
        StubSeed honest = stub(n -> Answer.TRUTH);
        var impostor = new StubSeed(content, n -> answer, honest.id());
        opened.add(impostor);
        Path target = temp.resolve("leech");
        Swarm swarm = fetch(target, impostor.address());
        await().until(() -> impostor.requests() > 0);
        swarm.addPeers(List.of(honest.address()));
        completed(swarm, target);
    }

    /** Each has a name and a port of its own, and all one address. */
    @Test
    void aLiarThatTakesNewNamesIsHeardLessAndLess_andAnHonestPeerAtItsAddressStill()
            throws Exception {
        Path target = temp.resolve("leech");
        Swarm swarm = fetch(target);
        for (int i = 0; i < 10; i++) {
            assertThat(heardOf(swarm)).as("liar %d", i).isPositive();
            clockAheadNs.addAndGet(i < 9 ? TimeUnit.MINUTES.toNanos(11) : 0);
        }
        assertThat(heardOf(swarm)).as("the next one at once").isZero();
        clockAheadNs.addAndGet(TimeUnit.MINUTES.toNanos(11));
        StubSeed honest = stub(n -> Answer.TRUTH);
        swarm.addPeers(List.of(honest.address()));
        completed(swarm, target);
    }

    /** How many requests one more liar had until it was left alone. */
    private int heardOf(Swarm swarm) throws Exception {
        try (StubSeed liar = stub(n -> Answer.ONE_BIT_FALSE)) {
            swarm.addPeers(List.of(liar.address()));
            liar.leftAlone().get(20, TimeUnit.SECONDS);
            return liar.requests();
        }
    }

    @Test
    void oneLiarAmongHonestPeersIsFoundOut() throws Exception {
        StubSeed liar = stub(n -> n % 7 == 6 ? Answer.ONE_BIT_FALSE : Answer.TRUTH);
        StubSeed honest = stub(n -> Answer.TRUTH);
        StubSeed other = stub(n -> Answer.TRUTH);
        Path target = temp.resolve("leech");
        completed(fetch(target, liar.address(), honest.address(), other.address()), target);
        assertThat(honest.connections()).isEqualTo(1);
        assertThat(other.connections()).isEqualTo(1);
    }

    @Test
    void aSeedThatDiesIsReplacedByAnother() throws Exception {
        StubSeed mortal = stub(n -> n < 40 ? Answer.TRUTH : Answer.RESET);
        Path target = temp.resolve("leech");
        Swarm swarm = fetch(target, mortal.address());
        mortal.leftAlone().get(20, TimeUnit.SECONDS);
        StubSeed other = stub(n -> Answer.TRUTH);
        swarm.addPeers(List.of(other.address()));
        assertThat(completed(swarm, target).wasted()).isZero();
    }

    @Test
    void aPeerThatFallsSilentLosesItsRequestsToAnother() throws Exception {
        StubSeed silent = stub(n -> n < 20 ? Answer.TRUTH : Answer.SILENCE);
        Path target = temp.resolve("leech");
        Swarm swarm = fetch(target, silent.address());
        await().until(() -> silent.requests() > 20);
        StubSeed other = stub(n -> Answer.TRUTH);
        swarm.addPeers(List.of(other.address()));
        clockAheadNs.addAndGet(TimeUnit.SECONDS.toNanos(11));
        completed(swarm, target);
    }

    @ParameterizedTest
    @EnumSource(names = {"FIRST_BLOCK", "SILENCE"})
    void peersThatAnswerNothingOfUseKeepNoBlockFromAnHonestOne(Answer answer) throws Exception {
        content = TestContent.make(Files.createDirectories(temp.resolve("small")), 11, 60_000);
        StubSeed one = stub(n -> answer);
        StubSeed other = stub(n -> answer);
        Path target = temp.resolve("leech");
        Swarm swarm = fetch(target, one.address(), other.address());
        await().until(() -> one.requests() + other.requests() > 0);
        clockAheadNs.addAndGet(TimeUnit.SECONDS.toNanos(5));
        await().until(() -> one.requests() > 0 && other.requests() > 0);
        int before = one.requests() + other.requests();
        clockAheadNs.addAndGet(TimeUnit.SECONDS.toNanos(11));
        await().until(() -> one.requests() + other.requests() > before);
        StubSeed honest = stub(n -> Answer.TRUTH);
        swarm.addPeers(List.of(honest.address()));
        completed(swarm, target);
        assertThat(one.connections() + other.connections()).isEqualTo(2);
    }

    @Test
    void fullDiskPausesAndRoomLetsItGoOn() throws Exception {
        Path small = Files.createDirectories(temp.resolve("small"));
        assumeTrue(mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", small.toString()),
                "mounting a tmpfs is not allowed here");
        opened.addFirst(() -> run("umount", small.toString()));
        StubSeed seed = stub(n -> Answer.TRUTH);
        Swarm swarm = fetch(small, seed.address());
        awaitObstacle(swarm, Obstacle.Code.DISK_FULL);
        assertThat(swarm.status().obstacle().orElseThrow().sentence()).contains("full");
        assertThat(swarm.status().bytesHad()).isPositive().isLessThan(LENGTH);
        assertThat(mount("-o", "remount,size=16m", small.toString())).isTrue();
        completed(swarm, small);
    }

    /** Nor does what cannot be written take the memory that other contents need. */
    @Test
    void whoseDiskIsFullServesWhatItHas() throws Exception {
        Path small = Files.createDirectories(temp.resolve("small"));
        assumeTrue(mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", small.toString()),
                "mounting a tmpfs is not allowed here");
        opened.addFirst(() -> run("umount", small.toString()));
        content = TestContent.makeFile(Files.createDirectories(temp.resolve("larger")), 12,
                4 * LITTLE_MEMORY);
        takeAllMemoryBut(LITTLE_MEMORY);
        StubSeed seed = stub(n -> Answer.TRUTH);
        Swarm swarm = fetch(small, seed.address());
        awaitObstacle(swarm, Obstacle.Code.DISK_FULL);
        PeerAddress address = lastEngine();
        Swarm other = engine().add(content.metainfo(), temp.resolve("other"),
                temp.resolve("other-state"), SwarmOptions.fetching());
        other.addPeers(List.of(address));
        await().until(() -> swarm.status().bytesHad() > 0
                && other.status().bytesHad() >= swarm.status().bytesHad());
        assertThat(swarm.status().phase()).isEqualTo(SwarmPhase.FETCHING);
        assertThat(mount("-o", "remount,size=1g", small.toString())).isTrue();
        completed(swarm, small);
    }

    @Test
    void memoryThatOtherContentsTakeIsSaid() throws Exception {
        StubSeed seed = stub(n -> Answer.TRUTH);
        int all = (int) PieceMemory.SHARED.budget();
        PieceMemory.SHARED.charge(all);
        Swarm swarm = fetch(temp.resolve("leech"), seed.address());
        try {
            await().until(() -> swarm.status().obstacle()
                    .filter(why -> why.code() == Obstacle.Code.SLOW_DISK
                            && why.sentence().contains("taken by other contents"))
                    .isPresent());
        } finally {
            PieceMemory.SHARED.release(all);
        }
        completed(swarm, temp.resolve("leech"));
    }

    private void takeAllMemoryBut(int length) {
        int taken = (int) PieceMemory.SHARED.budget() - length;
        PieceMemory.SHARED.charge(taken);
        opened.add(() -> PieceMemory.SHARED.release(taken));
    }

    @Test
    void stoppedOnAFullDisk_keepsWhatWasVerifiedAndNoMore() throws Exception {
        Path small = Files.createDirectories(temp.resolve("small"));
        assumeTrue(mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", small.toString()),
                "mounting a tmpfs is not allowed here");
        opened.addFirst(() -> run("umount", small.toString()));
        StubSeed seed = stub(n -> Answer.TRUTH);
        Swarm swarm = fetch(small, seed.address());
        awaitObstacle(swarm, Obstacle.Code.DISK_FULL);
        ((Engine) opened.getLast()).close();
        long kept = swarm.status().bytesHad();
        assertThat(mount("-o", "remount,size=16m", small.toString())).isTrue();
        SwarmStatus done = completed(fetch(small, seed.address()), small);
        assertThat(done.downloaded()).isLessThanOrEqualTo(LENGTH - kept);
    }

    @Test
    void aDiskThatDoesNotAnswerIsSaid() throws Exception {
        Path disk = Files.createDirectories(temp.resolve("disk"));
        Path image = Files.createFile(temp.resolve("image"));
        assumeTrue(run("truncate", "--size=32M", image.toString())
                && run("mkfs.ext4", "-q", image.toString())
                && mount("-o", "loop", image.toString(), disk.toString()),
                "mounting a file with ext4 in it is not allowed here");
        opened.addFirst(() -> run("umount", disk.toString()));
        StubSeed seed = stub(n -> n == 20 ? afterFreezing(disk) : Answer.TRUTH);
        Swarm swarm = fetch(disk, seed.address());
        opened.add(() -> run("fsfreeze", "--unfreeze", disk.toString()));
        awaitObstacle(swarm, Obstacle.Code.SLOW_DISK);
        assertThat(run("fsfreeze", "--unfreeze", disk.toString())).isTrue();
        completed(swarm, disk);
    }

    private static Answer afterFreezing(Path disk) {
        try {
            assertThat(run("fsfreeze", "--freeze", disk.toString())).isTrue();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
        return Answer.TRUTH;
    }

    @Test
    void whoSaysTwiceWhichPiecesItHasIsClosed() throws Exception {
        seed();
        StubPeer peer = stubPeer();
        peer.send(new PeerMessage.HaveNone());
        peer.leftAlone().get(20, TimeUnit.SECONDS);
    }

    private StubPeer stubPeer() throws IOException {
        var peer = new StubPeer(content.metainfo(),
                ((Engine) opened.getLast()).listenAddress(), 0);
        opened.add(peer);
        return peer;
    }

    /** As aria2 does, in place of many haves. */
    @Test
    void whoSaysLaterThatItHasAllIsBelieved() throws Exception {
        Swarm swarm = fetch(temp.resolve("leech"));
        StubPeer peer = stubPeer();
        await().until(() -> !swarm.status().peers().isEmpty());
        assertThat(swarm.status().peers().getFirst().piecesHad()).isZero();
        peer.send(new PeerMessage.HaveAll());
        await().until(() -> swarm.status().peers().getFirst()
                .piecesHad() == content.metainfo().pieceCount());
        assertThat(peer.leftAlone()).isNotDone();
    }

    private static boolean mount(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("mount"));
        command.addAll(List.of(arguments));
        return run(command.toArray(String[]::new));
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void aFileEditedUnderASeedIsNotServed() throws Exception {
        Swarm seed = seed();
        PeerAddress address = lastEngine();
        flipLastByte(file(2));
        Swarm leech = fetch(temp.resolve("leech"), address);
        awaitObstacle(seed, Obstacle.Code.STORAGE_FAILED);
        assertThat(seed.status().obstacle().orElseThrow().sentence())
                .contains(file(2).getFileName().toString(), "changed");
        long last = LENGTH % content.metainfo().pieceLength();
        await().until(() -> leech.status().bytesHad() == LENGTH - last);
        assertThat(leech.status().wasted()).isZero();
    }

    @Test
    void aFileTouchedButNotEditedComesBack() throws Exception {
        Swarm seed = seed();
        PeerAddress address = lastEngine();
        Files.write(file(0), Files.readAllBytes(file(0)));
        Path target = temp.resolve("leech");
        completed(fetch(target, address), target);
        await().until(() -> seed.status().obstacle().isEmpty());
    }

    @Test
    void aFileEditedAndPutRightAgainIsServed() throws Exception {
        byte[] good = Files.readAllBytes(file(2));
        Swarm seed = seed();
        PeerAddress address = lastEngine();
        flipLastByte(file(2));
        Path target = temp.resolve("leech");
        Swarm leech = fetch(target, address);
        long last = LENGTH % content.metainfo().pieceLength();
        await().until(() -> leech.status().bytesHad() == LENGTH - last);
        awaitObstacle(seed, Obstacle.Code.STORAGE_FAILED);
        Files.write(file(2), good);
        completed(leech, target);
        await().until(() -> seed.status().obstacle().isEmpty());
    }

    @Test
    void aFileTakenAwayAndBroughtBackIsServed() throws Exception {
        Swarm seed = seed();
        PeerAddress address = lastEngine();
        Path away = Files.move(file(2), temp.resolve("away"));
        Path target = temp.resolve("leech");
        Swarm leech = fetch(target, address);
        await().until(() -> seed.status().bytesHad() <= LENGTH / 2);
        Files.move(away, file(2));
        completed(leech, target);
        await().until(() -> seed.status().obstacle().isEmpty());
    }

    @Test
    void aFileReplacedUnderASeedIsNotTakenForTheOldOne() throws Exception {
        Swarm seed = seed();
        PeerAddress address = lastEngine();
        Path target = temp.resolve("first");
        completed(fetch(target, address), target);
        Path other = Files.write(temp.resolve("other"), new byte[LENGTH / 2]);
        Files.move(other, file(0), StandardCopyOption.REPLACE_EXISTING);
        awaitReadUntilObstacle(seed, address);
        await().until(() -> seed.status().bytesHad() <= LENGTH / 2);
    }

    /** What is read next finds the change. */
    private void awaitReadUntilObstacle(Swarm seed, PeerAddress address) throws IOException {
        Swarm second = engine().add(content.metainfo(), temp.resolve("second"),
                temp.resolve("second-state"), SwarmOptions.fetching());
        second.addPeers(List.of(address));
        awaitObstacle(seed, Obstacle.Code.STORAGE_FAILED);
        assertThat(second.status().wasted()).isZero();
    }

    @Test
    void aPartialSeedInPlaceFetchesNothing() throws Exception {
        Files.delete(file(2));
        Swarm seed = seedUnchecked();
        StubSeed complete = stub(n -> Answer.TRUTH);
        seed.addPeers(List.of(complete.address()));
        await().until(() -> complete.connections() == 1);
        await().untilAsserted(() -> assertThat(seed.status().obstacle())
                .hasValueSatisfying(why -> {
                    assertThat(why.code()).isEqualTo(Obstacle.Code.INCOMPLETE);
                    assertThat(why.sentence()).contains("file002").doesNotContain("waiting");
                }));
        assertThat(seed.status().phase()).isNotEqualTo(SwarmPhase.FAILED);
        await().until(() -> seed.status().peers().isEmpty()); // both have nothing to exchange
        assertThat(complete.requests()).isZero();
        assertThat(file(2)).doesNotExist();
    }

    private static void flipLastByte(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes, StandardOpenOption.TRUNCATE_EXISTING);
    }
}

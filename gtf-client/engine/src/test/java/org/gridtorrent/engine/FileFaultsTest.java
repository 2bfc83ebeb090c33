package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.gridtorrent.engine.ScriptedSeed.Answer;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.storage.integrity.InvalidationReason;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.metainfo.MetainfoFile;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that other programs change during downloads and uploads. */
@SuppressWarnings("NullAway.Init") // set before each test
final class FileFaultsTest {
    @TempDir
    Path temp = Path.of("");
    @AutoClose
    private LoopbackSwarms swarms;

    @BeforeEach
    void begin() throws IOException {
        swarms = new LoopbackSwarms(temp);
    }

    /** The download is complete only when the overwritten file is correct again. */
    @Test
    void downloadCompletesDespiteWritesOfAnotherProgram() throws Exception {
        var allowed = new Semaphore(40);
        ScriptedSeed seed = swarms.seed(_ -> {
            allowed.acquireUninterruptibly();
            return Answer.CORRECT;
        });
        Path target = temp.resolve("leech");
        Swarm swarm = swarms.engine().add(swarms.content().metainfo(), target,
                temp.resolve("leech-state"),
                SwarmOptions.downloading().withSequential(true));
        swarm.addPeers(List.of(seed.address()));
        await().until(() -> swarm.status().bytesVerified() >= 40L * TestContent.PIECE_LENGTH);
        Path file = swarms.content().metainfo().files().getFirst().path().under(target);
        overwrite(file, 0);
        allowed.release(1);
        LoopbackSwarms.awaitObstacle(swarm, Obstacle.Code.STORAGE_FAILED);
        overwrite(file, 10L * TestContent.PIECE_LENGTH);
        allowed.release(1_000_000);
        swarms.completed(swarm, target);
    }

    /** Overwrites bytes in place; the length stays. */
    private static void overwrite(Path file, long at) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[1000]), at);
        }
    }

    @Test
    void truncatesLongerFileWhenItIsAddedAgain() throws Exception {
        ScriptedSeed seed = swarms.seed(_ -> Answer.CORRECT);
        Path target = temp.resolve("leech");
        swarms.completed(swarms.fetch(target, seed.address()), target);
        swarms.lastEngine().close();
        for (MetainfoFile file : swarms.content().metainfo().files()) {
            Files.write(file.path().under(target), new byte[]{1}, StandardOpenOption.APPEND);
        }
        swarms.completed(swarms.fetch(target), target);
    }

    private String path(int file) {
        return swarms.content().metainfo().files().get(file).path().toString();
    }

    @Test
    void seedDoesNotUploadEditedFile() throws Exception {
        Swarm seed = swarms.seed();
        PeerAddress address = swarms.lastAddress();
        flipLastByte(swarms.file(2));
        Swarm leech = swarms.fetch(temp.resolve("leech"), address);
        LoopbackSwarms.awaitObstacle(seed, Obstacle.Code.STORAGE_FAILED);
        assertThat(seed.status().obstacle()).contains(new Obstacle.PiecesInvalidated(
                new InvalidationReason.FileChanged(path(2))));
        long last = LoopbackSwarms.LENGTH % swarms.content().metainfo().pieceLength();
        await().until(() -> leech.status().bytesVerified() == LoopbackSwarms.LENGTH - last);
        assertThat(leech.status().wasted()).isZero();
    }

    @Test
    void seedUploadsTouchedFileAfterCheck() throws Exception {
        Swarm seed = swarms.seed();
        PeerAddress address = swarms.lastAddress();
        Files.write(swarms.file(0), Files.readAllBytes(swarms.file(0)));
        Path target = temp.resolve("leech");
        swarms.completed(swarms.fetch(target, address), target);
        await().until(() -> seed.status().obstacle().isEmpty());
    }

    @Test
    void seedUploadsRestoredFile() throws Exception {
        byte[] good = Files.readAllBytes(swarms.file(2));
        Swarm seed = swarms.seed();
        PeerAddress address = swarms.lastAddress();
        flipLastByte(swarms.file(2));
        Path target = temp.resolve("leech");
        Swarm leech = swarms.fetch(target, address);
        long last = LoopbackSwarms.LENGTH % swarms.content().metainfo().pieceLength();
        await().until(() -> leech.status().bytesVerified() == LoopbackSwarms.LENGTH - last);
        LoopbackSwarms.awaitObstacle(seed, Obstacle.Code.STORAGE_FAILED);
        Files.write(swarms.file(2), good);
        swarms.completed(leech, target);
        await().until(() -> seed.status().obstacle().isEmpty());
    }

    @Test
    void seedUploadsFileMovedAwayAndBack() throws Exception {
        Swarm seed = swarms.seed();
        PeerAddress address = swarms.lastAddress();
        Path away = Files.move(swarms.file(2), temp.resolve("away"));
        Path target = temp.resolve("leech");
        Swarm leech = swarms.fetch(target, address);
        await().until(() -> seed.status().bytesVerified() <= LoopbackSwarms.LENGTH / 2);
        Files.move(away, swarms.file(2));
        swarms.completed(leech, target);
        await().until(() -> seed.status().obstacle().isEmpty());
    }

    @Test
    void seedDetectsReplacedFile() throws Exception {
        Swarm seed = swarms.seed();
        PeerAddress address = swarms.lastAddress();
        Path target = temp.resolve("first");
        swarms.completed(swarms.fetch(target, address), target);
        Path other = Files.write(temp.resolve("other"), new byte[LoopbackSwarms.LENGTH / 2]);
        Files.move(other, swarms.file(0), StandardCopyOption.REPLACE_EXISTING);
        awaitReadUntilObstacle(seed, address);
        await().until(() -> seed.status().bytesVerified() <= LoopbackSwarms.LENGTH / 2);
    }

    /** Downloads until a read finds the change. */
    private void awaitReadUntilObstacle(Swarm seed, PeerAddress address) throws IOException {
        Swarm second = swarms.engine().add(swarms.content().metainfo(), temp.resolve("second"),
                temp.resolve("second-state"), SwarmOptions.downloading());
        second.addPeers(List.of(address));
        LoopbackSwarms.awaitObstacle(seed, Obstacle.Code.STORAGE_FAILED);
        assertThat(second.status().wasted()).isZero();
    }

    @Test
    void partialSeedInPlaceDownloadsNothing() throws Exception {
        Files.delete(swarms.file(2));
        Swarm seed = swarms.seedUnchecked();
        ScriptedSeed complete = swarms.seed(n -> Answer.CORRECT);
        seed.addPeers(List.of(complete.address()));
        await().until(() -> complete.connections() == 1);
        await().untilAsserted(() -> assertThat(seed.status().obstacle())
                .hasValueSatisfying(why -> {
                    assertThat(why.code()).isEqualTo(Obstacle.Code.INCOMPLETE);
                    assertThat(why.missing().orElseThrow().files()).contains(path(2));
                }));
        assertThat(seed.status().phase()).isNotEqualTo(SwarmPhase.FAILED);
        await().until(() -> seed.status().peers().isEmpty()); // both have nothing to exchange
        assertThat(complete.requests()).isZero();
        assertThat(swarms.file(2)).doesNotExist();
    }

    private static void flipLastByte(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes, StandardOpenOption.TRUNCATE_EXISTING);
    }
}

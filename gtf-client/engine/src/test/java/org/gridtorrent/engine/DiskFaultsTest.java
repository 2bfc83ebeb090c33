package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.gridtorrent.engine.ScriptedSeed.Answer;
import org.gridtorrent.engine.memory.BufferPool;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.storage.files.DiskFullException;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.PeerAddress;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Downloads to disks that are full or do not respond, and with memory taken by other contents. */
@SuppressWarnings("NullAway.Init") // set before each test
final class DiskFaultsTest {
    private static final int LITTLE_MEMORY = 2 << 20;

    @TempDir
    Path temp = Path.of("");
    @AutoClose
    private LoopbackSwarms swarms;

    @BeforeEach
    void begin() throws IOException {
        swarms = new LoopbackSwarms(temp);
    }

    /** A file system of two mebibytes. */
    private Path smallDisk() throws Exception {
        return smallDisk("size=2m");
    }

    private Path smallDisk(String options) throws Exception {
        Path small = Files.createDirectories(temp.resolve("small"));
        assumeTrue(mount("-t", "tmpfs", "-o", options, "tmpfs", small.toString()),
                "mounting a tmpfs is not allowed here");
        swarms.closingLast(() -> run("umount", small.toString()));
        return small;
    }

    private static DiskFullException awaitFullDisk(Swarm swarm) {
        Obstacle why = await().until(() -> swarm.status().obstacle(), obstacle -> obstacle
                .filter(Obstacle.DiskFull.class::isInstance).isPresent()).orElseThrow();
        return ((Obstacle.DiskFull) why).error();
    }

    private static void grow(Path disk) throws Exception {
        assertThat(mount("-o", "remount,size=1g", disk.toString())).isTrue();
    }

    @Test
    void fullDiskPausesDownloadUntilThereIsRoom() throws Exception {
        Path small = smallDisk();
        ScriptedSeed seed = swarms.seed(n -> Answer.CORRECT);
        Swarm swarm = swarms.fetch(small, seed.address());
        assertThat(awaitFullDisk(swarm).hasFreeBytes()).isFalse();
        assertThat(swarm.status().bytesVerified()).isPositive().isLessThan(LoopbackSwarms.LENGTH);
        grow(small);
        swarms.completed(swarm, small);
    }

    /** The root folder takes one inode; further ones are the content's folder and a file in it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void diskWithoutInodesPausesDownloadUntilThereAreMore(int inodes) throws Exception {
        Path small = smallDisk("size=64m,nr_inodes=" + inodes);
        ScriptedSeed seed = swarms.seed(n -> Answer.CORRECT);
        Swarm swarm = swarms.fetch(small, seed.address());
        assertThat(awaitFullDisk(swarm).hasFreeBytes()).isTrue();
        assertThat(mount("-o", "remount,nr_inodes=100", small.toString())).isTrue();
        swarms.completed(swarm, small);
    }

    @Test
    void missingInodeForJournalPausesDownloadUntilThereAreMore() throws Exception {
        Path small = smallDisk("size=64m,nr_inodes=2");
        ScriptedSeed seed = swarms.seed(n -> Answer.CORRECT);
        Path target = temp.resolve("target");
        Swarm swarm = swarms.engine().add(swarms.content().metainfo(), target,
                small.resolve("state"), SwarmOptions.downloading());
        swarm.addPeers(List.of(seed.address()));
        LoopbackSwarms.awaitObstacle(swarm, Obstacle.Code.DISK_FULL);
        assertThat(mount("-o", "remount,nr_inodes=100", small.toString())).isTrue();
        swarms.completed(swarm, target);
    }

    /** Pieces that cannot be written also leave the memory to other contents. */
    @Test
    void uploadsVerifiedPiecesWhileDiskIsFull() throws Exception {
        Path small = smallDisk();
        swarms.content(TestContent.makeFile(Files.createDirectories(temp.resolve("larger")), 12,
                4 * LITTLE_MEMORY));
        takeAllMemoryBut(LITTLE_MEMORY);
        ScriptedSeed seed = swarms.seed(n -> Answer.CORRECT);
        Swarm swarm = swarms.fetch(small, seed.address());
        LoopbackSwarms.awaitObstacle(swarm, Obstacle.Code.DISK_FULL);
        PeerAddress address = swarms.lastAddress();
        Swarm other = swarms.engine().add(swarms.content().metainfo(), temp.resolve("other"),
                temp.resolve("other-state"), SwarmOptions.downloading());
        other.addPeers(List.of(address));
        await().until(() -> swarm.status().bytesVerified() > 0
                && other.status().bytesVerified() >= swarm.status().bytesVerified());
        assertThat(swarm.status().phase()).isEqualTo(SwarmPhase.FETCHING);
        grow(small);
        swarms.completed(swarm, small);
    }

    @Test
    void stopOnFullDiskKeepsOnlyVerifiedPieces() throws Exception {
        Path small = smallDisk();
        ScriptedSeed seed = swarms.seed(n -> Answer.CORRECT);
        Swarm swarm = swarms.fetch(small, seed.address());
        LoopbackSwarms.awaitObstacle(swarm, Obstacle.Code.DISK_FULL);
        swarms.lastEngine().close();
        long kept = swarm.status().bytesVerified();
        grow(small);
        SwarmStatus done = swarms.completed(swarms.fetch(small, seed.address()), small);
        assertThat(done.downloaded()).isLessThanOrEqualTo(LoopbackSwarms.LENGTH - kept);
    }

    @Test
    void statusReportsUnresponsiveDisk() throws Exception {
        Path disk = Files.createDirectories(temp.resolve("disk"));
        Path image = Files.createFile(temp.resolve("image"));
        assumeTrue(run("truncate", "--size=32M", image.toString())
                && run("mkfs.ext4", "-q", image.toString())
                && mount("-o", "loop", image.toString(), disk.toString()),
                "mounting a file with ext4 in it is not allowed here");
        swarms.closingLast(() -> run("umount", disk.toString()));
        var frozen = new AtomicBoolean();
        ScriptedSeed seed = swarms
                .seed(n -> n == 20 ? afterFreezing(disk, frozen) : Answer.CORRECT);
        Swarm swarm = swarms.fetch(disk, seed.address());
        swarms.closing(() -> run("fsfreeze", "--unfreeze", disk.toString()));
        await().until(frozen::get);
        swarms.later(Duration.ofSeconds(4)); // what came is no rate any more
        LoopbackSwarms.awaitObstacle(swarm, Obstacle.Code.SLOW_DISK);
        assertThat(run("fsfreeze", "--unfreeze", disk.toString())).isTrue();
        swarms.completed(swarm, disk);
    }

    private static Answer afterFreezing(Path disk, AtomicBoolean frozen) {
        try {
            assertThat(run("fsfreeze", "--freeze", disk.toString())).isTrue();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
        frozen.set(true);
        return Answer.CORRECT;
    }

    @Test
    void statusReportsMemoryTakenByOtherContents() throws Exception {
        ScriptedSeed seed = swarms.seed(n -> Answer.CORRECT);
        int all = (int) BufferPool.SHARED.limitBytes();
        BufferPool.SHARED.reserve(all);
        Swarm swarm = swarms.fetch(temp.resolve("leech"), seed.address());
        try {
            await().until(() -> swarm.status().obstacle()
                    .filter(why -> why instanceof Obstacle.NoMemory).isPresent());
        } finally {
            BufferPool.SHARED.release(all);
        }
        swarms.completed(swarm, temp.resolve("leech"));
    }

    private void takeAllMemoryBut(int length) {
        int taken = (int) BufferPool.SHARED.limitBytes() - length;
        BufferPool.SHARED.reserve(taken);
        swarms.closing(() -> BufferPool.SHARED.release(taken));
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
}

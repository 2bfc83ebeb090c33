package org.gridtorrent.fuse.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.gridtorrent.fuse.DirectoryNode;
import org.gridtorrent.fuse.FileSystem;
import org.gridtorrent.fuse.FuseAvailable;
import org.gridtorrent.fuse.FuseMount;
import org.gridtorrent.fuse.ReadBuffers;
import org.gridtorrent.fuse.protocol.VolumeStatistics;
import org.gridtorrent.testing.SmallDisk;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A local folder through a real mount. */
class LocalTreeTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    @SuppressWarnings("NullAway.Init")
    private Path local;
    @SuppressWarnings("NullAway.Init")
    private Path root;
    @SuppressWarnings("NullAway.Init")
    private FuseMount mount;

    /** Local folder alone. */
    private record Passed(DirectoryNode root) implements FileSystem {
        @Override
        public VolumeStatistics statistics() {
            return new VolumeStatistics(1L << 30, 1L << 29, 1);
        }
    }

    @BeforeAll
    static void requireFuse() {
        FuseAvailable.require();
    }

    @BeforeEach
    void mount() throws IOException {
        local = Files.createDirectory(folder.resolve("local"));
        mount(local);
    }

    private void mount(Path passed) throws IOException {
        root = Files.createDirectories(folder.resolve("mounted"));
        mount = FuseMount.mount(root, new Passed(new LocalTree(passed, new ReadBuffers()).root()),
                failures::add);
    }

    @AfterEach
    void unmount() throws IOException {
        mount.close();
        assertThat(failures).isEmpty();
    }

    @Test
    void passesFilesThroughInBothDirections() throws IOException {
        byte[] bytes = new byte[3_000_001];
        new Random(1).nextBytes(bytes);

        Files.write(root.resolve("written"), bytes);
        Files.write(local.resolve("put"), bytes);

        assertThat(Files.readAllBytes(local.resolve("written"))).isEqualTo(bytes);
        assertThat(Files.readAllBytes(root.resolve("put"))).isEqualTo(bytes);
        Files.write(root.resolve("written"), new byte[]{1, 2}, StandardOpenOption.APPEND);
        assertThat(Files.size(local.resolve("written"))).isEqualTo(bytes.length + 2);
        Files.writeString(root.resolve("written"), "short");
        assertThat(local.resolve("written")).hasContent("short");
    }

    @Test
    void renamesFoldersWithOpenFilesInThem() throws IOException {
        Files.createDirectories(root.resolve("a/b"));
        Files.writeString(root.resolve("a/b/file"), "first ");
        try (RandomAccessFile open = new RandomAccessFile(root.resolve("a/b/file").toFile(),
                "rw")) {
            open.seek(6);
            Files.move(root.resolve("a"), root.resolve("c"), StandardCopyOption.ATOMIC_MOVE);
            open.write("second".getBytes(StandardCharsets.UTF_8));
            open.getFD().sync();
            assertThat(local.resolve("c/b/file")).hasContent("first second");
        }
        assertThat(root.resolve("c/b/file")).hasContent("first second");
        assertThat(root.resolve("a")).doesNotExist();
    }

    @Test
    void renameReplacesAFile() throws IOException {
        Files.writeString(root.resolve("config.new"), "new");
        Files.writeString(root.resolve("config"), "old");

        Files.move(root.resolve("config.new"), root.resolve("config"),
                StandardCopyOption.ATOMIC_MOVE);

        assertThat(root.resolve("config")).hasContent("new");
        assertThat(local.resolve("config.new")).doesNotExist();
    }

    @Test
    void removedFilesAreReadableWhileOpen() throws IOException {
        Files.writeString(root.resolve("temporary"), "still there");
        try (RandomAccessFile open = new RandomAccessFile(root.resolve("temporary").toFile(),
                "rw")) {
            Files.delete(root.resolve("temporary"));
            assertThat(open.readLine()).isEqualTo("still there");
            open.write("more".getBytes(StandardCharsets.UTF_8));
            open.getFD().sync();
            open.seek(11);
            assertThat(open.readLine()).isEqualTo("more");
        }
        assertThat(local).isEmptyDirectory();
    }

    @Test
    void mappedMemoryIsWritten() throws IOException {
        FuseAvailable.requireProgram("python3", "--version");
        Process python = new ProcessBuilder("python3", "-c", """
                import mmap
                with open('mapped', 'w+b') as file:
                    file.truncate(200000)
                    mapped = mmap.mmap(file.fileno(), 0)
                    mapped[100000:100005] = b'bytes'
                    mapped.flush()
                """).directory(root.toFile()).inheritIO().start();

        assertThat(python.onExit().join().exitValue()).isZero();

        byte[] written = Files.readAllBytes(local.resolve("mapped"));
        assertThat(written).hasSize(200_000);
        assertThat(new String(written, 100_000, 5, StandardCharsets.UTF_8)).isEqualTo("bytes");
    }

    @Test
    void refusalsAreTheLocalFolders() throws IOException {
        Files.createDirectories(root.resolve("full/of"));
        Files.createSymbolicLink(root.resolve("link"), Path.of("full"));

        assertThatThrownBy(() -> Files.delete(root.resolve("full")))
                .isInstanceOf(DirectoryNotEmptyException.class);
        assertThatThrownBy(() -> Files.createDirectory(root.resolve("full")))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> Files.readAllBytes(root.resolve("none")))
                .isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> Files.createDirectory(root.resolve("a".repeat(256))))
                .isInstanceOf(FileSystemException.class).hasMessageContaining("name too long");
        assertThat(Files.readSymbolicLink(root.resolve("link"))).isEqualTo(Path.of("full"));
        assertThat(root.resolve("link/of")).isDirectory();
    }

    @Test
    void filesMovedAwayPastTheMountAreNotWritten() throws IOException {
        Files.createDirectory(root.resolve("draft"));
        Files.writeString(root.resolve("draft/file"), "as published");
        try (RandomAccessFile open = new RandomAccessFile(root.resolve("draft/file").toFile(),
                "rw")) {
            Files.move(local.resolve("draft"), folder.resolve("published"));
            open.write(7);
            assertThatThrownBy(() -> open.getFD().sync()).isInstanceOf(IOException.class);
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("Stale"); // closing tells it again
        }
        assertThat(folder.resolve("published/file")).hasContent("as published");
    }

    @Test
    void aFullDiskRefusesTheWriteItself() throws IOException {
        mount.close();
        try (SmallDisk disk = SmallDisk.mount(folder, "size=1m")) {
            mount(disk.path());
            try (RandomAccessFile large = new RandomAccessFile(root.resolve("large").toFile(),
                    "rw");
                    RandomAccessFile small = new RandomAccessFile(root.resolve("small").toFile(),
                            "rw")) {
                assertThatThrownBy(() -> large.write(new byte[4_000_000]))
                        .hasMessageContaining("No space left");
                assertThatThrownBy(() -> small.write("result".getBytes(StandardCharsets.UTF_8)))
                        .hasMessageContaining("No space left");
            }
            assertThat(root.resolve("small")).isEmptyFile();
            mount.close();
        }
    }
}

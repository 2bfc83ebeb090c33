package org.gridtorrent.fuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.fuse.system.Errno;
import org.gridtorrent.fuse.system.MountException;
import org.gridtorrent.fuse.system.Mounts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real mounts, used by other processes. */
class FuseMountTest {
    private static final int LENGTH = 8 * 1024 * 1024 + 4321;
    private static final MemorySegment BYTES = MemoryMount.pattern(LENGTH);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final MemoryFileSystem files = new MemoryFileSystem();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final MemoryFileSystem.Content data = new MemoryFileSystem.Content(BYTES);
    @SuppressWarnings("NullAway.Init")
    private Path root;
    @SuppressWarnings("NullAway.Init")
    private FuseMount mount;

    @BeforeAll
    static void requireFuse() {
        FuseAvailable.require();
    }

    @BeforeEach
    void mount() throws IOException {
        files.root().put("data", data);
        root = Files.createDirectory(folder.resolve("mount point"));
        mount = FuseMount.mount(root, files, failures::add);
    }

    @AfterEach
    void unmount() throws IOException {
        mount.close();
        assertThat(failures).isEmpty();
        assertThat(Mounts.isMounted(root)).isFalse();
    }

    private static String sha256() throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        digest.update(BYTES.asByteBuffer());
        return HexFormat.of().formatHex(digest.digest());
    }

    @Test
    void showsATree() throws IOException {
        MemoryFileSystem.Folder runs = files.root().folder("läufe");
        for (int i = 0; i < 3000; i++) {
            runs.put("run-%04d".formatted(i), new MemoryFileSystem.Content(BYTES.asSlice(0, i)));
        }
        files.root().put("latest", new MemoryFileSystem.Link("läufe/run-2999"));

        assertThat(Shell.run(root, "find", ".", "-type", "f").lines()).hasSize(3001)
                .contains("./läufe/run-2999", "./data");
        assertThat(Shell.run(root, "sh", "-c", "ls -la läufe | wc -l")).isEqualTo("3003");
        assertThat(Shell.run(root, "stat", "-Lc", "%s %A", "latest"))
                .isEqualTo("2999 -r--r--r--");
        assertThat(Shell.run(root, "cat", "none")).contains("No such file or directory");
        assertThat(Mounts.isMounted(root)).isTrue();
    }

    @Test
    void refusesToWrite() throws IOException {
        assertThat(Shell.run(root, "sh", "-c", "echo x > new"))
                .contains("Read-only file system");
        assertThat(Shell.run(root, "sh", "-c", "echo x >> data"))
                .contains("Read-only file system");
        assertThat(Shell.run(root, "mkdir", "new")).contains("Read-only file system");
        assertThat(Shell.run(root, "rm", "-f", "data")).contains("Read-only file system");
        assertThat(Shell.run(root, "mv", "data", "other")).contains("Read-only file system");
        assertThat(Shell.run(root, "chmod", "600", "data")).contains("Read-only file system");
        assertThat(Shell.run(root, "touch", "data")).contains("Read-only file system");
    }

    @Test
    void givesManyProcessesTheSameBytes() throws IOException, NoSuchAlgorithmException {
        List<Process> readers = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            readers.add(Shell.start(root, "sha256sum", "data"));
        }
        for (Process reader : readers) {
            assertThat(new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(sha256() + "  data\n");
        }
    }

    @Test
    void canBeMappedIntoMemory() throws IOException, NoSuchAlgorithmException {
        FuseAvailable.requireProgram("python3", "--version");

        assertThat(Shell.run(root, "python3", "-c", """
                import hashlib, mmap
                with open('data', 'rb') as file:
                    mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
                    print(hashlib.sha256(mapped).hexdigest())
                """)).isEqualTo(sha256());
    }

    private CompletableFuture<ReadData> awaitRead() {
        return await().until(files.waiting::poll, Objects::nonNull);
    }

    @Test
    void signalEndsAReadThatWaits() throws IOException, InterruptedException {
        files.root().put("silent", files.new Silent(BYTES));
        Process reader = Shell.start(root, "cat", "silent");
        var _ = awaitRead();

        reader.destroy();

        assertThat(reader.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    /** Others are the page cache's, which goes on reading for whoever comes next. */
    @Test
    void signalCancelsADirectRead() throws IOException {
        files.root().put("silent", files.new Silent(BYTES));
        Process reader = Shell.start(root, "dd", "if=silent", "iflag=direct", "bs=4096");
        CompletableFuture<ReadData> read = awaitRead();

        reader.destroy();

        await().until(read::isCancelled);
        assertThat(reader.onExit().join().exitValue()).isNotZero();
    }

    @Test
    void manyReadsThatWaitHoldNobodyUp() throws IOException, NoSuchAlgorithmException {
        List<Process> readers = new ArrayList<>();
        List<CompletableFuture<ReadData>> reads = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            files.root().put("silent-" + i, files.new Silent(BYTES.asSlice(0, 4)));
            readers.add(Shell.start(root, "cat", "silent-" + i));
            reads.add(awaitRead());
        }

        assertThat(Shell.run(root, "sha256sum", "data")).startsWith(sha256());
        reads.forEach(each -> assertThat(
                each.complete(new ReadData(BYTES.asSlice(8, 4), () -> {}))).isTrue());

        for (Process reader : readers) {
            assertThat(reader.getInputStream().readAllBytes())
                    .isEqualTo(BYTES.asSlice(8, 4).toArray(
                            ValueLayout.JAVA_BYTE));
        }
    }

    @Test
    void unmountEndsAReadThatWaits() throws IOException {
        files.root().put("silent", files.new Silent(BYTES));
        Process reader = Shell.start(root, "cat", "silent");
        var _ = awaitRead();

        mount.close();

        assertThat(new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("endpoint is not connected");
        assertThat(Shell.run(folder, "ls", root.toString())).isEmpty();
    }

    @Test
    void invalidatedPagesAreReadAnew() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(root.resolve("data").toFile(), "r")) {
            assertThat(file.read()).isNotNegative();
            int reads = data.reads.get();
            file.seek(0);
            assertThat(file.read()).isNotNegative();
            assertThat(data.reads).hasValue(reads);

            data.fail(Errno.EACCES);
            mount.invalidate(data);

            file.seek(0);
            assertThat(catchThrowable(file::read))
                    .hasMessage("Permission denied");
        }
    }

    @Test
    void cachedPagesOutliveTheFilesClosing() throws IOException {
        Shell.run(root, "cat", "data");
        int reads = data.reads.get();

        Shell.run(root, "cat", "data");

        // The kernel may still have been reading ahead for the first one.
        assertThat(data.reads.get()).isLessThan(reads * 3 / 2);
    }

    @Test
    void invalidatedNamesAreLookedUpAnew() throws IOException {
        assertThat(Shell.run(root, "stat", "-c", "%s", "data")).isEqualTo("" + LENGTH);

        files.root().remove("data");
        mount.invalidateEntry(files.root(), "data");

        assertThat(Shell.run(root, "stat", "data")).contains("No such file or directory");
        await().until(() -> mount.knownNodes() == 1);
    }

    @Test
    void mountsAnewAfterItsProcessWasKilled() throws IOException, NoSuchAlgorithmException {
        Path other = Files.createDirectory(folder.resolve("other"));
        killAfterMounting(other);
        assertThat(Mounts.isDead(other)).isTrue();

        Process second = startMounting(other);
        try {
            assertThat(Shell.run(other, "sha256sum", "data")).startsWith(sha256());
        } finally {
            Mounts.unmount(other, false);
        }
        assertThat(second.onExit().join().exitValue()).isZero();
    }

    private static void killAfterMounting(Path folder) throws IOException {
        startMounting(folder).destroyForcibly().onExit().join();
    }

    private static Process startMounting(Path folder) throws IOException {
        Process process = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), MemoryMount.class.getName(),
                folder.toString(), "" + LENGTH).redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader said = new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        assertThat(said.readLine()).isEqualTo("mounted");
        return process;
    }

    @Test
    void aFolderInUseIsBusy() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(root.resolve("data").toFile(), "r")) {
            assertThat(file.read()).isNotNegative();
            assertThat(catchThrowableOfType(
                    MountException.class,
                    () -> Mounts.unmount(root, false)).isBusy()).isTrue();
        }
    }
}

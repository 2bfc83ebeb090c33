package org.gridtorrent.client.mount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.client.Main;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.config.Home;
import org.gridtorrent.client.disk.SocketPath;
import org.gridtorrent.client.export.ExportServer;
import org.gridtorrent.client.export.MemoryTree;
import org.gridtorrent.client.tree.UnreadableException.Reason;
import org.gridtorrent.fuse.system.Mounts;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Output;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real mount of a tree in memory, by the export socket. */
@Timeout(60)
class MountProcessTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final MemoryTree tree = new MemoryTree();
    private final byte[] bytes = new byte[3_000_000];
    @SuppressWarnings("NullAway.Init")
    private Home home;
    @SuppressWarnings("NullAway.Init")
    private Path root;
    @SuppressWarnings("NullAway.Init")
    private ExportServer daemon;
    @SuppressWarnings("NullAway.Init")
    private MountProcess mount;

    @BeforeAll
    static void requireFuse() {
        boolean opens;
        try (FileChannel device = FileChannel.open(Path.of("/dev/fuse"), StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            opens = device.isOpen();
        } catch (IOException e) {
            opens = false;
        }
        Assumptions.assumeTrue(opens, "/dev/fuse cannot be opened here");
    }

    @BeforeEach
    void mount() throws IOException {
        new Random(7).nextBytes(bytes);
        home = Home.in(folder.resolve("home"));
        root = Files.createDirectory(folder.resolve("root"));
        Files.createDirectories(home.state());
        daemon = startDaemon();
        mount = MountProcess.start(home, root, ReadBudget.parse("5MB"));
    }

    private ExportServer startDaemon() throws IOException {
        return new ExportServer(SocketPath.address(home.exportSocket()), tree);
    }

    @AfterEach
    void end() throws IOException {
        mount.close();
        daemon.close();
        assertThat(Mounts.isMounted(root)).isFalse();
    }

    @Test
    void showsTheDaemonsTree() throws IOException {
        tree.put("id/d1/run.h5", bytes);

        assertThat(root).isDirectoryContaining(path -> path.endsWith("id"))
                .isDirectoryContaining(path -> path.endsWith("drafts"));
        assertThat(Files.readAllBytes(root.resolve("id/d1/run.h5"))).isEqualTo(bytes);
        assertThat(root.resolve("id/d2")).doesNotExist();
        assertThatThrownBy(() -> Files.writeString(root.resolve("id/d1/new"), "x"))
                .hasMessageContaining("Read-only file system");
        assertThatThrownBy(() -> Files.writeString(root.resolve("id/d1/run.h5"), "x"))
                .hasMessageContaining("Read-only file system");
        assertThatThrownBy(() -> Files.createDirectory(root.resolve("by-owner")))
                .hasMessageContaining("Read-only file system");
    }

    @Test
    void manyProcessesReadTheSame() throws IOException {
        tree.put("id/d1/run.h5", bytes);
        Path same = Files.write(folder.resolve("same"), bytes);
        List<Process> readers = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            readers.add(new ProcessBuilder("cmp", "id/d1/run.h5", same.toString())
                    .directory(root.toFile()).redirectErrorStream(true).start());
        }
        for (Process reader : readers) {
            assertThat(reader.getInputStream().readAllBytes()).isEmpty();
            assertThat(reader.onExit().join().exitValue()).isZero();
        }
    }

    @Test
    void readsGoOnWhenTheDaemonIsBack() throws IOException {
        tree.put("id/d1/run.h5", bytes);
        try (RandomAccessFile file = new RandomAccessFile(root.resolve("id/d1/run.h5").toFile(),
                "r")) {
            assertThat(file.read()).isEqualTo(bytes[0] & 0xff);
            daemon.close();
            await().until(() -> !mount.status().daemonReachable());
            Process reader = new ProcessBuilder("tail", "-c", "100000", "id/d1/run.h5")
                    .directory(root.toFile()).redirectErrorStream(true).start();
            await().until(() -> mount.status().waiting() > 0);
            assertThat(root.resolve("drafts")).isDirectory();

            daemon = startDaemon();

            assertThat(reader.getInputStream().readAllBytes()).hasSize(100_000);
            file.seek(2_000_000);
            assertThat(file.read()).isEqualTo(bytes[2_000_000] & 0xff);
        }
    }

    @Test
    void aRightThatWasTakenAwayEndsReading() throws IOException {
        tree.put("id/d1/run.h5", bytes);
        tree.put("id/d2/run.h5", bytes);
        try (RandomAccessFile forbidden = new RandomAccessFile(
                root.resolve("id/d1/run.h5").toFile(), "r");
                RandomAccessFile withdrawn = new RandomAccessFile(
                        root.resolve("id/d2/run.h5").toFile(), "r")) {
            assertThat(forbidden.read()).isEqualTo(bytes[0] & 0xff);
            assertThat(withdrawn.read()).isEqualTo(bytes[0] & 0xff);

            tree.end("id/d1", Reason.FORBIDDEN);
            tree.end("id/d2", Reason.WITHDRAWN);

            assertThat(awaitFailure(forbidden)).contains("Permission denied");
            assertThat(awaitFailure(withdrawn)).contains("Stale file handle");
            await().until(() -> Files.notExists(root.resolve("id/d1")));
        }
    }

    @Test
    void aReadThatFailsIsAnInputOutputError_andIsNamedInTheStatus() throws IOException {
        tree.put("id/d1/run.h5", bytes);
        try (RandomAccessFile file = new RandomAccessFile(root.resolve("id/d1/run.h5").toFile(),
                "r")) {
            tree.end("id/d1", Reason.CORRUPT);
            assertThat(awaitFailure(file)).contains("Input/output error");
        }
        assertThat(mount.status().failures())
                .anySatisfy(failure -> assertThat(failure).contains("id/d1/run.h5"));
        assertThat(run("mount", "status")).contains("id/d1/run.h5");
    }

    @Test
    void aSignalEndsAProgramWhoseReadWaits() throws Exception {
        tree.put("id/d1/run.h5", bytes).makeWait();
        Process reader = new ProcessBuilder("cat", "id/d1/run.h5").directory(root.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        await().until(() -> !tree.waiting.isEmpty());

        reader.destroy(); // SIGTERM

        assertThat(reader.onExit().get(20, TimeUnit.SECONDS).exitValue()).isEqualTo(128 + 15);
        tree.waiting.forEach(read -> read.complete(0)); // the kernel goes on to wait for them
    }

    private static String awaitFailure(RandomAccessFile file) {
        return await().until(() -> {
            try {
                file.seek(0);
                return "read " + file.read();
            } catch (IOException e) {
                return String.valueOf(e.getMessage());
            }
        }, said -> !said.startsWith("read"));
    }

    @Test
    void programsWithoutATerminalReadNoMoreThanTheirBudget() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")),
                "script (Debian: bsdutils) is not installed");
        tree.put("id/d1/one.h5", bytes);
        tree.put("id/d1/two.h5", bytes);
        Files.write(root.resolve("drafts/own"), bytes);
        String readAll = "cat id/d1/one.h5 drafts/own id/d1/two.h5 > /dev/null 2> ";

        assertThat(status(readAll + folder + "/said", "setsid", "--fork", "sh", "-c"))
                .isEqualTo("1");
        assertThat(folder.resolve("said")).content().contains("two.h5: Permission denied");
        assertThat(status(readAll + folder + "/nothing", "script", "--quiet", "--return",
                folder.resolve("typescript").toString(), "--command")).isEqualTo("0");

        assertThat(run("mount", "status"))
                .containsPattern("programs without a terminal may read 5.00 MB each\\s+"
                        + "not more than that for: cat \\(process \\d+\\)");
        assertThat(run("mount", "--background-limit", "much", root.toString()))
                .isEqualTo("[" + ExitStatus.WRONG_USAGE + "]");
    }

    /** Exit status of a line of the shell, which may go on when the command that started it has ended. */
    private String status(String line, String... command) throws Exception {
        Path status = folder.resolve("status");
        Files.deleteIfExists(status);
        List<String> words = new ArrayList<>(List.of(command));
        words.add(line + "; echo $? > " + status + ".new; mv " + status + ".new " + status);
        Process process = new ProcessBuilder(words).directory(root.toFile())
                .redirectErrorStream(true).start();
        process.getInputStream().transferTo(OutputStream.nullOutputStream());
        await().until(() -> Files.exists(status));
        return Files.readString(status).strip();
    }

    @Test
    void draftsAreTheHomesFolder() throws IOException {
        Files.createDirectories(root.resolve("drafts/run 18"));
        Files.write(root.resolve("drafts/run 18/data"), bytes);
        Files.writeString(root.resolve("drafts/run 18/notes"), "a");
        Files.writeString(root.resolve("drafts/run 18/notes"), "b", StandardOpenOption.APPEND);

        assertThat(Files.readAllBytes(home.drafts().resolve("run 18/data"))).isEqualTo(bytes);
        assertThat(home.drafts().resolve("run 18/notes")).hasContent("ab");
        assertThat(run("draft", "list")).isEqualTo("run 18\n");
    }

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private String run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int status = Main.run(new Invocation(Map.of("GRIDTORRENT_HOME", home.state().toString()),
                new Output(out, new PrintStream(err, true, StandardCharsets.UTF_8), false)),
                arguments);
        return out.toString(StandardCharsets.UTF_8) + (status == 0 ? "" : "[" + status + "]");
    }

    @Test
    void commandsShowAndEndIt() throws Exception {
        await().until(() -> mount.status().daemonReachable());
        assertThat(run("mount", "status")).contains(root + ": mounted by process ")
                .contains("the daemon answers");
        assertThat(run("mount", "status", "--json")).contains("\"state\":\"mounted\"");
        assertThat(run("mount", "--foreground", root.toString()))
                .isEqualTo("[" + ExitStatus.FAILED + "]");
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("is mounted already");
        assertThat(run("mount", "--foreground", folder.toString()))
                .isEqualTo("[" + ExitStatus.FAILED + "]");
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("is not empty");
        try (RandomAccessFile open = new RandomAccessFile(
                Files.writeString(root.resolve("drafts/open"), "x").toFile(), "r")) {
            assertThat(open.read()).isPositive();
            assertThat(run("unmount", root.toString()))
                    .isEqualTo("[" + ExitStatus.FAILED + "]");
            assertThat(err.toString(StandardCharsets.UTF_8)).contains("is in use");
        }
        Thread end = Thread.startVirtualThread(this::closeAfterUnmount);

        assertThat(run("unmount", "--wait", root.toString())).contains("Unmounted " + root);

        end.join();
        assertThat(run("mount", "status")).isEqualTo("Nothing is mounted.\n");
        assertThat(run("unmount", root.toString())).isEqualTo("[" + ExitStatus.NOT_FOUND + "]");
        assertThat(run("mount")).isEqualTo("[" + ExitStatus.WRONG_USAGE + "]");
    }

    private void closeAfterUnmount() {
        try {
            mount.awaitUnmount();
            mount.close();
        } catch (InterruptedException | IOException e) {
            throw new IllegalStateException(e);
        }
    }
}

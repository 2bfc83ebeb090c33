package org.gridtorrent.client.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.function.Predicate;
import org.gridtorrent.client.config.Configuration;
import org.gridtorrent.client.config.Home;
import org.gridtorrent.client.disk.DurableFile;
import org.gridtorrent.client.disk.SocketPath;
import org.gridtorrent.client.security.Site;
import org.gridtorrent.client.task.OpenedFolders;
import org.gridtorrent.client.tracker.Problem;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.client.tracker.Task.State;
import org.gridtorrent.metainfo.Metainfo;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real daemon whose tracker is away, and what is said to it on its socket. */
@Timeout(60)
class DaemonTest {
    @TempDir
    private Path folder;
    private Site.Device device;

    @BeforeEach
    void enrol() throws Exception {
        device = new Site(folder, "lab").device("member", "d1");
    }

    private Home home() {
        return Home.in(folder.resolve("home"));
    }

    private Daemon start(Home home) throws Exception {
        Configuration configuration = Configuration
                .read(Map.of("GRIDTORRENT_LISTEN", "127.0.0.1:0"), home);
        return Daemon.start(DaemonOptions.of(home, configuration, "test"), device.identity);
    }

    private static DaemonClient client(Home home) throws IOException {
        return DaemonClient.connect(home).orElseThrow();
    }

    /** What the daemon answers to some bytes, up to the first line's end or the stream's. */
    private static String answer(Home home, String said) throws IOException {
        try (SocketChannel channel = SocketChannel.open(SocketPath.address(home.socket()))) {
            channel.write(ByteBuffer.wrap(said.getBytes(StandardCharsets.UTF_8)));
            StringBuilder answer = new StringBuilder();
            var in = Channels.newInputStream(channel);
            for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
                answer.append((char) c);
            }
            return answer.toString();
        }
    }

    @Test
    void badRequest_isAnsweredAndEndsNothing() throws Exception {
        try (Daemon _ = start(home())) {
            for (String bad : new String[]{"nonsense\n", "null\n", "{}\n", "[]\n",
                "{\"verb\":\"FLY\"}\n", "{\"verb\":null,\"task\":\"x\"}\n"}) {
                assertThat(answer(home(), bad)).as(bad).contains("not a request");
            }
            assertThat(answer(home(), "{\"verb\":\"TASK\",\"task\":\"../../etc\"}\n"))
                    .contains("no task");
            assertThat(answer(home(), "{\"verb\":\"TASK\"}\n")).contains("no task");
            try (DaemonClient client = client(home())) {
                assertThat(client.status().user()).isEqualTo("member");
                assertThat(client.cancel("unknown")).isFalse();
            }
        }
    }

    @Test
    void homeAndLockThatAreOpenToOthers_areClosed() throws Exception {
        Files.createDirectories(home().state());
        Files.createFile(home().lock());
        Files.setPosixFilePermissions(home().state(),
                PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(home().lock(),
                PosixFilePermissions.fromString("rw-r--r--"));
        start(home()).close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home().state())))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home().lock())))
                .isEqualTo("rw-------");
    }

    @Test
    void requestWithoutEnd_isCutOff() throws Exception {
        try (Daemon _ = start(home());
                SocketChannel channel = SocketChannel.open(SocketPath.address(home().socket()))) {
            assertThatThrownBy(() -> {
                while (true) {
                    channel.write(ByteBuffer.wrap(new byte[4096]));
                }
            }).isInstanceOf(IOException.class);
        }
    }

    @Test
    void secondDaemon_isRefusedAndTheFirstGoesOn() throws Exception {
        try (Daemon _ = start(home())) {
            assertThatThrownBy(() -> start(home())).isInstanceOf(Daemon.HomeTakenException.class)
                    .hasMessageContaining("another daemon");
            try (DaemonClient client = client(home())) {
                assertThat(client.status().trackerReachable()).isFalse();
            }
        }
    }

    @Test
    void socketOfAKilledDaemon_isTakenOver() throws Exception {
        UnixDomainSocketAddress address = SocketPath.address(home().socket());
        DurableFile.createPrivateFolder(home().state());
        try (ServerSocketChannel killed = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            killed.bind(address);
        }
        assertThat(address.getPath()).exists();
        assertThat(DaemonClient.connect(home())).isEmpty();
        try (Daemon _ = start(home()); DaemonClient client = client(home())) {
            assertThat(client.tasks()).isEmpty();
            assertThat(PosixFilePermissions
                    .toString(Files.getPosixFilePermissions(address.getPath())))
                    .isEqualTo("rw-------");
        }
        assertThat(address.getPath()).doesNotExist();
    }

    @Test
    void homeWithALongPath_hasItsSocketElsewhere() throws Exception {
        Home deep = Home.in(folder.resolve("d".repeat(120)));
        try (Daemon _ = start(deep); DaemonClient client = client(deep)) {
            assertThat(SocketPath.address(deep.socket()).getPath()).exists()
                    .isNotEqualTo(deep.socket());
            assertThat(client.status().device()).isEqualTo("d1");
        }
    }

    @Test
    void publishTask_goesOnWhereItWasAfterARestart() throws Exception {
        Path data = Files.createDirectory(folder.resolve("data"));
        Files.write(data.resolve("file"), new byte[300_000]);
        new OpenedFolders(home().openedFolders()).open(data);
        journal("publishit", data);
        try (Daemon _ = start(home()); DaemonClient client = client(home())) {
            Task waiting = await(client, "publishit",
                    task -> task.state() == State.WAITING && task.infoHash() != null);
            assertThat(waiting.message()).contains("tracker does not answer");
        }
        Files.delete(data.resolve("file"));
        try (Daemon _ = start(home()); DaemonClient client = client(home())) {
            // It was hashed before: what is there now is not published in its place.
            await(client, "publishit", task -> task.state() == State.WAITING);
            assertThat(client.status().contents()).hasSize(1);
        }
    }

    /** Journals of earlier programs say nothing of it. */
    @Test
    void publishTask_makesPrivateMetainfoUnlessItSaysOtherwise() throws Exception {
        Path data = Files.createDirectory(folder.resolve("data"));
        Files.write(data.resolve("file"), new byte[300_000]);
        new OpenedFolders(home().openedFolders()).open(data);
        journal("private", data);
        journal("other", data, "\"nonPrivate\":true,");
        try (Daemon _ = start(home()); DaemonClient client = client(home())) {
            assertThat(metainfo(client, "private").isPrivate()).isTrue();
            assertThat(metainfo(client, "other").isPrivate()).isFalse();
        }
    }

    private Metainfo metainfo(DaemonClient client, String task) throws Exception {
        String hash = String.valueOf(await(client, task, each -> each.infoHash() != null)
                .infoHash());
        return Metainfo.parse(Files.readAllBytes(
                home().contents().resolve(hash).resolve("metainfo.torrent")));
    }

    @Test
    void taskThatFailed_saysWhyAndIsNotTriedAgain() throws Exception {
        Path closed = Files.createDirectory(folder.resolve("closed"));
        journal("publishit", closed);
        try (Daemon _ = start(home()); DaemonClient client = client(home())) {
            Task failed = await(client, "publishit", task -> task.state().isFinal());
            assertThat(failed.problem()).isEqualTo(Problem.NOT_ALLOWED);
            assertThat(failed.message()).contains("folder open");
        }
        try (Daemon _ = start(home()); DaemonClient client = client(home())) {
            assertThat(client.task("publishit")).map(Task::state).contains(State.FAILED);
            assertThat(client.status().tasksRunning()).isZero();
        }
    }

    @Test
    void whatWasPublishedByCommand_isItselfLetBePublishedAndNothingElse() throws Exception {
        Path data = folder.resolve("data");
        Path within = Files.createDirectories(data.resolve("within"));
        Files.write(within.resolve("file"), new byte[300_000]);
        OpenedFolders folders = new OpenedFolders(home().openedFolders());
        Path real = folders.letPublish(data);
        assertThat(folders.all()).isEmpty();
        assertThat(folders.cover(real)).as("browsed, or downloaded into").isFalse();
        journal("again", data);
        journal("within", within);
        try (Daemon _ = start(home()); DaemonClient client = client(home())) {
            await(client, "again",
                    task -> task.state() == State.WAITING && task.infoHash() != null);
            assertThat(await(client, "within", task -> task.state().isFinal()).problem())
                    .isEqualTo(Problem.NOT_ALLOWED);
        }
        assertThat(folders.close(data)).isTrue();
        assertThat(folders.mayPublish(real)).isFalse();
    }

    /** A task as a daemon that was killed left it. */
    private void journal(String id, Path data) throws IOException {
        journal(id, data, "");
    }

    private void journal(String id, Path data, String more) throws IOException {
        DurableFile.write(home().tasks().resolve(id + ".json"),
                """
                        {"id":"%s","kind":"PUBLISH","contentId":"content %s","title":"Some data","folder":"%s",
                         %s"state":"RUNNING","problem":"NONE","done":0,"total":0,"bytesPerSecond":0,"peers":0,
                         "message":"begun","infoHash":null,"location":null}
                        """
                        .formatted(id, id, data, more).getBytes(StandardCharsets.UTF_8));
    }

    private static Task await(DaemonClient client, String id, Predicate<Task> condition)
            throws IOException {
        while (true) {
            Task task = client.task(id).orElseThrow();
            if (condition.test(task)) {
                return task;
            }
            Thread.onSpinWait();
        }
    }
}

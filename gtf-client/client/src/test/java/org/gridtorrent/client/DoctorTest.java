package org.gridtorrent.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.config.Configuration;
import org.gridtorrent.client.config.Home;
import org.gridtorrent.client.daemon.Daemon;
import org.gridtorrent.client.daemon.DaemonOptions;
import org.gridtorrent.client.disk.StateFile;
import org.gridtorrent.client.security.Enrolment;
import org.gridtorrent.client.security.IdentityStore;
import org.gridtorrent.client.security.Site;
import org.gridtorrent.identity.DeviceKeys;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Output;
import org.gridtorrent.testing.ScriptedHttpServer;
import org.gridtorrent.testing.SmallDisk;
import org.gridtorrent.testing.TroubleshootingTable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code doctor} on an enrolled machine: the messages of the operator's guide for each condition. */
@Timeout(60)
class DoctorTest {
    @TempDir
    private Path folder;
    private Home home;
    private Site.Device device;
    private HttpServer pages;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @BeforeEach
    void enrol() throws Exception {
        pages = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        pages.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write(new byte[]{'{', '}'});
            exchange.close();
        });
        pages.start();
        home = Home.in(folder.resolve("home"));
        device = enrolled(home);
    }

    private Site.Device enrolled(Home at) throws Exception {
        return new Site(folder, "lab").device("member", "d1", at.identity(),
                URI.create("http://127.0.0.1:" + pages.getAddress().getPort()));
    }

    @AfterEach
    void stop() {
        pages.stop(0);
    }

    private int run(String... arguments) {
        return runAt(home, arguments);
    }

    private int runAt(Home at, String... arguments) {
        out.reset();
        PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
        return Main.run(new Invocation(Map.of("GRIDTORRENT_HOME", at.state().toString()),
                new Output(printed, printed, false)), arguments);
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private DaemonOptions options(String listen) throws Exception {
        return DaemonOptions.of(home, Configuration.read(Map.of("GRIDTORRENT_LISTEN", listen),
                home), "test");
    }

    @Test
    void findsADiskThatIsFull() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(folder, "size=4m")) {
            Home small = Home.in(disk.path().resolve("home"));
            enrolled(small);
            assertThat(runAt(small, "doctor")).isEqualTo(ExitStatus.FAILED);
            assertThat(printed()).containsPattern(TroubleshootingTable.client("Full disk"));
        }
    }

    @Test
    void findsDamagedStateFiles_beforeAndAfterTheyAreSetAside() throws Exception {
        Path task = Files.createDirectories(home.tasks()).resolve("t1.json");
        StateFile.write(task, new byte[]{'{', '}'});
        run("doctor");
        assertThat(printed()).contains("ok    state: ");
        byte[] bytes = Files.readAllBytes(task);
        bytes[0] ^= 1;
        Files.write(task, bytes);
        run("doctor");
        assertThat(printed()).contains("WRONG state: " + task + " is damaged");
        assertThat(task).exists();
        Daemon.start(options("127.0.0.1:0"), device.identity).close();
        run("doctor");
        assertThat(printed()).contains("WRONG state: " + StateFile.aside(task))
                .containsPattern(TroubleshootingTable.client("Damaged state file"));
    }

    @Test
    void findsThatAnotherProgramHasItsPort() throws Exception {
        Daemon.start(options("127.0.0.1:0"), device.identity).close();
        int port = Integer
                .parseInt(Files.readString(home.port()).lines().findFirst().orElseThrow());
        Files.writeString(home.configFiles().getFirst(), "listen = \"127.0.0.1:0\"\n");
        run("doctor");
        assertThat(printed()).contains("WRONG daemon: not running").doesNotContain("port: ");
        try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(run("daemon", "run")).isEqualTo(ExitStatus.FAILED);
            assertThat(printed()).contains("cannot listen on 127.0.0.1:" + port);
            run("doctor");
            assertThat(printed()).containsPattern(TroubleshootingTable.client("Port taken"));
        }
    }

    @Test
    void findsThatTheDaemonMayOpenTooFewFiles() throws Exception {
        String before = limitFiles("2000");
        try (Daemon _ = Daemon.start(options("127.0.0.1:0"), device.identity)) {
            run("doctor");
            assertThat(printed())
                    .containsPattern(TroubleshootingTable.client("Too few descriptors"));
        } finally {
            limitFiles(before);
        }
    }

    /** Sets the soft limit of this process; the one before. */
    private static String limitFiles(String most) throws Exception {
        String self = Long.toString(ProcessHandle.current().pid());
        try (var said = new ProcessBuilder("prlimit", "--pid", self, "--nofile", "--noheadings",
                "--raw", "--output", "SOFT").start().inputReader()) {
            String before = said.readLine().strip();
            new ProcessBuilder("prlimit", "--pid", self, "--nofile=" + most + ":").inheritIO()
                    .start().waitFor();
            return before;
        }
    }

    @Test
    void findsADamagedKeyAndDoesNotMakeAnother() throws Exception {
        Path key = home.identity().resolve("device.key");
        byte[] good = Files.readAllBytes(key);
        run("doctor");
        assertThat(printed()).contains("ok    key: ", "ok    permissions: ");

        Files.write(key, new byte[]{1, 2, 3});
        run("doctor");
        assertThat(printed()).contains("WRONG key: the device's key " + key + " is damaged")
                .containsPattern(TroubleshootingTable.client("Damaged key"));

        Files.write(key, DeviceKeys.generate().getPrivate().getEncoded());
        run("doctor");
        assertThat(printed()).containsPattern(TroubleshootingTable.client("Foreign key"));

        Files.delete(key);
        run("doctor");
        assertThat(printed()).contains("WRONG key: ").contains("is missing");
        assertThat(key).doesNotExist();
        Files.write(key, good);
    }

    @Test
    void findsLoosePermissionsAndMissingFolders() throws Exception {
        Path key = home.identity().resolve("device.key");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
        Path data = Files.createDirectory(folder.resolve("data"));
        assertThat(run("folder", "open", data.toString())).isZero();
        Files.delete(data);
        Files.writeString(home.configFiles().getFirst(),
                "downloads = \"" + folder.resolve("nowhere") + "\"\n");
        assertThat(run("doctor")).isEqualTo(ExitStatus.FAILED);
        assertThat(printed())
                .contains("WRONG permissions: " + key)
                .containsPattern(TroubleshootingTable.client("Loose permissions"))
                .doesNotContain(data.toString())
                .contains("WRONG folder: " + folder.resolve("nowhere") + ", where downloads go")
                .contains("ok    locale: ", "ok    disk: ");
    }

    @Test
    void findsThatTheAddressIsAnotherSites() throws Exception {
        HttpsServer other = HttpsServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.setHttpsConfigurator(new HttpsConfigurator(
                new Site(folder.resolve("other"), "lab").device("member", "d1").identity.tls()));
        other.start();
        Enrolment here = device.identity.enrolment();
        new IdentityStore(home.identity()).save(new Enrolment(here.site(), here.userId(),
                here.userName(), here.deviceId(), here.pages(),
                URI.create("https://127.0.0.1:" + other.getAddress().getPort()),
                here.credentials(), here.token()));
        try {
            run("doctor");
            assertThat(printed()).containsPattern(TroubleshootingTable.client("Another site"))
                    .doesNotContain("pages: ");
        } finally {
            other.stop(0);
        }
    }

    @Test
    void findsAClockThatDiffersFromTheSites() throws Exception {
        String[] date = {"Mon, 01 Jan 2024 00:00:00 GMT"};
        try (var site = new ScriptedHttpServer((_, out) -> {
            ScriptedHttpServer.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nDate: "
                    + date[0] + "\r\n\r\n{}");
        })) {
            device = new Site(folder, "lab").device("member", "d1", home.identity(),
                    site.uri("/"));
            run("doctor");
            assertThat(printed()).containsPattern(TroubleshootingTable.client("Wrong clock"));
            date[0] = DateTimeFormatter.RFC_1123_DATE_TIME
                    .format(Instant.now().atOffset(ZoneOffset.UTC));
            run("doctor");
            assertThat(printed()).contains("ok    clock: agrees with the site's");
            date[0] = "yesterday";
            run("doctor");
            assertThat(printed()).contains("ok    pages").doesNotContain("clock: ");
        }
    }
}

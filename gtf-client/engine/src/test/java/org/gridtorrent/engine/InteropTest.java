package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.engine.transport.PeerAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Stock clients as our peers, over loopback; one that is not installed is skipped by name. All at
 * once: they wait most of the time, Transmission ten seconds before it serves anybody.
 */
@Execution(ExecutionMode.CONCURRENT)
@SuppressWarnings("NullAway.Init") // set before each test
final class InteropTest {
    private static final String LIBTORRENT = """
            import libtorrent as lt, sys, time
            s = lt.session({'listen_interfaces': '127.0.0.1:' + sys.argv[3],
                'enable_dht': False, 'enable_lsd': False, 'enable_upnp': False,
                'enable_natpmp': False})
            t = s.add_torrent({'ti': lt.torrent_info(sys.argv[1]), 'save_path': sys.argv[2]})
            end = time.time() + 60
            while time.time() < end and not (sys.argv[4] == 'leech' and t.status().is_seeding):
                time.sleep(0.1)
            """;
    @TempDir
    Path temp = Path.of("");
    private final List<Process> processes = new ArrayList<>();
    private TestContent content;
    private Path torrent;
    private Engine engine;

    @BeforeEach
    void makeContent() throws IOException {
        content = TestContent.make(Files.createDirectories(temp.resolve("source")), 9, 700_000, 1,
                16384, 2_345_678);
        torrent = Files.write(temp.resolve("content.torrent"), content.metainfo().encoded());
        engine = Engine.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new OpenGate());
    }

    @AfterEach
    void end() {
        engine.close();
        processes.forEach(Process::destroyForcibly);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private Process run(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(temp.resolve("client.log").toFile()).start();
        processes.add(process);
        return process;
    }

    private static void assumeRuns(String name, String... command)
            throws IOException, InterruptedException {
        boolean there;
        try {
            there = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException e) {
            there = false;
        }
        assumeTrue(there, name + " is not installed");
    }

    private static PeerAddress at(int port) {
        return PeerAddress.tcp(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    private void ourLeechGetsItFrom(int port) throws Exception {
        Swarm swarm = engine.add(content.metainfo(), temp.resolve("ours"), temp.resolve("state"),
                SwarmOptions.fetching());
        swarm.addPeers(List.of(at(port)));
        swarm.completion().get(40, TimeUnit.SECONDS);
        assertSame(temp.resolve("ours"));
    }

    private void ourSeedServes(int port) {
        Swarm swarm = engine.add(content.metainfo(), content.directory(), temp.resolve("state"),
                SwarmOptions.seedingInPlace());
        swarm.addPeers(List.of(at(port)));
    }

    private void ourSeedGivesItTo(int port) throws Exception {
        ourSeedServes(port);
        assertThat(processes.getFirst().waitFor(40, TimeUnit.SECONDS)).isTrue();
        assertSame(temp.resolve("theirs"));
    }

    private void assertSame(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(content.directory())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(directory.resolve(content.directory().relativize(file)))
                        .hasSameBinaryContentAs(file);
            }
        }
    }

    private int libtorrent(Path directory, String role) throws Exception {
        assumeRuns("python3-libtorrent", "/usr/bin/python3", "-c", "import libtorrent");
        int port = freePort();
        run("/usr/bin/python3", "-c", LIBTORRENT, torrent.toString(), directory.toString(),
                Integer.toString(port), role);
        return port;
    }

    private int aria2(Path directory, String... more) throws Exception {
        assumeRuns("aria2c", "aria2c", "--version");
        int port = freePort();
        List<String> command = new ArrayList<>(List.of("aria2c", "--no-conf", "--enable-dht=false",
                "--bt-enable-lpd=false", "--listen-port=" + port, "--check-integrity=true",
                "--file-allocation=none", "--dir=" + directory));
        command.addAll(List.of(more));
        command.add(torrent.toString());
        run(command.toArray(String[]::new));
        return port;
    }

    /** It shares on when it has everything, so that its script for that moment tells of it. */
    private int transmission(Path directory) throws Exception {
        assumeRuns("transmission-cli", "transmission-cli", "--version");
        int port = freePort();
        Path home = Files.createDirectories(temp.resolve("transmission"));
        Files.writeString(home.resolve("settings.json"), """
                {"bind-address-ipv4": "127.0.0.1", "dht-enabled": false, "lpd-enabled": false,
                 "pex-enabled": false, "utp-enabled": false, "rpc-enabled": false}
                """);
        Path finished = Files.writeString(home.resolve("finished.sh"),
                "#!/bin/sh\ntouch '" + temp.resolve("finished") + "'\n");
        assertThat(finished.toFile().setExecutable(true)).isTrue();
        Files.createDirectories(directory);
        // Unbuffered, so that its log tells when it has checked its files: before, it hangs up.
        run("stdbuf", "-o0", "transmission-cli", "--config-dir", home.toString(), "--no-portmap",
                "--verify",
                "--port", Integer.toString(port), "--download-dir", directory.toString(),
                "--finish", finished.toString(), torrent.toString());
        await().atMost(20, TimeUnit.SECONDS).until(() -> Files
                .readString(temp.resolve("client.log"), StandardCharsets.ISO_8859_1)
                .matches("(?s).*(Seeding|Progress).*"));
        return port;
    }

    @Test
    void libtorrentSeeds() throws Exception {
        ourLeechGetsItFrom(libtorrent(content.directory(), "seed"));
    }

    @Test
    void libtorrentFetches() throws Exception {
        ourSeedGivesItTo(libtorrent(temp.resolve("theirs"), "leech"));
    }

    @Test
    void aria2Seeds() throws Exception {
        ourLeechGetsItFrom(aria2(content.directory(), "--seed-ratio=0.0"));
    }

    @Test
    void aria2Fetches() throws Exception {
        ourSeedGivesItTo(aria2(temp.resolve("theirs"), "--seed-time=0"));
    }

    @Test
    void transmissionSeeds() throws Exception {
        ourLeechGetsItFrom(transmission(content.directory()));
    }

    @Test
    void transmissionFetches() throws Exception {
        ourSeedServes(transmission(temp.resolve("theirs")));
        await().atMost(40, TimeUnit.SECONDS).until(() -> Files.exists(temp.resolve("finished")));
        assertSame(temp.resolve("theirs"));
    }
}

package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.engine.announce.TrackerClient;
import org.gridtorrent.engine.announce.TrackerStatus;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.metainfo.Metainfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Interoperability with opentracker: our engine and libtorrent find each other on loopback.
 *
 * <p>Tests of programs that are not installed are skipped. The tracker returns libtorrent its own address, so libtorrent
 * is configured to accept several peers of one address.
 */
@SuppressWarnings("NullAway.Init") // set before each test
final class TrackerInteropTest {
    private static final String LIBTORRENT = """
            import libtorrent as lt, sys, time
            s = lt.session({'listen_interfaces': '127.0.0.1:0',
                'enable_dht': False, 'enable_lsd': False, 'enable_upnp': False,
                'enable_natpmp': False, 'allow_multiple_connections_per_ip': True})
            t = s.add_torrent({'ti': lt.torrent_info(sys.argv[1]), 'save_path': sys.argv[2]})
            t.unset_flags(lt.torrent_flags.auto_managed)
            t.resume()
            end = time.time() + 60
            while time.time() < end and not (sys.argv[3] == 'leech' and t.status().is_seeding):
                time.sleep(0.1)
            """;
    @TempDir
    Path temp = Path.of("");
    private final List<Process> processes = new ArrayList<>();
    private TestContent content;
    private Engine engine;
    private int trackerPort;

    @BeforeEach
    void start() throws Exception {
        content = TestContent.make(Files.createDirectories(temp.resolve("source")), 9, 700_000, 1,
                16384, 2_345_678);
        trackerPort = openTracker();
        engine = Engine.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new OpenGate());
    }

    @AfterEach
    void end() {
        if (engine != null) {
            engine.close();
        }
        processes.forEach(Process::destroyForcibly);
    }

    private static int freePort() throws IOException {
        try (ServerSocket tcp = new ServerSocket(0);
                DatagramSocket udp = new DatagramSocket(tcp.getLocalPort())) {
            return udp.getLocalPort();
        }
    }

    private void run(String... command) throws IOException {
        processes.add(new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(temp.resolve("log" + processes.size()).toFile()).start());
    }

    /** Debian's build serves only contents on its list, which it reads as user nobody. */
    private int openTracker() throws Exception {
        Path home = Files.createDirectories(temp.resolve("tracker"));
        Path list = Files.writeString(home.resolve("list"),
                content.metainfo().infoHash().hex() + "\n");
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(list, PosixFilePermissions.fromString("rw-r--r--"));
        int port = freePort();
        String number = Integer.toString(port);
        try {
            run("opentracker", "-i", "127.0.0.1", "-p", number, "-P", number, "-d",
                    home.toString(), "-w", "list");
        } catch (IOException e) {
            assumeTrue(false, "opentracker is not installed");
        }
        await().ignoreExceptionsInstanceOf(IOException.class).until(() -> {
            new Socket(InetAddress.getLoopbackAddress(), port).close();
            return true;
        });
        return port;
    }

    private void libtorrent(Metainfo metainfo, Path directory, String role) throws Exception {
        Programs.assumeRuns("python3-libtorrent", "/usr/bin/python3", "-c", "import libtorrent");
        Path torrent = Files.write(temp.resolve("content.torrent"), metainfo.encoded());
        run("/usr/bin/python3", "-c", LIBTORRENT, torrent.toString(), directory.toString(),
                role);
    }

    private Metainfo announcedOver(String scheme) throws Exception {
        return TrackersTest.announced(content.metainfo(),
                URI.create(scheme + "://127.0.0.1:" + trackerPort + "/announce"));
    }

    private static void awaitSeedAtTracker(Metainfo metainfo) {
        URI tracker = metainfo.announceTiers().getFirst().getFirst();
        try (TrackerClient trackers = new TrackerClient(System::nanoTime)) {
            await().atMost(40, TimeUnit.SECONDS).until(() -> trackers
                    .scrape(tracker, List.of(metainfo.infoHash()), Duration.ofSeconds(5))
                    .getFirst().seeds().orElse(0) == 1);
        }
    }

    private void ourLeechFindsLibtorrentOver(String scheme) throws Exception {
        Metainfo metainfo = announcedOver(scheme);
        libtorrent(metainfo, content.directory(), "seed");
        awaitSeedAtTracker(metainfo);
        Swarm swarm = engine.add(metainfo, temp.resolve("ours"), temp.resolve("state"),
                SwarmOptions.downloading());
        await().atMost(40, TimeUnit.SECONDS).untilAsserted(() -> assertThat(swarm.status())
                .extracting(SwarmStatus::phase).as("%s", swarm.status())
                .isEqualTo(SwarmPhase.SEEDING));
        content.assertIn(temp.resolve("ours"));
        await().untilAsserted(() -> {
            TrackerStatus tracker = swarm.status().trackers().getFirst();
            assertThat(tracker.state()).isEqualTo(TrackerStatus.State.WORKING);
            assertThat(tracker.counts().seeds().orElse(0)).isPositive();
        });
    }

    @Test
    void leechFindsALibtorrentSeedOverUdp() throws Exception {
        ourLeechFindsLibtorrentOver("udp");
    }

    @Test
    void leechFindsALibtorrentSeedOverHttp() throws Exception {
        ourLeechFindsLibtorrentOver("http");
    }

    @Test
    void libtorrentLeechFindsOurSeedOverUdp() throws Exception {
        Metainfo metainfo = announcedOver("udp");
        Swarm swarm = engine.add(metainfo, content.directory(), temp.resolve("state"),
                SwarmOptions.seedingInPlace());
        await().atMost(20, TimeUnit.SECONDS).until(() -> swarm.status().trackers().stream()
                .anyMatch(tracker -> tracker.counts().isComplete())); // announced and scraped
        libtorrent(metainfo, temp.resolve("theirs"), "leech");
        assertThat(processes.getLast().waitFor(50, TimeUnit.SECONDS)).isTrue();
        content.assertIn(temp.resolve("theirs"));
    }
}

package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.engine.limit.RateSchedule;
import org.gridtorrent.engine.limit.RateSchedules;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.metainfo.MagnetLink;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Peer exchange with libtorrent.
 *
 * <p>A seed and a leech know only a third peer, whose download is limited to next to nothing: it can only
 * name them to each other. All share one address, which libtorrent must be configured to allow.
 */
@Execution(ExecutionMode.CONCURRENT)
@SuppressWarnings("NullAway.Init") // set before each test
final class PexInteropTest {
    /**
     * Says when it has looked at its files and can be dialled, before it dials itself: one that it cannot
     * reach it tries again after a minute. Says when its first peer is connected. A leech ends when it has
     * everything; a deaf peer hears of no others.
     */
    private static final String LIBTORRENT = """
            import libtorrent as lt, sys, time
            torrent, folder, role, *peers = sys.argv[1:]
            s = lt.session({'listen_interfaces': '127.0.0.1:0',
                'enable_dht': False, 'enable_lsd': False, 'enable_upnp': False,
                'enable_natpmp': False, 'allow_multiple_connections_per_ip': True})
            t = s.add_torrent({'ti': lt.torrent_info(torrent), 'save_path': folder})
            t.unset_flags(lt.torrent_flags.auto_managed)
            if role == 'middle':
                t.set_download_limit(1000)
            if role == 'deaf':
                t.set_flags(lt.torrent_flags.disable_pex)
            t.resume()
            while t.status().state not in (lt.torrent_status.downloading,
                    lt.torrent_status.finished, lt.torrent_status.seeding):
                time.sleep(0.05)
            print('port', s.listen_port(), flush=True)
            for peer in peers:
                t.connect_peer(('127.0.0.1', int(peer)))
            end, connected = time.time() + 100, False
            while time.time() < end and not (role == 'leech' and t.status().is_seeding):
                if not connected and any(p.flags & p.handshake == 0 and
                        p.flags & p.connecting == 0 for p in t.get_peer_info()):
                    connected = True
                    print('connected', flush=True)
                time.sleep(0.1)
            """;
    @TempDir
    Path temp = Path.of("");
    private final List<Process> processes = new ArrayList<>();
    private final List<Engine> engines = new ArrayList<>();
    private TestContent content;

    @BeforeEach
    void makeContent() throws Exception {
        Programs.assumeRuns("python3-libtorrent", "/usr/bin/python3", "-c", "import libtorrent");
        content = TestContent.make(Files.createDirectories(temp.resolve("source")), 9, 700_000, 1,
                2_345_678);
        Files.write(temp.resolve("content.torrent"), content.metainfo().encoded());
    }

    @AfterEach
    void end() {
        engines.forEach(Engine::close);
        processes.forEach(Process::destroyForcibly);
    }

    /** Starts libtorrent; returns the port that it listens on. */
    private int libtorrent(Path directory, String role, Integer... peers) throws IOException {
        List<String> command = new ArrayList<>(List.of("/usr/bin/python3", "-c", LIBTORRENT,
                temp.resolve("content.torrent").toString(), directory.toString(), role));
        Arrays.stream(peers).map(Object::toString).forEach(command::add);
        processes.add(new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(temp.resolve(role + ".log").toFile()).start());
        awaitSaid(role, "port ");
        return Integer.parseInt(Files.readAllLines(temp.resolve(role + ".log")).getFirst()
                .substring("port ".length()));
    }

    private void awaitConnected(String role) {
        awaitSaid(role, "connected");
    }

    private void awaitSaid(String role, String word) {
        await().atMost(40, TimeUnit.SECONDS)
                .until(() -> Files.readString(temp.resolve(role + ".log")).contains(word));
    }

    private Swarm ours(Path directory, SwarmOptions options, Integer... peers)
            throws IOException {
        Engine engine = engine();
        Swarm swarm = engine.add(content.metainfo(), directory,
                temp.resolve("state" + engines.size()), options);
        swarm.addPeers(Arrays.stream(peers).map(PexInteropTest::at).toList());
        return swarm;
    }

    private Engine engine() throws IOException {
        Engine engine = Engine.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new OpenGate());
        engines.add(engine);
        return engine;
    }

    private static PeerAddress at(int port) {
        return PeerAddress.tcp(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    private int port() {
        return engines.getLast().listenAddress().getPort();
    }

    private Swarm ourMiddle(Integer... peers) throws IOException {
        Swarm swarm = ours(temp.resolve("middle"), SwarmOptions.downloading(), peers);
        swarm.limit(new RateSchedules(RateSchedule.OFF, RateSchedule.always(1)));
        return swarm;
    }

    private void theirLeechGetsItThrough(int middle) throws Exception {
        libtorrent(temp.resolve("theirs"), "leech", middle);
        assertThat(processes.getLast().waitFor(180, TimeUnit.SECONDS)).isTrue();
        content.assertIn(temp.resolve("theirs"));
    }

    private void ourLeechGetsItThrough(int middle) throws Exception {
        awaitComplete(ours(temp.resolve("ours"), SwarmOptions.downloading(), middle));
    }

    private void awaitComplete(Swarm ours) throws Exception {
        await().atMost(180, TimeUnit.SECONDS).untilAsserted(() -> assertThat(ours.completion())
                .as("%s", ours.status()).isCompleted());
        content.assertIn(temp.resolve("ours"));
    }

    @Test
    void namesDialledSeedToLibtorrent() throws Exception {
        int seed = libtorrent(content.directory(), "seed");
        ourMiddle(seed);
        awaitConnected("seed");
        theirLeechGetsItThrough(port());
    }

    @Test
    void namesIncomingSeedToLibtorrent() throws Exception {
        ourMiddle();
        libtorrent(content.directory(), "seed", port());
        awaitConnected("seed");
        theirLeechGetsItThrough(port());
    }

    @Test
    void dialsSeedThatLibtorrentDialled() throws Exception {
        ours(content.directory(), SwarmOptions.seedingInPlace());
        int middle = libtorrent(temp.resolve("middle"), "middle", port());
        awaitConnected("middle");
        ourLeechGetsItThrough(middle);
    }

    @Test
    void dialsSeedThatDialledLibtorrent() throws Exception {
        int middle = libtorrent(temp.resolve("middle"), "middle");
        ours(content.directory(), SwarmOptions.seedingInPlace(), middle);
        awaitConnected("middle");
        ourLeechGetsItThrough(middle);
    }

    @Test
    void dialsSeedNamedByLibtorrentAfterMagnetLink() throws Exception {
        int seed = libtorrent(content.directory(), "deaf");
        int middle = libtorrent(temp.resolve("middle"), "middle", seed);
        awaitConnected("middle");
        Engine engine = engine();
        Swarm swarm = engine.add(MagnetLink.of(content.metainfo()), temp.resolve("ours"),
                temp.resolve("link-state"), SwarmOptions.downloading());
        swarm.addPeers(List.of(at(middle)));
        awaitComplete(swarm);
    }

    @Test
    void dialsLibtorrentSeedNamedByLibtorrent() throws Exception {
        int seed = libtorrent(content.directory(), "deaf");
        int middle = libtorrent(temp.resolve("middle"), "middle", seed);
        awaitConnected("middle");
        ourLeechGetsItThrough(middle);
    }
}

package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.engine.StockClients.Running;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.metainfo.MagnetLink;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.gridtorrent.testing.NginxServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Web seeds (BEP 19) of nginx, with other clients: they fetch from torrents that we made, and we from torrents
 * that they made.
 *
 * <p>Tests of programs that are not installed are skipped.
 */
@Execution(ExecutionMode.CONCURRENT)
@SuppressWarnings("NullAway.Init") // set by each test
final class WebSeedInteropTest {
    private static final String LIBTORRENT = """
            import libtorrent as lt, sys, time
            s = lt.session({'listen_interfaces': '127.0.0.1:0', 'enable_dht': False,
                'enable_lsd': False, 'enable_upnp': False, 'enable_natpmp': False})
            t = s.add_torrent({'ti': lt.torrent_info(sys.argv[1]), 'save_path': sys.argv[2]})
            end = time.time() + 60
            while time.time() < end and not t.status().is_seeding:
                time.sleep(0.1)
            """;
    /** Script that makes a padded torrent for both versions, with web seeds. */
    private static final String LIBTORRENT_CREATE = """
            import libtorrent as lt, os, sys
            files = lt.file_storage()
            lt.add_files(files, sys.argv[1])
            torrent = lt.create_torrent(files, 32768)
            for seed in sys.argv[3:]:
                torrent.add_url_seed(seed)
            lt.set_piece_hashes(torrent, os.path.dirname(sys.argv[1]))
            open(sys.argv[2], 'wb').write(lt.bencode(torrent.generate()))
            """;
    private static final String PYTHON = "/usr/bin/python3";

    @TempDir
    Path temp = Path.of("");
    private TestContent content;
    private Path root;
    private NginxServer one;
    private NginxServer other;
    private StockClients clients;

    /** Content of several files in folders, or of a single file. */
    enum Shape {
        FOLDER, FILE
    }

    private void given(Shape shape) throws Exception {
        Path folder = Files.createDirectories(temp.resolve("source"));
        root = folder.resolve("ice cores +1");
        switch (shape) {
            case FOLDER -> {
                write(root.resolve("a b.dat"), 700_001);
                write(root.resolve("raw/ünter #1%20.dat"), 2_345_678);
                write(root.resolve("raw/c&d=e;f.dat"), 16_385);
            }
            case FILE -> write(root, 3_062_063);
        }
        content = TestContent.of(folder, root);
        one = NginxServer.serving(Files.createDirectories(temp.resolve("one")), folder);
        other = NginxServer.serving(Files.createDirectories(temp.resolve("other")), folder);
        clients = new StockClients(temp);
    }

    private static void write(Path file, int length) throws Exception {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        Files.createDirectories(file.resolveSibling("."));
        Files.write(file, bytes);
    }

    @AfterEach
    void end() {
        if (clients != null) {
            one.close();
            other.close();
            clients.close();
        }
    }

    /** Without padding, which aria2 would ask of the web seeds. */
    private Metainfo ours() throws Exception {
        return new MetainfoBuilder(root).pieceLength(TestContent.PIECE_LENGTH)
                .webSeed(one.uri("/")).webSeed(other.uri("/")).build().metainfo();
    }

    private void theyFetched(Running client) throws Exception {
        assertThat(client.process().waitFor(60, TimeUnit.SECONDS)).isTrue();
        content.assertIn(temp.resolve("theirs"));
        assertThat(one.rangesServed() + other.rangesServed()).isPositive();
    }

    private void weFetch(Metainfo metainfo) throws Exception {
        try (Engine engine = engine()) {
            Swarm swarm = engine.add(metainfo, temp.resolve("ours"), temp.resolve("state"),
                    SwarmOptions.downloading());
            swarm.completion().get(60, TimeUnit.SECONDS);
        }
        content.assertIn(temp.resolve("ours"));
        assertThat(one.rangesServed()).isPositive();
        assertThat(other.rangesServed()).isPositive();
    }

    private static Engine engine() throws Exception {
        return Engine.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new OpenGate());
    }

    @ParameterizedTest
    @EnumSource
    void libtorrentFetchesFromTheWebSeedsOfOurTorrent(Shape shape) throws Exception {
        Programs.assumeRuns("python3-libtorrent", PYTHON, "-c", "import libtorrent");
        given(shape);
        Path torrent = Files.write(temp.resolve("our.torrent"), ours().encoded());
        theyFetched(clients.run(PYTHON, "-c", LIBTORRENT, torrent.toString(),
                temp.resolve("theirs").toString()));
    }

    @ParameterizedTest
    @EnumSource
    void aria2FetchesFromTheWebSeedsOfOurTorrent(Shape shape) throws Exception {
        given(shape);
        Path torrent = Files.write(temp.resolve("our.torrent"), ours().encoded());
        theyFetched(clients.aria2(StockClients.freeAddress(InetAddress.getLoopbackAddress()),
                torrent.toString(), temp.resolve("theirs"), "--seed-time=0"));
    }

    @ParameterizedTest
    @EnumSource
    void weFetchFromTheWebSeedsOfATorrentByLibtorrent(Shape shape) throws Exception {
        Programs.assumeRuns("python3-libtorrent", PYTHON, "-c", "import libtorrent");
        given(shape);
        Path torrent = temp.resolve("their.torrent");
        create(PYTHON, "-c", LIBTORRENT_CREATE, root.toString(), torrent.toString(),
                one.uri("/").toString(), other.uri("/").toString());
        weFetch(Metainfo.parse(Files.readAllBytes(torrent)));
    }

    @ParameterizedTest
    @EnumSource
    void weFetchFromTheWebSeedsOfATorrentByMktorrent(Shape shape) throws Exception {
        Programs.assumeRuns("mktorrent", "mktorrent", "-h");
        given(shape);
        Path torrent = temp.resolve("their.torrent");
        create("mktorrent", "-l", "15", "-o", torrent.toString(), "-w",
                one.uri("/") + "," + other.uri("/"), root.toString());
        weFetch(Metainfo.parse(Files.readAllBytes(torrent)));
    }

    private void create(String... command) throws Exception {
        Running creator = clients.run(command);
        assertThat(creator.process().waitFor()).as(creator::logTail).isZero();
    }

    /** A peer gives the metadata, and has no pieces itself. */
    @Test
    void weFetchFromTheWebSeedsOfALink() throws Exception {
        given(Shape.FOLDER);
        Metainfo metainfo = ours();
        MagnetLink link = MagnetLink.parse(MagnetLink.of(metainfo).toString());
        assertThat(link.webSeeds()).hasSize(2);
        try (Engine peer = engine(); Engine engine = engine()) {
            peer.add(metainfo.infoOnly(), temp.resolve("elsewhere"), temp.resolve("peer"),
                    SwarmOptions.downloading());
            Swarm swarm = engine.add(link, temp.resolve("ours"), temp.resolve("state"),
                    SwarmOptions.downloading());
            swarm.addPeers(List.of(PeerAddress.tcp(peer.listenAddress())));
            swarm.completion().get(60, TimeUnit.SECONDS);
        }
        content.assertIn(temp.resolve("ours"));
        assertThat(one.rangesServed() + other.rangesServed()).isPositive();
    }
}

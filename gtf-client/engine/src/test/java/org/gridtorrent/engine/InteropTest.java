package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.gridtorrent.engine.StockClients.Running;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.metainfo.MagnetLink;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoFile;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Transfers between the engine and other clients, over loopback.
 *
 * <p>Tests of clients that are not installed are skipped. All run at once, since clients mostly wait:
 * Transmission uploads only after ten seconds.
 */
@Execution(ExecutionMode.CONCURRENT)
@SuppressWarnings("NullAway.Init") // set before each test
final class InteropTest {
    private static final String LIBTORRENT = """
            import libtorrent as lt, sys, time
            s = lt.session({'listen_interfaces': '127.0.0.1:' + sys.argv[3],
                'enable_dht': False, 'enable_lsd': False, 'enable_upnp': False,
                'enable_natpmp': False})
            if sys.argv[1].startswith('magnet:'):
                p = lt.parse_magnet_uri(sys.argv[1])
                p.save_path = sys.argv[2]
            else:
                p = {'ti': lt.torrent_info(sys.argv[1]), 'save_path': sys.argv[2]}
            t = s.add_torrent(p)
            end = time.time() + 60
            while time.time() < end and not (sys.argv[4] == 'leech' and t.status().is_seeding):
                time.sleep(0.1)
            """;
    /** Script that makes a padded hybrid torrent. */
    private static final String HYBRID = """
            import libtorrent as lt, sys
            files = lt.file_storage()
            lt.add_files(files, sys.argv[1] + '/content')
            torrent = lt.create_torrent(files, 32768)
            lt.set_piece_hashes(torrent, sys.argv[1])
            open(sys.argv[2], 'wb').write(lt.bencode(torrent.generate()))
            """;
    private static final int MOST_STARTS = 5;

    @TempDir
    Path temp = Path.of("");
    private TestContent content;
    private Metainfo metainfo;
    /** A .torrent file or a magnet link. */
    private String source;
    private StockClients clients;
    /** The client started last. */
    private Running client;
    private Engine engine;

    /** Content of several files in folders, or of a single file. */
    enum Shape {
        FOLDER, FILE
    }

    @BeforeEach
    void begin() throws IOException {
        clients = new StockClients(temp);
        engine = Engine.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new OpenGate());
    }

    @AfterEach
    void end() {
        engine.close();
        clients.close();
    }

    private void given(Shape shape) throws IOException {
        Path folder = Files.createDirectories(temp.resolve("source"));
        content = switch (shape) {
            case FOLDER -> TestContent.make(folder, 9, 700_000, 1, 16384, 2_345_678);
            case FILE -> TestContent.makeFile(folder, 9, 3_062_063);
        };
        metainfo = content.metainfo();
        source = Files.write(temp.resolve("content.torrent"), metainfo.encoded()).toString();
    }

    private static InetSocketAddress freeAddress() throws IOException {
        return StockClients.freeAddress(InetAddress.getLoopbackAddress());
    }

    private void ourLeechGetsItFrom(InetSocketAddress theirs) throws Exception {
        fetched(engine.add(metainfo, temp.resolve("ours"), temp.resolve("state"),
                SwarmOptions.downloading()), theirs);
    }

    private void ourLeechGetsItByMagnetFrom(InetSocketAddress theirs) throws Exception {
        fetched(engine.add(MagnetLink.of(metainfo), temp.resolve("ours"), temp.resolve("state"),
                SwarmOptions.downloading()), theirs);
    }

    private void fetched(Swarm swarm, InetSocketAddress theirs) throws Exception {
        swarm.addPeers(List.of(PeerAddress.tcp(theirs)));
        swarm.completion().get(40, TimeUnit.SECONDS);
        content.assertIn(temp.resolve("ours"));
    }

    private Swarm ourSeedServes(InetSocketAddress theirs) {
        Swarm swarm = engine.add(metainfo, content.directory(), temp.resolve("state"),
                SwarmOptions.seedingInPlace());
        swarm.addPeers(List.of(PeerAddress.tcp(theirs)));
        return swarm;
    }

    private void ourSeedGivesItTo(InetSocketAddress theirs) throws Exception {
        var _ = ourSeedServes(theirs);
        assertThat(client.process().waitFor(40, TimeUnit.SECONDS)).isTrue();
        content.assertIn(temp.resolve("theirs"));
    }

    /**
     * Whether Transmission is complete, once it is or has ended. When it has received the metadata of a link
     * it pauses until its files are checked; transmission-cli, which polls five times a second, ends when it
     * sees a pause.
     */
    private boolean finished() {
        await().atMost(120, TimeUnit.SECONDS)
                .until(() -> client.hasEverything() || !client.process().isAlive());
        return client.hasEverything();
    }

    private void transmissionGetsEverything() throws Exception {
        await().atMost(120, TimeUnit.SECONDS).pollInterval(StockClients.LOG_READ_AGAIN)
                .untilAsserted(() -> assertThat(client.hasEverything())
                        .as(() -> client + " said last: " + client.logTail()).isTrue());
        content.assertIn(temp.resolve("theirs"));
    }

    private InetSocketAddress libtorrent(Path directory, String role) throws Exception {
        Programs.assumeRuns("python3-libtorrent", "/usr/bin/python3", "-c", "import libtorrent");
        InetSocketAddress at = freeAddress();
        client = clients.run("/usr/bin/python3", "-c", LIBTORRENT, source, directory.toString(),
                Integer.toString(at.getPort()), role);
        return at;
    }

    private InetSocketAddress aria2(Path directory, String... more) throws Exception {
        InetSocketAddress at = freeAddress();
        client = clients.aria2(at, source, directory, more);
        return at;
    }

    private InetSocketAddress transmission(Path directory) throws Exception {
        InetSocketAddress at = freeAddress();
        client = clients.transmission(at, source, directory);
        return at;
    }

    /** The other client gets the magnet link alone. */
    private void useMagnetLink() {
        source = MagnetLink.of(metainfo).toString();
    }

    /** Padded as published content is, so that versions share pieces. */
    private void usePadding() throws Exception {
        given(Shape.FOLDER);
        metainfo = new MetainfoBuilder(content.directory().resolve("content"))
                .pieceLength(TestContent.PIECE_LENGTH).padded(true).build().metainfo();
        assertThat(metainfo.files()).anyMatch(MetainfoFile::isPadding);
        Files.write(Path.of(source), metainfo.encoded());
    }

    @Test
    void libtorrentDownloadsPaddedContent() throws Exception {
        usePadding();
        ourSeedGivesItTo(libtorrent(temp.resolve("theirs"), "leech"));
    }

    @Test
    void aria2FetchesWhatIsPadded() throws Exception {
        usePadding();
        ourSeedGivesItTo(aria2(temp.resolve("theirs"), "--seed-time=0"));
    }

    @Test
    void transmissionDownloadsPaddedContent() throws Exception {
        usePadding();
        var _ = ourSeedServes(transmission(temp.resolve("theirs")));
        transmissionGetsEverything();
    }

    @ParameterizedTest
    @EnumSource
    void libtorrentSeeds(Shape shape) throws Exception {
        given(shape);
        ourLeechGetsItFrom(libtorrent(content.directory(), "seed"));
    }

    @ParameterizedTest
    @EnumSource
    void libtorrentDownloads(Shape shape) throws Exception {
        given(shape);
        ourSeedGivesItTo(libtorrent(temp.resolve("theirs"), "leech"));
    }

    @ParameterizedTest
    @EnumSource
    void libtorrentSeedsToMagnetLink(Shape shape) throws Exception {
        given(shape);
        ourLeechGetsItByMagnetFrom(libtorrent(content.directory(), "seed"));
    }

    @ParameterizedTest
    @EnumSource
    void libtorrentDownloadsByMagnetFromPeerOfLink(Shape shape) throws Exception {
        given(shape);
        useMagnetLink();
        source += "&x.pe=127.0.0.1:" + engine.listenAddress().getPort();
        libtorrent(temp.resolve("theirs"), "leech");
        engine.add(metainfo, content.directory(), temp.resolve("state"),
                SwarmOptions.seedingInPlace());
        assertThat(client.process().waitFor(40, TimeUnit.SECONDS)).isTrue();
        content.assertIn(temp.resolve("theirs"));
    }

    @Test
    void libtorrentSeedsPaddedHybrid() throws Exception {
        given(Shape.FOLDER);
        Programs.assumeRuns("python3-libtorrent", "/usr/bin/python3", "-c", "import libtorrent");
        Path hybrid = temp.resolve("hybrid.torrent");
        assertThat(clients.run("/usr/bin/python3", "-c", HYBRID, content.directory().toString(),
                hybrid.toString()).process().waitFor()).isZero();
        source = hybrid.toString();
        metainfo = Metainfo.parse(Files.readAllBytes(hybrid));
        assertThat(metainfo.files()).anyMatch(MetainfoFile::isPadding);
        assertThat(metainfo.infoHashV2()).isPresent();
        assertThat(metainfo.files()).filteredOn(file -> !file.isPadding() && file.length() > 0)
                .allMatch(file -> file.root().isPresent());
        ourLeechGetsItByMagnetFrom(libtorrent(content.directory(), "seed"));
        try (Stream<Path> files = Files.walk(temp.resolve("ours"))) {
            assertThat(files.filter(Files::isRegularFile)).hasSize(4);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aria2Seeds(Shape shape) throws Exception {
        given(shape);
        ourLeechGetsItFrom(aria2(content.directory(), "--seed-ratio=0.0"));
    }

    @ParameterizedTest
    @EnumSource
    void aria2Fetches(Shape shape) throws Exception {
        given(shape);
        ourSeedGivesItTo(aria2(temp.resolve("theirs"), "--seed-time=0"));
    }

    @ParameterizedTest
    @EnumSource
    void aria2SeedsWhatALinkLeadsTo(Shape shape) throws Exception {
        given(shape);
        ourLeechGetsItByMagnetFrom(aria2(content.directory(), "--seed-ratio=0.0"));
    }

    @ParameterizedTest
    @EnumSource
    void aria2FetchesByMagnet(Shape shape) throws Exception {
        given(shape);
        useMagnetLink();
        ourSeedGivesItTo(aria2(temp.resolve("theirs"), "--seed-time=0"));
    }

    @ParameterizedTest
    @EnumSource
    void transmissionSeeds(Shape shape) throws Exception {
        given(shape);
        ourLeechGetsItFrom(transmission(content.directory()));
    }

    @ParameterizedTest
    @EnumSource
    void transmissionDownloads(Shape shape) throws Exception {
        given(shape);
        var _ = ourSeedServes(transmission(temp.resolve("theirs")));
        transmissionGetsEverything();
    }

    @ParameterizedTest
    @EnumSource
    void transmissionSeedsToMagnetLink(Shape shape) throws Exception {
        given(shape);
        ourLeechGetsItByMagnetFrom(transmission(content.directory()));
    }

    @ParameterizedTest
    @EnumSource
    void transmissionDownloadsByMagnet(Shape shape) throws Exception {
        given(shape);
        useMagnetLink();
        Swarm seed = ourSeedServes(transmission(temp.resolve("theirs")));
        for (int starts = 1; !finished() && starts < MOST_STARTS; starts++) {
            seed.addPeers(List.of(PeerAddress.tcp(transmission(temp.resolve("theirs")))));
        }
        transmissionGetsEverything();
    }
}

package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.gridtorrent.engine.piece.MissingPieces;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.status.PeerActivity;
import org.gridtorrent.engine.status.PeerActivity.IdleReason;
import org.gridtorrent.engine.status.PeerStatus;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.wire.Extension;
import org.gridtorrent.engine.wire.ExtensionHandshake;
import org.gridtorrent.engine.wire.Handshake;
import org.gridtorrent.engine.wire.MessageReader;
import org.gridtorrent.engine.wire.MessageWriter;
import org.gridtorrent.engine.wire.MetadataMessage;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.MagnetLink;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.bencode.Bencode;
import org.gridtorrent.metainfo.bencode.BencodeValue;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Downloads by magnet link over loopback. */
@SuppressWarnings("NullAway.Init") // set before all tests
final class MagnetTest {
    /** Empty files, the last ones. */
    private static final int FILES_WITH_LONG_PATHS = 45;
    private static final int FILES = 4 + FILES_WITH_LONG_PATHS;

    private static TestContent content;

    @TempDir
    Path temp = Path.of("");
    private final List<AutoCloseable> opened = new ArrayList<>();

    /** Content whose info dictionary takes three blocks. */
    @BeforeAll
    static void makeContent(@TempDir Path source) throws IOException {
        TestContent.make(source, 5, 1_000_000, 0, 1, 300_000);
        Path root = source.resolve("content");
        Path deep = Files.createDirectories(root.resolve("name".repeat(50))
                .resolve("name".repeat(50)).resolve("name".repeat(50)));
        for (int i = 0; i < FILES_WITH_LONG_PATHS; i++) {
            Files.createFile(deep.resolve("%0200d".formatted(i)));
        }
        content = TestContent.of(source, root);
        assertThat(content.metainfo().infoBytes().remaining())
                .isBetween(2 * MetadataMessage.BLOCK_LENGTH + 1, 3 * MetadataMessage.BLOCK_LENGTH);
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    private Engine engine() throws IOException {
        Engine engine = Engine.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new OpenGate());
        opened.add(engine);
        return engine;
    }

    private PeerAddress seed() throws IOException {
        Engine engine = engine();
        Swarm swarm = engine.add(content.metainfo(), content.directory(),
                temp.resolve("seed-state"), SwarmOptions.seedingInPlace());
        await().until(() -> swarm.status().phase() == SwarmPhase.SEEDING);
        return PeerAddress.tcp(engine.listenAddress());
    }

    private Swarm fetch(MagnetLink link, PeerAddress... peers) throws IOException {
        Swarm swarm = engine().add(link, temp.resolve("leech"), temp.resolve("leech-state"),
                SwarmOptions.downloading());
        swarm.addPeers(List.of(peers));
        return swarm;
    }

    private MagnetLink link() {
        return MagnetLink.of(content.metainfo());
    }

    private SwarmStatus completed(Swarm swarm) throws Exception {
        SwarmStatus done = swarm.completion().get(30, TimeUnit.SECONDS);
        try (Stream<Path> files = Files.walk(content.directory())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(temp.resolve("leech").resolve(content.directory().relativize(file)))
                        .hasSameBinaryContentAs(file);
            }
        }
        return done;
    }

    private static void awaitObstacle(Swarm swarm, Obstacle.Code code) {
        await().until(() -> swarm.status().obstacle().filter(told -> told.code() == code)
                .isPresent());
    }

    private MetadataMessage block(int block) {
        ByteBuffer info = content.metainfo().infoBytes();
        byte[] bytes = new byte[Math.min(MetadataMessage.BLOCK_LENGTH,
                info.capacity() - block * MetadataMessage.BLOCK_LENGTH)];
        info.get(block * MetadataMessage.BLOCK_LENGTH, bytes);
        return new MetadataMessage.Data(block, info.capacity(), bytes);
    }

    private MetadataMessage falseBlock(int block) {
        var data = (MetadataMessage.Data) block(block);
        data.bytes()[0] ^= 1;
        return data;
    }

    private ScriptedMetadataPeer stub(Function<Integer, Optional<MetadataMessage>> answers)
            throws IOException {
        ScriptedMetadataPeer stub = new ScriptedMetadataPeer(content.metainfo().infoHash(),
                content.metainfo().infoBytes().capacity(), answers);
        opened.add(stub);
        return stub;
    }

    @Test
    void downloadContinuesWithThePeersOfTheMetadata() throws Exception {
        SwarmStatus done = completed(fetch(link(), seed()));
        assertThat(done.name()).isEqualTo(content.metainfo().name());
        assertThat(done.peersEverConnected()).isEqualTo(1);
    }

    private Path fetched(int file) {
        return content.metainfo().files().get(file).path().under(temp.resolve("leech"));
    }

    private Path original(int file) {
        return content.metainfo().files().get(file).path().under(content.directory());
    }

    @Test
    void selectionOfTheLinkHolds_alsoAfterARestart() throws Exception {
        MagnetLink some = MagnetLink.parse(link() + "&so=1,3-999999999");
        SwarmStatus done = fetch(some, seed()).completion().get(30, TimeUnit.SECONDS);
        for (int file : List.of(1, 3)) {
            assertThat(fetched(file)).hasSameBinaryContentAs(original(file));
        }
        assertThat(done.bytesVerified()).isBetween(300_000L, 340_000L);
        assertThat(done.bytesWhenComplete()).isEqualTo(done.bytesVerified());
        ((Engine) opened.getLast()).close();
        SwarmStatus again = fetch(some).completion().get(30, TimeUnit.SECONDS);
        assertThat(again.bytesVerified()).isEqualTo(done.bytesVerified());
    }

    @Test
    void linkThatSelectsNoExistingFileIsRejected() throws Exception {
        Swarm swarm = fetch(MagnetLink.parse(link() + "&so=" + FILES + ",67-69"), seed());
        assertThatThrownBy(() -> swarm.completion().get(30, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class);
        awaitObstacle(swarm, Obstacle.Code.BAD_METAINFO);
        var refused = (Obstacle.BadMetainfo) swarm.status().obstacle().orElseThrow();
        assertThat(refused.detail())
                .contains("none of its " + FILES + " files (so=" + FILES + ",67-69)");
    }

    @Test
    void nothingIsSavedOfMetainfoThatTheCheckRejects() throws Exception {
        Path state = temp.resolve("leech-state");
        Swarm swarm = engine().add(link(), temp.resolve("leech"), state,
                SwarmOptions.downloading(), _ -> {
                    throw new IOException("it is not wanted");
                });
        swarm.addPeers(List.of(seed()));
        assertThatThrownBy(() -> swarm.completion().get(30, TimeUnit.SECONDS))
                .hasMessageContaining("it is not wanted");
        assertThat(state).doesNotExist();
    }

    @Test
    void peerThatCannotSendMetadataIsNotReportedToSendIt() throws Exception {
        Swarm swarm = fetch(link());
        opened.add(new RecordingPeer(content.metainfo(),
                ((Engine) opened.getLast()).listenAddress(), 0));
        await().until(() -> !swarm.status().peers().isEmpty());
        assertThat(swarm.status().peers()).extracting(PeerStatus::activity)
                .containsExactly(new PeerActivity.Idle(IdleReason.HAS_NOTHING_MISSING));
    }

    @Test
    void peersOfTheLinkAreDialled() throws Exception {
        MagnetLink link = MagnetLink
                .parse(link() + "&x.pe=127.0.0.1:" + seed().address().getPort());
        completed(fetch(link));
    }

    @Test
    void trackerOfTheLinkGetsANonZeroLeft() throws Exception {
        byte[] ip = InetAddress.getLoopbackAddress().getAddress();
        int port = seed().address().getPort();
        byte[] peer = ByteBuffer.allocate(6).put(ip).putShort((short) port).array();
        List<String> queries = new CopyOnWriteArrayList<>();
        HttpServer tracker = HttpServer
                .create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        tracker.createContext("/", exchange -> {
            queries.add(exchange.getRequestURI().getRawQuery());
            byte[] answer = Bencode.encode(Bencode.dictionary(Map.of("interval",
                    BencodeValue.of(60), "peers", BencodeValue.of(peer))));
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        tracker.start();
        opened.add(() -> tracker.stop(0));
        completed(fetch(MagnetLink.parse(link() + "&tr="
                + URI.create("http://127.0.0.1:" + tracker.getAddress().getPort() + "/announce"))));
        assertThat(queries.getFirst()).contains("event=started").doesNotContain("left=0&");
    }

    @Test
    void metainfoIsSavedForTheNextStart() throws Exception {
        Swarm first = fetch(link(), seed());
        await().atMost(20, TimeUnit.SECONDS)
                .until(() -> first.status().phase() == SwarmPhase.FETCHING
                        || first.completion().isDone());
        ((Engine) opened.getLast()).close();
        Swarm again = fetch(link());
        assertThat(again.metainfo()).map(Metainfo::infoHash)
                .contains(content.metainfo().infoHash());
        again.addPeers(List.of(seed()));
        completed(again);
    }

    @Test
    void damagedMetainfoIsDownloadedAgain() throws Exception {
        Path state = Files.createDirectories(temp.resolve("leech-state"));
        Files.write(state.resolve("metainfo.torrent"), new byte[100]);
        completed(fetch(link(), seed()));
        assertThat(Metainfo.parse(Files.readAllBytes(state.resolve("metainfo.torrent"))).infoHash())
                .isEqualTo(content.metainfo().infoHash());
    }

    @Test
    void existingDataIsNotDownloadedAgain() throws Exception {
        Path one = content.metainfo().files().getFirst().path().under(temp.resolve("leech"));
        Files.createDirectories(one.getParent());
        Files.copy(content.metainfo().files().getFirst().path().under(content.directory()), one);
        SwarmStatus done = completed(fetch(link(), seed()));
        assertThat(done.downloaded()).isLessThan(400_000);
    }

    @Test
    void peerWithFalseMetadataIsBanned_andAnHonestOneServes() throws Exception {
        ScriptedMetadataPeer corruptPeer = stub(block -> Optional.of(falseBlock(block)));
        Swarm swarm = fetch(link(), corruptPeer.address());
        corruptPeer.closedByEngine().get(20, TimeUnit.SECONDS);
        assertThat(swarm.status().phase()).isEqualTo(SwarmPhase.METADATA);
        swarm.addPeers(List.of(corruptPeer.address(), seed()));
        completed(swarm);
        assertThat(corruptPeer.connections()).isEqualTo(1);
    }

    /** Peer that claims a long info dictionary, and sends garbage for a block now and then. */
    private ScriptedMetadataPeer trickling(CountDownLatch over) throws IOException {
        int claimed = 90 << 20;
        ScriptedMetadataPeer stub = new ScriptedMetadataPeer(content.metainfo().infoHash(), claimed,
                block -> {
                    try {
                        var _ = over.await(5, TimeUnit.SECONDS);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    return Optional.of(new MetadataMessage.Data(block, claimed,
                            new byte[MetadataMessage.BLOCK_LENGTH]));
                });
        opened.add(stub);
        return stub;
    }

    @Test
    void slowPeersWithGreatLengthsDoNotBlockAnHonestPeer() throws Exception {
        var over = new CountDownLatch(1);
        opened.add(over::countDown);
        ScriptedMetadataPeer one = trickling(over);
        ScriptedMetadataPeer other = trickling(over);
        Swarm swarm = fetch(link(), one.address(), other.address());
        await().until(() -> one.requests() > 0 && other.requests() > 0);
        swarm.addPeers(List.of(seed()));
        completed(swarm);
    }

    @Test
    void metadataMayComeFromAPeerWithoutPieces() throws Exception {
        ScriptedMetadataPeer one = stub(block -> Optional.of(block(block)));
        Swarm swarm = fetch(link(), one.address());
        await().atMost(20, TimeUnit.SECONDS).until(() -> swarm.metainfo().isPresent());
        awaitObstacle(swarm, Obstacle.Code.NOBODY_HAS_IT);
        var why = (Obstacle.NobodyHasPieces) swarm.status().obstacle().orElseThrow();
        int pieces = content.metainfo().pieceCount();
        assertThat(why.peers()).isEqualTo(1);
        assertThat(why.pieces().ranges()).containsExactly(new MissingPieces.Range(0, pieces - 1));
        assertThat(why.pieces().pieces()).isEqualTo(pieces);
        assertThat(one.requests()).isEqualTo(3);
        swarm.addPeers(List.of(seed()));
        completed(swarm);
    }

    private ScriptedMetadataPeer privateMetadataPeer(Metainfo secret) throws IOException {
        return privateMetadataPeer(secret, CompletableFuture.completedFuture(null));
    }

    /** Peer without pieces that sends private metadata once it may. */
    private ScriptedMetadataPeer privateMetadataPeer(Metainfo secret, CompletableFuture<Void> may)
            throws IOException {
        byte[] info = new byte[secret.infoBytes().remaining()];
        secret.infoBytes().get(info);
        ScriptedMetadataPeer stub = new ScriptedMetadataPeer(secret.infoHash(), info.length,
                block -> {
                    may.join();
                    return Optional.of(new MetadataMessage.Data(block, info.length, info));
                });
        opened.add(stub);
        return stub;
    }

    private Metainfo secret() throws Exception {
        return new MetainfoBuilder(content.directory().resolve("content/folder0"))
                .pieceLength(1 << 20).privateTorrent(true).build().metainfo();
    }

    private static MagnetLink naming(ScriptedMetadataPeer peer, Metainfo metainfo)
            throws Exception {
        return MagnetLink.parse("magnet:?xt=urn:btih:" + metainfo.infoHash().hex()
                + "&x.pe=127.0.0.1:" + peer.address().address().getPort());
    }

    @Test
    void privateTorrentDropsPeersOfTheLinkAlone() throws Exception {
        Metainfo secret = secret();
        ScriptedMetadataPeer named = privateMetadataPeer(secret);
        Swarm swarm = fetch(naming(named, secret));
        named.closedByEngine().get(20, TimeUnit.SECONDS);
        await().atMost(20, TimeUnit.SECONDS).until(() -> swarm.metainfo().isPresent());
        awaitObstacle(swarm, Obstacle.Code.NO_PEERS);
        assertThat(named.connections()).isEqualTo(1);
    }

    @Test
    void privateTorrentKeepsPeersNamedBesideTheLink() throws Exception {
        Metainfo secret = secret();
        var isNamed = new CompletableFuture<Void>();
        ScriptedMetadataPeer named = privateMetadataPeer(secret, isNamed);
        Swarm swarm = fetch(naming(named, secret), named.address());
        isNamed.complete(null);
        await().atMost(20, TimeUnit.SECONDS).until(() -> swarm.metainfo().isPresent());
        awaitObstacle(swarm, Obstacle.Code.NOBODY_HAS_IT);
        assertThat(named.connections()).isEqualTo(1);
    }

    @Test
    void statusNamesASilentPeer() throws Exception {
        try (var mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            var silent = PeerAddress.tcp((InetSocketAddress) mute.getLocalSocketAddress());
            Swarm swarm = fetch(link(), silent);
            await().untilAsserted(() -> assertThat(swarm.status().obstacle())
                    .contains(new Obstacle.NoHandshake(silent, 0)));
        }
    }

    @Test
    void statusReportsWhatItWaitsFor() throws Exception {
        Swarm swarm = fetch(MagnetLink.parse(
                "magnet:?dn=Ice&xt=urn:btih:" + content.metainfo().infoHash().hex()));
        assertThat(swarm.status().phase()).isEqualTo(SwarmPhase.METADATA);
        assertThat(swarm.status().name()).isEqualTo("Ice");
        awaitObstacle(swarm, Obstacle.Code.NO_PEERS);
        ScriptedMetadataPeer mute = stub(block -> Optional.of(new MetadataMessage.Reject(block)));
        swarm.addPeers(List.of(mute.address()));
        awaitObstacle(swarm, Obstacle.Code.NO_ANSWER);
        ((Engine) opened.get(0)).close();
        assertThat(swarm.status().phase()).isEqualTo(SwarmPhase.STOPPED);
        assertThat(swarm.completion()).isCompletedExceptionally();
    }

    @Test
    void rejectedMetainfoFailsTheSwarmWithTheReason() throws Exception {
        byte[] info = Bencode.encode(Bencode.dictionary(Map.of(
                "name", BencodeValue.of("../up"), "length", BencodeValue.of(5),
                "piece length", BencodeValue.of(16384),
                "pieces", BencodeValue.of(new byte[20]))));
        InfoHash hash = InfoHash.of(MessageDigest.getInstance("SHA-1").digest(info));
        ScriptedMetadataPeer stub = new ScriptedMetadataPeer(hash, info.length,
                block -> Optional.of(new MetadataMessage.Data(block, info.length, info)));
        opened.add(stub);
        Swarm swarm = fetch(MagnetLink.parse("magnet:?xt=urn:btih:" + hash), stub.address());
        assertThatThrownBy(() -> swarm.completion().get(20, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class);
        assertThat(swarm.status().obstacle().orElseThrow().code())
                .isEqualTo(Obstacle.Code.BAD_METAINFO);
        assertThat(temp.resolve("leech-state")).doesNotExist();
    }

    /** Messages that a peer without identity gets for metadata requests. */
    private List<PeerMessage> responsesWithoutIdentity(Metainfo metainfo, PeerAddress seed,
            int requests)
            throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(seed.address());
            Handshake.ours(metainfo.infoHash(), PeerId.random(new SplittableRandom(9)))
                    .write(socket.getOutputStream());
            Handshake.read(socket.getInputStream());
            var writer = new MessageWriter(socket.getOutputStream());
            writer.write(new PeerMessage.HaveNone());
            writer.write(new ExtensionHandshake(Map.of(Extension.METADATA, 4), Optional.empty(),
                    Optional.empty(), 0, Optional.empty(), Optional.empty(), Optional.empty())
                    .toMessage());
            for (int i = 0; i < requests; i++) {
                writer.write(new MetadataMessage.Request(0).toMessage(Extension.METADATA.ownId()));
            }
            writer.flush();
            var reader = MessageReader.withoutLayout(socket.getInputStream());
            List<PeerMessage> told = new ArrayList<>();
            while (told.stream().filter(
                    message -> message instanceof PeerMessage.Extended(int id, _) && id == 4)
                    .count() < requests) {
                told.addAll(reader.readBatch());
            }
            return told;
        }
    }

    private static List<MetadataMessage> metadata(List<PeerMessage> told) throws IOException {
        List<MetadataMessage> messages = new ArrayList<>();
        for (PeerMessage message : told) {
            if (message instanceof PeerMessage.Extended(int id, byte[] payload) && id == 4) {
                messages.add(MetadataMessage.parse(payload).orElseThrow());
            }
        }
        return messages;
    }

    private static ExtensionHandshake extensionHandshake(List<PeerMessage> told)
            throws IOException {
        for (PeerMessage message : told) {
            if (message instanceof PeerMessage.Extended(int id, byte[] payload) && id == 0) {
                return ExtensionHandshake.parse(payload);
            }
        }
        throw new AssertionError("no introduction");
    }

    @Test
    void metadataIsServedWithinLimits() throws Exception {
        List<PeerMessage> told = responsesWithoutIdentity(content.metainfo(), seed(), 40);
        assertThat(extensionHandshake(told).metadataLength())
                .contains(content.metainfo().infoBytes().capacity());
        assertThat(extensionHandshake(told).uploadOnly()).contains(true);
        assertThat(metadata(told)).filteredOn(MetadataMessage.Data.class::isInstance)
                .hasSize(4 * 3);
    }

    @Test
    void privateMetadataIsNotServedToStrangers() throws Exception {
        Path root = Files.write(temp.resolve("secret"), new byte[100_000]);
        Metainfo metainfo = new MetainfoBuilder(root).privateTorrent(true).build().metainfo();
        Engine engine = engine();
        Swarm swarm = engine.add(metainfo, temp, temp.resolve("secret-state"),
                SwarmOptions.seedingInPlace());
        await().until(() -> swarm.status().phase() == SwarmPhase.SEEDING);
        List<PeerMessage> told = responsesWithoutIdentity(metainfo,
                PeerAddress.tcp(engine.listenAddress()), 2);
        assertThat(extensionHandshake(told).metadataLength()).isEmpty();
        assertThat(extensionHandshake(told).extensions()).containsEntry(Extension.METADATA, 0);
        assertThat(metadata(told)).hasOnlyElementsOfType(MetadataMessage.Reject.class);
        assertThat(told).noneMatch(PeerMessage.Piece.class::isInstance);
    }
}

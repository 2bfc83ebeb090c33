package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.gridtorrent.engine.ScriptedSeed.Answer;
import org.gridtorrent.engine.choke.ChokeMode;
import org.gridtorrent.engine.download.DownloadMode;
import org.gridtorrent.engine.limit.RateSchedule;
import org.gridtorrent.engine.limit.RateSchedules;
import org.gridtorrent.engine.peers.PeerPriority;
import org.gridtorrent.engine.picker.FileSelection;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.Connection;
import org.gridtorrent.engine.transport.Gate;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.PeerIdentity;
import org.gridtorrent.engine.transport.TcpTransport;
import org.gridtorrent.engine.wire.Extension;
import org.gridtorrent.engine.wire.ExtensionHandshake;
import org.gridtorrent.engine.wire.Handshake;
import org.gridtorrent.engine.wire.MetadataMessage;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.engine.wire.PexMessage;
import org.gridtorrent.engine.wire.PexMessage.Contact;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.MagnetLink;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Peer exchange, upload-only and peer priority, over loopback (BEP 11, 21, 40). */
@SuppressWarnings("NullAway.Init") // set before each test
final class PexTest {
    @TempDir
    Path temp = Path.of("");
    private final List<AutoCloseable> opened = new ArrayList<>();
    private TestContent content;
    private final ShiftedClock clock = new ShiftedClock();
    private Metainfo metainfo;
    private Engine engine;
    private Swarm swarm;

    /** Gate that gives each peer an identity. */
    private static final class IdentifyingGate implements Gate {
        private final AtomicInteger devices = new AtomicInteger();

        private Connection identified(Connection raw) throws IOException {
            return raw.securedBy(raw.socket(),
                    new PeerIdentity("somebody", "machine" + devices.incrementAndGet()));
        }

        @Override
        public Connection outgoing(Connection raw, InfoHash content, byte[] handshake)
                throws IOException {
            raw.output().write(handshake);
            raw.output().flush();
            return identified(raw);
        }

        @Override
        public Incoming incoming(Connection raw) throws IOException {
            return new Incoming(identified(raw), content -> true);
        }

        @Override
        public boolean stillAdmitted(Connection connection, InfoHash content) {
            return true;
        }
    }

    /** Gate that admits peers without an identity, and not every peer. */
    private static final class AnonymousGate implements Gate {
        @Override
        public Connection outgoing(Connection raw, InfoHash content, byte[] handshake)
                throws IOException {
            raw.output().write(handshake);
            raw.output().flush();
            return raw;
        }

        @Override
        public Incoming incoming(Connection raw) {
            return new Incoming(raw, content -> true);
        }

        @Override
        public boolean stillAdmitted(Connection connection, InfoHash content) {
            return true;
        }
    }

    @BeforeEach
    void makeContent() throws IOException {
        content = TestContent.make(Files.createDirectories(temp.resolve("source")), 5, 300_000,
                200_000);
        metainfo = content.metainfo();
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    private void open(Gate gate) throws IOException {
        engine = Engine.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), gate,
                List.of(new TcpTransport()), clock, new SplittableRandom(1));
        opened.add(engine);
    }

    private void startSeed(Gate gate, int maxPeers) throws IOException {
        open(gate);
        swarm = engine.add(metainfo, content.directory(), temp.resolve("state"),
                new SwarmOptions(DownloadMode.NOTHING, ChokeMode.COOPERATIVE, 40, maxPeers,
                        FileSelection.everything(), false, 1 << 20));
        await().until(() -> swarm.status().phase() == SwarmPhase.SEEDING);
    }

    private void startSeed() throws IOException {
        startSeed(new OpenGate(), 100);
    }

    private void startDownload(FileSelection selection) throws IOException {
        open(new OpenGate());
        swarm = engine.add(metainfo, temp.resolve("ours"), temp.resolve("state"),
                SwarmOptions.downloading().withSelection(selection));
        await().until(() -> swarm.status().phase() == SwarmPhase.FETCHING);
    }

    private RecordingPeer peer(int listenPort) throws IOException {
        RecordingPeer peer = new RecordingPeer(metainfo, engine.listenAddress(), listenPort);
        opened.add(peer);
        return peer;
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private static PexMessage of(InetSocketAddress... addresses) {
        return new PexMessage(
                List.of(addresses).stream().map(address -> new Contact(address, false, true))
                        .toList(),
                List.of());
    }

    /** One round collects new peers, a later one sends them to others. */
    private void passPexRounds(RecordingPeer peer) throws IOException {
        clock.later(Duration.ofSeconds(2));
        awaitHaveOf(peer);
        clock.later(Duration.ofSeconds(2));
        peer.send(new PeerMessage.Have(1));
    }

    /** Once this HAVE has taken effect, all earlier messages have too. */
    private SwarmStatus awaitHaveOf(RecordingPeer peer) throws IOException {
        peer.send(new PeerMessage.Have(0));
        return await().until(swarm::status, status -> status.peers().stream()
                .anyMatch(known -> known.pieceCount() == 1));
    }

    @Test
    void namesPeersByListenPort() throws Exception {
        startSeed();
        RecordingPeer one = peer(7001);
        RecordingPeer other = peer(7002);
        peer(0);
        assertThat(one.nextHandshake().extensions()).containsEntry(Extension.PEX,
                Extension.PEX.ownId());
        other.nextHandshake();
        passPexRounds(one);
        assertThat(one.nextPex()).isEqualTo(new PexMessage(
                List.of(new Contact(loopback(7002), false, false)), List.of()));
        assertThat(other.nextPex().added()).containsExactly(
                new Contact(loopback(7001), false, false));
    }

    @Test
    void flagsDialledPeersAsReachableAndSeedsAsSeeds() throws Exception {
        ScriptedSeed seed = new ScriptedSeed(content, _ -> Answer.NONE);
        opened.add(seed);
        startDownload(FileSelection.everything());
        swarm.addPeers(List.of(seed.address()));
        await().until(() -> swarm.status().peers().stream()
                .anyMatch(known -> known.pieceCount() == metainfo.pieceCount()));
        RecordingPeer peer = peer(7001);
        peer.nextHandshake();
        passPexRounds(peer);
        assertThat(peer.nextPex().added())
                .containsExactly(new Contact(seed.address().address(), true, true));
    }

    @Test
    void dialsNamedPeersButNotItself() throws Exception {
        startSeed();
        try (ServerSocket named = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            named.setSoTimeout(20_000);
            peer(0).sendPex(
                    of(engine.listenAddress(), loopback(0), loopback(named.getLocalPort())));
            try (Socket dialled = named.accept()) {
                assertThat(Handshake.read(dialled.getInputStream()).infoHash())
                        .isEqualTo(metainfo.infoHash());
            }
            assertThat(swarm.status().peersKnown()).isLessThanOrEqualTo(1);
        }
    }

    /** Peers are told of each other as before, but it can open connections to peers with an identity alone. */
    @Test
    void gateThatDoesNotAdmitEverybodyAddsNoPeersNamedByPex() throws Exception {
        startSeed(new AnonymousGate(), 100);
        RecordingPeer one = peer(7001);
        RecordingPeer other = peer(7002);
        assertThat(one.nextHandshake().extensions()).containsEntry(Extension.PEX,
                Extension.PEX.ownId());
        other.nextHandshake();
        int known = awaitHaveOf(one).peersKnown();
        one.sendPex(of(loopback(7003)));
        one.send(new PeerMessage.Have(1));
        await().until(
                () -> swarm.status().peers().stream().anyMatch(peer -> peer.pieceCount() == 2));
        assertThat(swarm.status().peersKnown()).isEqualTo(known);
        clock.later(Duration.ofSeconds(2));
        assertThat(other.nextPex().added())
                .containsExactly(new Contact(loopback(7001), false, false));
    }

    @Test
    void leechDownloadsFromPeerNamedByPex() throws Exception {
        startDownload(FileSelection.everything());
        swarm.limit(new RateSchedules(RateSchedule.OFF, RateSchedule.always(1))); // has nothing to give
        Engine seed = Engine.open(loopback(0), new OpenGate());
        opened.add(seed);
        Swarm seeding = seed.add(metainfo, content.directory(), temp.resolve("seed-state"),
                SwarmOptions.seedingInPlace());
        seeding.addPeers(List.of(PeerAddress.tcp(engine.listenAddress())));
        Engine leech = Engine.open(loopback(0), new OpenGate());
        opened.add(leech);
        Swarm downloading = leech.add(metainfo, temp.resolve("leech"), temp.resolve("leech-state"),
                SwarmOptions.downloading());
        downloading.addPeers(List.of(PeerAddress.tcp(engine.listenAddress())));
        downloading.completion().get(30, TimeUnit.SECONDS);
    }

    private void makePrivate() throws Exception {
        metainfo = new MetainfoBuilder(content.directory().resolve("content"))
                .pieceLength(TestContent.PIECE_LENGTH).privateTorrent(true).build().metainfo();
        content = new TestContent(content.directory(), metainfo, content.bytes());
    }

    @Test
    void exchangesNoPeersOfPrivateContent() throws Exception {
        makePrivate();
        startSeed();
        assertNoPexExchanged();
    }

    @Test
    void exchangesNoPeersWithIdentity() throws Exception {
        startSeed(new IdentifyingGate(), 100);
        assertNoPexExchanged();
    }

    private void assertNoPexExchanged() throws Exception {
        RecordingPeer one = peer(7001);
        RecordingPeer other = peer(7002);
        assertThat(one.nextHandshake().extensions()).doesNotContainKey(Extension.PEX);
        one.sendPex(of(loopback(7003)));
        one.send(new PeerMessage.Extended(Extension.PEX.ownId(), new byte[]{'x'}));
        assertThat(awaitHaveOf(one).peersKnown()).isZero();
        assertThat(one.hasReceivedPex() || other.hasReceivedPex()).isFalse();
        assertThat(one.closedByEngine()).isNotDone();
    }

    @Test
    void exchangesNoPeersWhileOnlyLinkIsKnown() throws Exception {
        makePrivate();
        open(new OpenGate());
        swarm = engine.add(MagnetLink.of(metainfo),
                temp.resolve("ours"), temp.resolve("state"), SwarmOptions.downloading());
        RecordingPeer peer = peer(7001);
        assertThat(peer.nextHandshake().extensions()).containsEntry(Extension.PEX, 0);
        ByteBuffer info = metainfo.infoBytes();
        byte[] bytes = new byte[info.capacity()];
        info.get(0, bytes);
        ScriptedMetadataPeer knows = new ScriptedMetadataPeer(metainfo.infoHash(), bytes.length,
                block -> Optional.of(new MetadataMessage.Data(block, bytes.length, bytes)));
        opened.add(knows);
        swarm.addPeers(List.of(knows.address()));
        assertThat(peer.nextHandshake().extensions()).as("it is known to be private")
                .doesNotContainKey(Extension.PEX);
    }

    @Test
    void closesPeerThatSendsMalformedPex() throws Exception {
        startSeed();
        RecordingPeer corruptPeer = peer(0);
        corruptPeer.send(new PeerMessage.Extended(Extension.PEX.ownId(), new byte[]{'x'}));
        corruptPeer.closedByEngine().get(20, TimeUnit.SECONDS);
    }

    @Test
    void closesPeerThatSendsPexTooOften() throws Exception {
        startSeed();
        RecordingPeer sender = peer(0);
        try {
            for (int i = 0; i < 100; i++) {
                sender.sendPex(of(loopback(7001)));
            }
        } catch (IOException e) {
            assertThat(e).isNotNull(); // closed while it was still telling
        }
        sender.closedByEngine().get(20, TimeUnit.SECONDS);
        assertThat(swarm.status().peersKnown()).isLessThanOrEqualTo(1);
    }

    @Test
    void announcesUploadOnlyAndItsEnd() throws Exception {
        ScriptedSeed seed = new ScriptedSeed(content, _ -> Answer.CORRECT);
        opened.add(seed);
        startDownload(FileSelection.only(List.of(0)));
        RecordingPeer peer = peer(0);
        assertThat(peer.nextHandshake().uploadOnly()).contains(false);
        swarm.addPeers(List.of(seed.address()));
        ExtensionHandshake partial = peer.nextHandshake();
        assertThat(partial.uploadOnly()).as("a partial seed").contains(true);
        assertThat(partial.extensions()).containsEntry(Extension.PEX, Extension.PEX.ownId())
                .containsEntry(Extension.METADATA, Extension.METADATA.ownId());
        swarm.select(FileSelection.everything());
        assertThat(peer.nextHandshake().uploadOnly()).contains(false);
        assertThat(peer.nextHandshake().uploadOnly()).as("a seed").contains(true);
        await().until(() -> swarm.status().bytesMissing() == 0);
    }

    @Test
    void seedDropsPeerThatIsUploadOnly() throws Exception {
        startSeed();
        RecordingPeer peer = peer(0);
        RecordingPeer partialSeed = peer(0);
        partialSeed.send(RecordingPeer.extensionHandshake(0, Optional.of(true)));
        partialSeed.closedByEngine().get(20, TimeUnit.SECONDS);
        awaitHaveOf(peer);
        assertThat(peer.closedByEngine()).isNotDone();
    }

    @Test
    void sendsUploadOnlyMessageIfPeerSupportsIt() throws Exception {
        ScriptedSeed seed = new ScriptedSeed(content, _ -> Answer.CORRECT);
        opened.add(seed);
        startDownload(FileSelection.only(List.of(0)));
        RecordingPeer peer = peer(0);
        peer.send(RecordingPeer.extensionHandshake(Map.of(Extension.UPLOAD_ONLY, 77)));
        awaitHaveOf(peer);
        swarm.addPeers(List.of(seed.address()));
        assertThat(peer.next(77)).containsExactly(1);
        swarm.select(FileSelection.everything());
        assertThat(peer.next(77)).containsExactly(0);
        assertThat(peer.next(77)).containsExactly(1);
    }

    @Test
    void seedDropsPeerThatSendsUploadOnlyMessage() throws Exception {
        startSeed();
        RecordingPeer partialSeed = peer(0);
        partialSeed.send(new PeerMessage.Extended(Extension.UPLOAD_ONLY.ownId(), new byte[0]));
        partialSeed.send(new PeerMessage.Extended(Extension.UPLOAD_ONLY.ownId(), new byte[]{0}));
        awaitHaveOf(partialSeed);
        assertThat(partialSeed.closedByEngine()).isNotDone();
        partialSeed.send(new PeerMessage.Extended(Extension.UPLOAD_ONLY.ownId(), new byte[]{1}));
        partialSeed.closedByEngine().get(20, TimeUnit.SECONDS);
    }

    @Test
    void fullSwarmKeepsPeerOfGreatestPriority() throws Exception {
        startSeed(new OpenGate(), 1);
        RecordingPeer stays = peer(0);
        for (int i = 0; i < 8; i++) {
            RecordingPeer comes = peer(0);
            RecordingPeer goes = priority(comes) > priority(stays) ? stays : comes;
            CompletableFuture<Void> gone = goes.closedByEngine();
            gone.get(20, TimeUnit.SECONDS);
            stays = goes == comes ? stays : comes;
            assertThat(stays.closedByEngine()).isNotDone();
        }
    }

    private long priority(RecordingPeer peer) {
        return PeerPriority.between(engine.listenAddress(), peer.localAddress());
    }
}

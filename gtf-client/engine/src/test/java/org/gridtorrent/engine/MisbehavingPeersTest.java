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
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.gridtorrent.engine.ScriptedSeed.Answer;
import org.gridtorrent.engine.peers.PeerFault;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.status.PeerActivity;
import org.gridtorrent.engine.status.PeerStatus;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.TcpTransport;
import org.gridtorrent.engine.wire.Handshake;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.metainfo.MagnetLink;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Status of a swarm whose only peer misbehaves. */
@SuppressWarnings("NullAway.Init") // set before each test
final class MisbehavingPeersTest {
    @TempDir
    Path temp = Path.of("");
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final ShiftedClock clock = new ShiftedClock();
    private TestContent content;

    @BeforeEach
    void makeContent() throws IOException {
        content = TestContent.make(Files.createDirectories(temp.resolve("source")), 6, 300_000);
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    private Engine engine() throws IOException {
        Engine engine = Engine.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new OpenGate(), List.of(new TcpTransport()), clock, new SplittableRandom(99));
        opened.add(engine);
        return engine;
    }

    private Swarm fetch(PeerAddress peer) throws IOException {
        Swarm swarm = engine().add(content.metainfo(), temp.resolve("leech"),
                temp.resolve("leech-state"), SwarmOptions.downloading());
        swarm.addPeers(List.of(peer));
        return swarm;
    }

    /** Server that sends a handshake and these bytes, then nothing. */
    private PeerAddress saying(byte[] bytes) throws IOException {
        var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        opened.add(server);
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    say(server.accept(), bytes);
                }
            } catch (IOException e) {
                return; // the test is over
            }
        });
        return PeerAddress.tcp((InetSocketAddress) server.getLocalSocketAddress());
    }

    private void say(Socket socket, byte[] bytes) throws IOException {
        opened.addFirst(socket);
        Handshake.read(socket.getInputStream());
        Handshake.ours(content.metainfo().infoHash(), PeerId.random(new SplittableRandom(3)))
                .write(socket.getOutputStream());
        socket.getOutputStream().write(bytes);
    }

    private static void awaitViolation(Swarm swarm, PeerAddress peer, String detail) {
        awaitFault(swarm, new PeerFault.ProtocolViolation(peer, detail));
    }

    private static void awaitFault(Swarm swarm, PeerFault fault) {
        await().untilAsserted(() -> assertThat(swarm.status().obstacle())
                .contains(new Obstacle.Misbehaving(fault)));
    }

    private static byte[] frame(int length, byte... content) {
        return ByteBuffer.allocate(4 + content.length).putInt(length).put(content).array();
    }

    @Test
    void statusReportsMalformedMessage() throws Exception {
        PeerAddress peer = saying(frame(Integer.MAX_VALUE, (byte) 7));
        awaitViolation(fetch(peer), peer, "a frame of 2147483647 bytes");
    }

    @Test
    void statusReportsMalformedExtensionHandshake() throws Exception {
        PeerAddress peer = saying(frame(5, (byte) 20, (byte) 0, (byte) 'i', (byte) '1',
                (byte) 'e'));
        awaitViolation(fetch(peer), peer, "an extension handshake that is no dictionary");
    }

    @Test
    void statusReportsMalformedMessageWhileOnlyLinkIsKnown() throws Exception {
        PeerAddress peer = saying(frame(-1, (byte) 7));
        Swarm swarm = engine().add(MagnetLink.of(content.metainfo()), temp.resolve("leech"),
                temp.resolve("leech-state"), SwarmOptions.downloading());
        swarm.addPeers(List.of(peer));
        awaitViolation(swarm, peer, "a frame of 4294967295 bytes");
    }

    @Test
    void statusReportsPeerThatRejectsItsPieces() throws Exception {
        var refusing = new ScriptedSeed(content, n -> Answer.REJECT);
        opened.add(refusing);
        Swarm swarm = fetch(refusing.address());
        PeerFault fault = new PeerFault.RejectsPieces(refusing.address());
        awaitFault(swarm, fault);
        assertThat(swarm.status().peers()).extracting(PeerStatus::activity)
                .containsExactly(new PeerActivity.Misbehaving(fault));
    }

    @Test
    void statusReportsPeerThatDoesNotAnswer() throws Exception {
        var silent = new ScriptedSeed(content, n -> Answer.NONE);
        opened.add(silent);
        Swarm swarm = fetch(silent.address());
        await().until(() -> silent.requests() > 0);
        clock.later(Duration.ofSeconds(11));
        await().untilAsserted(() -> assertThat(swarm.status().peers())
                .extracting(PeerStatus::activity).containsExactly(new PeerActivity.NoAnswer()));
    }

    /** The peer chokes us, and sends corrupt blocks of pieces that are downloading. */
    @Test
    void dropsUnrequestedBlocks() throws Exception {
        var slow = new ScriptedSeed(content, n -> n == 0 ? Answer.CORRECT : Answer.NONE);
        opened.add(slow);
        Swarm swarm = fetch(slow.address());
        await().until(() -> swarm.status().downloaded() > 0);
        var pushing = new ScriptedSeed(content, n -> Answer.NONE, falseBlocks());
        opened.add(pushing);
        swarm.addPeers(List.of(pushing.address()));
        await().untilAsserted(() -> assertThat(swarm.status().wasted())
                .isEqualTo(content.metainfo().totalLength()));
    }

    @Test
    void closesPeerThatSendsManyUnrequestedBlocks() throws Exception {
        List<PeerMessage> flood = Stream.generate(this::falseBlocks).limit(5)
                .flatMap(List::stream).toList();
        var flooding = new ScriptedSeed(content, n -> Answer.NONE, flood);
        opened.add(flooding);
        awaitViolation(fetch(flooding.address()), flooding.address(),
                "sends blocks that it was not asked for");
    }

    private List<PeerMessage> falseBlocks() {
        var layout = new PieceLayout(content.metainfo().totalLength(),
                content.metainfo().pieceLength());
        List<PeerMessage> blocks = new ArrayList<>();
        for (int piece = 0; piece < layout.pieceCount(); piece++) {
            int length = layout.pieceLength(piece);
            for (int offset = 0; offset < length; offset += PieceLayout.BLOCK_LENGTH) {
                int rest = Math.min(PieceLayout.BLOCK_LENGTH, length - offset);
                blocks.add(new PeerMessage.Piece(new Block(piece, offset, rest), new byte[rest]));
            }
        }
        return blocks;
    }
}

package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedSet;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.gridtorrent.engine.ScriptedSeed.Answer;
import org.gridtorrent.engine.choke.ChokeMode;
import org.gridtorrent.engine.download.DownloadMode;
import org.gridtorrent.engine.picker.FileSelection;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.status.PeerActivity;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.TcpTransport;
import org.gridtorrent.engine.upload.AllowedFast;
import org.gridtorrent.engine.wire.Handshake;
import org.gridtorrent.engine.wire.MessageReader;
import org.gridtorrent.engine.wire.MessageWriter;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.engine.wire.PeerMessage;
import org.gridtorrent.metainfo.Metainfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Allowed-fast pieces between engines and scripted peers, over loopback (BEP 6). */
@SuppressWarnings("NullAway.Init") // set before each test
final class AllowedFastSwarmTest {
    private static final int ALLOWED = 10;

    /** Longer than rates are measured. */
    private static final Duration RATE_WINDOW = Duration.ofSeconds(4);

    @TempDir
    Path temp = Path.of("");
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final ShiftedClock clock = new ShiftedClock();
    private Metainfo metainfo;
    private TestContent content;
    private PeerAddress seed;
    private SequencedSet<Integer> allowed;

    @BeforeEach
    void begin() throws IOException {
        content = TestContent.make(Files.createDirectories(temp.resolve("source")), 7,
                3_000_000);
        metainfo = content.metainfo();
        assertThat(metainfo.pieceCount()).isGreaterThan(2 * ALLOWED);
        allowed = AllowedFast.pieces((Inet4Address) InetAddress.getLoopbackAddress(),
                metainfo.infoHash(), metainfo.pieceCount(), ALLOWED);
        Engine engine = engine();
        Swarm swarm = engine.add(metainfo, content.directory(), temp.resolve("seed-state"),
                new SwarmOptions(DownloadMode.NOTHING, ChokeMode.BY_RATE, 1, 10,
                        FileSelection.everything(),
                        false, 1 << 20));
        await().until(() -> swarm.status().phase() == SwarmPhase.SEEDING);
        seed = PeerAddress.tcp(engine.listenAddress());
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    private Engine engine() throws IOException {
        Engine engine = Engine.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), new OpenGate(),
                List.of(new TcpTransport()), clock, new SplittableRandom(opened.size()));
        opened.add(engine);
        return engine;
    }

    private PieceLayout layout() {
        return new PieceLayout(metainfo.totalLength(), metainfo.pieceLength());
    }

    private Swarm fetchFrom(Answer answer, int... pieces) throws IOException {
        var choking = new ScriptedSeed(content, n -> answer, IntStream.of(pieces)
                .<PeerMessage>mapToObj(PeerMessage.AllowedFast::new).toList());
        opened.add(choking);
        Swarm leech = engine().add(metainfo, temp.resolve("leech"), temp.resolve("leech-state"),
                SwarmOptions.downloading());
        leech.addPeers(List.of(choking.address()));
        await().until(() -> choking.requests() > 0);
        return leech;
    }

    private static void awaitObstacle(Swarm swarm, Obstacle.Code code) {
        await().until(() -> swarm.status().obstacle().filter(why -> why.code() == code)
                .isPresent());
    }

    @Test
    void downloadsOnlyAllowedFastPiecesWhileChoked() throws Exception {
        Swarm leech = fetchFrom(Answer.CORRECT, 3, 5);
        await().until(() -> leech.status().bytesVerified() == 2L * metainfo.pieceLength());
        clock.later(RATE_WINDOW);
        awaitObstacle(leech, Obstacle.Code.CHOKED);
        assertThat(leech.status().bytesVerified()).isEqualTo(2L * metainfo.pieceLength());
    }

    @Test
    void doesNotRepeatRejectedAllowedFastRequest() throws Exception {
        Swarm leech = fetchFrom(Answer.REJECT, 3);
        ScriptedSeed choking = (ScriptedSeed) opened.get(opened.size() - 2);
        awaitObstacle(leech, Obstacle.Code.CHOKED);
        await().until(() -> leech.status().peers().stream()
                .allMatch(peer -> peer.state() == PeerActivity.State.CHOKED));
        assertThat(choking.requests())
                .isLessThanOrEqualTo(metainfo.pieceLength() / PieceLayout.BLOCK_LENGTH);
    }

    /** A peer that is not interested is never unchoked. */
    @Test
    void uploadsAllowedFastPiecesOnceAndRejectsOthers() throws Exception {
        int other = 0;
        while (allowed.contains(other)) {
            other++;
        }
        try (Socket socket = new Socket()) {
            socket.connect(seed.address());
            Handshake.ours(metainfo.infoHash(), PeerId.random(new SplittableRandom(9)))
                    .write(socket.getOutputStream());
            Handshake.read(socket.getInputStream());
            var writer = new MessageWriter(socket.getOutputStream());
            var reader = new MessageReader(socket.getInputStream(), layout());
            writer.write(new PeerMessage.HaveNone());
            writer.flush();
            List<PeerMessage> told = new ArrayList<>();
            await().until(() -> {
                told.addAll(reader.readBatch());
                return count(told, PeerMessage.AllowedFast.class) == ALLOWED;
            });
            assertThat(told).containsAll(
                    allowed.stream().map(PeerMessage.AllowedFast::new).toList());
            Block refused = layout().block(other, 0);
            List<Block> blocks = allowed.stream().flatMap(piece -> IntStream
                    .range(0, layout().blockCount(piece))
                    .mapToObj(block -> layout().block(piece, block))).toList();
            List<PeerMessage> answers = new ArrayList<>(ask(List.of(refused), writer, reader));
            answers.addAll(ask(blocks, writer, reader));
            answers.addAll(ask(List.of(blocks.getFirst()), writer, reader));
            assertThat(answers).filteredOn(PeerMessage.Reject.class::isInstance).containsExactly(
                    new PeerMessage.Reject(refused), new PeerMessage.Reject(blocks.getFirst()));
            assertThat(count(answers, PeerMessage.Piece.class)).isEqualTo(blocks.size());
        }
    }

    private static List<PeerMessage> ask(List<Block> blocks, MessageWriter writer,
            MessageReader reader) throws IOException {
        for (Block block : blocks) {
            writer.write(new PeerMessage.Request(block));
        }
        writer.flush();
        List<PeerMessage> answers = new ArrayList<>();
        while (answers.size() < blocks.size()) {
            reader.readBatch().stream().filter(message -> message instanceof PeerMessage.Piece
                    || message instanceof PeerMessage.Reject).forEach(answers::add);
        }
        return answers;
    }

    private static long count(List<PeerMessage> messages, Class<? extends PeerMessage> kind) {
        return messages.stream().filter(kind::isInstance).count();
    }
}

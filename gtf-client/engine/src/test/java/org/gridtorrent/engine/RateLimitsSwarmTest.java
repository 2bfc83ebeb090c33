package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.engine.ScriptedSeed.Answer;
import org.gridtorrent.engine.limit.RateLimitStatus;
import org.gridtorrent.engine.limit.RateLimitStatus.Direction;
import org.gridtorrent.engine.limit.RateLimitStatus.Scope;
import org.gridtorrent.engine.limit.RateSchedule;
import org.gridtorrent.engine.limit.RateSchedules;
import org.gridtorrent.engine.piece.Block;
import org.gridtorrent.engine.piece.PieceLayout;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.status.PeerActivity;
import org.gridtorrent.engine.status.PeerStatus;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.engine.transport.TcpTransport;
import org.gridtorrent.engine.wire.Handshake;
import org.gridtorrent.engine.wire.MessageReader;
import org.gridtorrent.engine.wire.MessageWriter;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.engine.wire.PeerMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rate limits over loopback. At a byte a second, a second block would take hours. */
@SuppressWarnings("NullAway.Init") // set before each test
final class RateLimitsSwarmTest {
    private static final int BLOCK = PieceLayout.BLOCK_LENGTH;
    private static final int BLOCKS = 64;
    private static final long RATE = 2_000_000;
    /** Burst that an idle limit allows. */
    private static final double CREDIT_SECONDS = 0.1;
    /** Requests outstanding at a peer whose handshake has no {@code reqq}. */
    private static final int DEFAULT_REQUEST_QUEUE = 250;

    @TempDir
    Path temp = Path.of("");
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final ShiftedClock clock = new ShiftedClock();
    private TestContent content;
    private Engine engine;

    @BeforeEach
    void open() throws IOException {
        content = TestContent.make(Files.createDirectories(temp.resolve("source")), 5,
                BLOCKS * BLOCK);
        engine = Engine.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new OpenGate(), List.of(new TcpTransport()), clock, new SplittableRandom(99));
        opened.add(engine);
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    private static RateSchedules up(long rate) {
        return new RateSchedules(RateSchedule.always(rate), RateSchedule.OFF);
    }

    private static RateSchedules down(long rate) {
        return new RateSchedules(RateSchedule.OFF, RateSchedule.always(rate));
    }

    private Swarm seed() {
        Swarm swarm = engine.add(content.metainfo(), content.directory(), temp.resolve("state"),
                SwarmOptions.seedingInPlace());
        await().until(() -> swarm.status().phase() == SwarmPhase.SEEDING);
        return swarm;
    }

    private Leech leech() throws IOException {
        Leech leech = new Leech();
        opened.add(leech);
        return leech;
    }

    /** Peer that requests one block of each piece, and records the responses. */
    private final class Leech implements AutoCloseable {
        private final Socket socket = new Socket();
        private final MessageReader reader;
        private final MessageWriter writer;
        private final Deque<PeerMessage> unread = new ArrayDeque<>();

        Leech() throws IOException {
            socket.connect(engine.listenAddress());
            PeerId id = PeerId.random(new SplittableRandom(opened.size()));
            Handshake.ours(content.metainfo().infoHash(), id).write(socket.getOutputStream());
            Handshake.read(socket.getInputStream());
            reader = new MessageReader(socket.getInputStream(),
                    new PieceLayout(content.metainfo().totalLength(), BLOCK));
            writer = new MessageWriter(socket.getOutputStream());
            say(new PeerMessage.Interested());
            while (!(next() instanceof PeerMessage.Unchoke)) {
                // What it has, and what it calls itself.
            }
        }

        void say(PeerMessage message) throws IOException {
            writer.write(message);
            writer.flush();
        }

        void ask(int count) throws IOException {
            for (int piece = 0; piece < count; piece++) {
                writer.write(new PeerMessage.Request(block(piece)));
            }
            writer.flush();
        }

        /** The next message that is not a suggestion. */
        PeerMessage next() throws IOException {
            while (unread.isEmpty()) {
                unread.addAll(reader.readBatch());
                unread.removeIf(PeerMessage.Suggest.class::isInstance);
            }
            return unread.removeFirst();
        }

        void expectPiece(int piece) throws IOException {
            assertThat(next()).isInstanceOfSatisfying(PeerMessage.Piece.class,
                    message -> assertThat(message.block()).isEqualTo(block(piece)));
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private static Block block(int piece) {
        return new Block(piece, 0, BLOCK);
    }

    private static RateLimitStatus awaitLimit(Swarm swarm) {
        Obstacle why = await().until(() -> swarm.status().obstacle(), obstacle -> obstacle
                .filter(Obstacle.RateLimited.class::isInstance).isPresent()).orElseThrow();
        return ((Obstacle.RateLimited) why).limit();
    }

    private static void assertLimit(RateLimitStatus limit, Scope scope, Direction direction) {
        assertThat(limit.scope()).isEqualTo(scope);
        assertThat(limit.direction()).isEqualTo(direction);
        assertThat(limit.rate()).isEqualTo(1);
    }

    private static void assertWithinRate(long bytes, long sinceNs) {
        double seconds = (System.nanoTime() - sinceNs) / 1e9;
        assertThat((double) bytes).isLessThanOrEqualTo(RATE * (seconds + CREDIT_SECONDS) + BLOCK);
    }

    @Test
    void uploadLimitHolds() throws Exception {
        engine.limits().set(up(RATE));
        var _ = seed();
        Leech leech = leech();
        long beganNs = System.nanoTime();
        leech.ask(BLOCKS);
        for (int piece = 0; piece < BLOCKS; piece++) {
            leech.expectPiece(piece);
            assertWithinRate((piece + 1L) * BLOCK, beganNs);
        }
    }

    @Test
    void uploadLimitHoldsForAllPeersTogether() throws Exception {
        engine.limits().set(up(RATE));
        var _ = seed();
        List<Leech> leeches = List.of(leech(), leech(), leech());
        long beganNs = System.nanoTime();
        for (Leech leech : leeches) {
            leech.ask(BLOCKS / 4);
        }
        long received = 0;
        for (int piece = 0; piece < BLOCKS / 4; piece++) {
            for (Leech leech : leeches) {
                leech.expectPiece(piece);
                received += BLOCK;
                assertWithinRate(received, beganNs);
            }
        }
    }

    @Test
    void controlMessagesDoNotWaitForTheLimit() throws Exception {
        engine.limits().set(up(1));
        var _ = seed();
        Leech leech = leech();
        leech.ask(3);
        leech.expectPiece(0);
        leech.say(new PeerMessage.Cancel(block(2)));
        assertThat(leech.next()).isEqualTo(new PeerMessage.Reject(block(2)));
    }

    @Test
    void blockRequestedTwiceIsSentOnceAndRejectedOnce() throws Exception {
        engine.limits().set(up(1));
        var _ = seed();
        Leech leech = leech();
        leech.ask(2);
        leech.expectPiece(0);
        leech.say(new PeerMessage.Request(block(1)));
        assertThat(leech.next()).isEqualTo(new PeerMessage.Reject(block(1)));
        engine.limits().set(RateSchedules.OFF);
        leech.expectPiece(1);
    }

    @Test
    void limitedSeedReportsIt_andContinuesWithoutTheLimit() throws Exception {
        engine.limits().set(up(1));
        Swarm seed = seed();
        Leech leech = leech();
        leech.ask(2);
        leech.expectPiece(0);
        assertLimit(awaitLimit(seed), Scope.ENGINE, Direction.UPLOAD);
        assertThat(seed.status().peers()).extracting(PeerStatus::activity).singleElement()
                .isInstanceOfSatisfying(PeerActivity.UploadLimited.class, limited -> assertLimit(
                        limited.limit(), Scope.ENGINE, Direction.UPLOAD));
        engine.limits().set(RateSchedules.OFF);
        leech.expectPiece(1);
        await().until(() -> seed.status().obstacle().isEmpty());
    }

    @Test
    void torrentsLimitHoldsBesideTheMachines() throws Exception {
        engine.limits().set(up(RATE));
        Swarm seed = seed();
        seed.limit(up(1));
        Leech leech = leech();
        leech.ask(2);
        leech.expectPiece(0);
        assertLimit(awaitLimit(seed), Scope.TORRENT, Direction.UPLOAD);
        seed.limit(RateSchedules.OFF);
        leech.expectPiece(1);
    }

    @Test
    void closeDoesNotWaitForLimit() throws Exception {
        engine.limits().set(up(1));
        Swarm seed = seed();
        Leech leech = leech();
        leech.ask(2);
        leech.expectPiece(0);
        awaitLimit(seed);
        engine.close();
        assertThat(endOf(leech)).isTrue();
    }

    private static boolean endOf(Leech leech) throws IOException {
        try {
            leech.next();
            return false;
        } catch (EOFException | SocketException e) {
            return true;
        }
    }

    private Swarm fetch(ScriptedSeed stub) {
        opened.add(stub);
        Swarm swarm = engine.add(content.metainfo(), temp.resolve("leech"),
                temp.resolve("leech-state"), SwarmOptions.downloading());
        swarm.addPeers(List.of(stub.address()));
        return swarm;
    }

    @Test
    void downloadLimitHolds() throws Exception {
        engine.limits().set(down(RATE));
        long beganNs = System.nanoTime();
        ScriptedSeed stub = new ScriptedSeed(content, n -> Answer.CORRECT);
        Swarm swarm = fetch(stub);
        await().until(() -> {
            assertWithinRate((long) stub.requests() * BLOCK, beganNs);
            return swarm.completion().isDone();
        });
        assertWithinRate(swarm.completion().get().downloaded(), beganNs);
    }

    @Test
    void limitedDownloadReportsIt_andContinuesWithoutTheLimit() throws Exception {
        engine.limits().set(down(1));
        ScriptedSeed stub = new ScriptedSeed(content, n -> Answer.CORRECT);
        Swarm swarm = fetch(stub);
        assertLimit(awaitLimit(swarm), Scope.ENGINE, Direction.DOWNLOAD);
        await().until(() -> swarm.status().downloaded() == BLOCK);
        // Its block has come, no more is asked for, and nobody is said not to answer.
        clock.later(Duration.ofSeconds(4));
        await().until(() -> swarm.status().downloadRate() == 0);
        assertLimit(awaitLimit(swarm), Scope.ENGINE, Direction.DOWNLOAD);
        assertThat(swarm.status().peers()).extracting(PeerStatus::activity).singleElement()
                .isInstanceOfSatisfying(PeerActivity.RequestsLimited.class, limited -> assertLimit(
                        limited.limit(), Scope.ENGINE, Direction.DOWNLOAD));
        assertThat(stub.requests()).isEqualTo(1);
        engine.limits().set(RateSchedules.OFF);
        assertThat(swarm.completion().get(30, TimeUnit.SECONDS).downloaded())
                .isEqualTo((long) BLOCKS * BLOCK);
    }

    /** Under a limit the window of a silent peer must not grow. */
    @Test
    void snubbedPeerUnderALimitGetsFewRequests() throws Exception {
        int answered = 300;
        content = TestContent.make(Files.createDirectories(temp.resolve("larger")), 7,
                3 * answered * BLOCK);
        engine.limits().set(down(10 * RATE));
        ScriptedSeed silent = new ScriptedSeed(content,
                n -> n < answered ? Answer.CORRECT : Answer.NONE);
        ScriptedSeed steady = new ScriptedSeed(content, n -> Answer.CORRECT);
        opened.add(steady);
        Swarm swarm = fetch(silent);
        swarm.addPeers(List.of(steady.address()));
        swarm.completion().get(30, TimeUnit.SECONDS);
        assertThat(silent.requests()).isBetween(answered, answered + DEFAULT_REQUEST_QUEUE / 2);
    }

    @Test
    void torrentsDownloadLimitHoldsBesideTheMachines() throws Exception {
        ScriptedSeed stub = new ScriptedSeed(content, n -> Answer.CORRECT);
        opened.add(stub);
        Swarm swarm = engine.add(content.metainfo(), temp.resolve("leech"),
                temp.resolve("leech-state"), SwarmOptions.downloading());
        swarm.limit(down(1));
        swarm.addPeers(List.of(stub.address()));
        assertLimit(awaitLimit(swarm), Scope.TORRENT, Direction.DOWNLOAD);
        swarm.limit(RateSchedules.OFF);
        swarm.completion().get(30, TimeUnit.SECONDS);
    }
}

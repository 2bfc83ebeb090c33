package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.gridtorrent.engine.connection.Network;
import org.gridtorrent.engine.limit.ConnectionLimit;
import org.gridtorrent.engine.peers.OwnAddresses;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.Connection;
import org.gridtorrent.engine.transport.Listener;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.engine.transport.TcpTransport;
import org.gridtorrent.engine.wire.Handshake;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.metainfo.InfoHash;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pending handshakes over sockets, from several loopback addresses. */
@Timeout(60)
final class PendingHandshakesTest {
    private static final String CROWD = "127.0.0.2";
    private static final String OTHER = "127.0.0.3";
    private static final String HONEST = "127.0.0.1";
    private static final int ANSWER_MS = 30_000;
    /** First byte of the handshake. */
    private static final int PROTOCOL_LENGTH = 19;

    @TempDir
    private Path temp;
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final AtomicLong nowNs = new AtomicLong(Long.MAX_VALUE - 5);

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    private Socket connect(String from, InetSocketAddress to) throws IOException {
        Socket socket = new Socket();
        opened.add(socket);
        socket.setSoTimeout(ANSWER_MS); // reading is not interrupted by the test's own end
        socket.bind(new InetSocketAddress(from, 0));
        socket.connect(to);
        return socket;
    }

    /** Both ends of a connection. */
    private record Pair(Socket theirs, Connection ours) {}

    private Pair pair(String from) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket theirs = connect(from, (InetSocketAddress) server.getLocalSocketAddress());
            Connection ours = new Connection(server.accept(), TcpTransport.NAME);
            opened.add(ours);
            return new Pair(theirs, ours);
        }
    }

    private Connection enter(PendingHandshakes pending, String from) throws Exception {
        Connection connection = pair(from).ours();
        pending.add(connection);
        return connection;
    }

    private static boolean isClosed(Connection connection) {
        return connection.socket().isClosed();
    }

    @Test
    void replacesOldestSilentConnectionOfLargestNetwork() throws Exception {
        PendingHandshakes pending = new PendingHandshakes(4, nowNs::get);
        Connection other = enter(pending, OTHER);
        Pair speaker = pair(CROWD);
        speaker.theirs().getOutputStream().write(PROTOCOL_LENGTH);
        await().until(() -> speaker.ours().input().available() == 1);
        pending.add(speaker.ours());
        Connection first = enter(pending, CROWD);
        Connection second = enter(pending, CROWD);
        nowNs.addAndGet(PendingHandshakes.GRACE_NS);

        List<Connection> honest = new ArrayList<>(List.of(enter(pending, HONEST)));
        assertThat(isClosed(first)).isTrue();
        honest.add(enter(pending, HONEST));
        assertThat(isClosed(second)).isTrue();
        // Now those are the crowd, and nobody else of it has been silent for long.
        honest.add(enter(pending, HONEST));
        assertThat(isClosed(other)).isTrue();
        assertThat(isClosed(speaker.ours())).isFalse();
        assertThat(honest).noneMatch(PendingHandshakesTest::isClosed);
    }

    @Test
    void waitsForYoungConnections() throws Exception {
        PendingHandshakes pending = new PendingHandshakes(2, nowNs::get);
        Connection first = enter(pending, CROWD);
        Connection second = enter(pending, CROWD);
        Connection honest = pair(HONEST).ours();
        CompletableFuture<Void> entered = new CompletableFuture<>();
        Thread waiting = Thread.ofPlatform().start(() -> {
            try {
                pending.add(honest);
                entered.complete(null);
            } catch (InterruptedException e) {
                entered.completeExceptionally(e);
            }
        });
        await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
        assertThat(entered).isNotDone();
        pending.remove(second);
        entered.join();
        assertThat(isClosed(first)).isFalse();
        assertThat(isClosed(second)).isFalse();
    }

    @Test
    void silentConnectionsKeepNoPeerOut() throws Exception {
        TestContent content = TestContent.make(Files.createDirectories(temp.resolve("source")), 5,
                100_000);
        Engine engine = Engine.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new OpenGate());
        opened.add(engine);
        Swarm swarm = engine.add(content.metainfo(), content.directory(), temp.resolve("state"),
                SwarmOptions.seedingInPlace());
        await().until(() -> swarm.status().phase() == SwarmPhase.SEEDING);
        // Nobody is closed for being slow within the time of this test.
        Duration timeout = Duration.ofHours(1);
        Listener listener = new Listener(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        opened.add(listener);
        new Acceptor(listener, new Network(id(0), 1, new OpenGate(), Map.of(), timeout,
                ConnectionLimit.withDefaults(), new OwnAddresses()), engine::swarm,
                System::nanoTime)
                .start();

        List<Socket> crowd = new ArrayList<>();
        for (int i = 0; i < PendingHandshakes.LIMIT + 20; i++) {
            Socket silent = connect(CROWD, listener.address());
            silent.getOutputStream().write(PROTOCOL_LENGTH);
            crowd.add(silent);
        }
        InfoHash infoHash = content.metainfo().infoHash();
        for (int i = 1; i <= 20; i++) {
            Socket honest = connect(i % 2 == 0 ? HONEST : CROWD, listener.address());
            Handshake.ours(infoHash, id(i)).write(honest.getOutputStream());
            assertThat(Handshake.read(honest.getInputStream()).infoHash()).isEqualTo(infoHash);
            honest.close();
        }
        // It was not the youngest that had to go.
        Socket youngest = crowd.getLast();
        var rest = new java.io.ByteArrayOutputStream();
        Handshake.ours(infoHash, id(21)).write(rest);
        youngest.getOutputStream().write(rest.toByteArray(), 1, rest.size() - 1);
        assertThat(Handshake.read(youngest.getInputStream()).infoHash()).isEqualTo(infoHash);
    }

    private static PeerId id(int seed) {
        return PeerId.random(new SplittableRandom(seed));
    }
}

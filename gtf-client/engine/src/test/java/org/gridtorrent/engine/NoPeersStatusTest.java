package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.engine.peers.DialFailure;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.Connection;
import org.gridtorrent.engine.transport.Gate;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.RefusedException;
import org.gridtorrent.metainfo.InfoHash;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Status of a leech without connected peers. */
@SuppressWarnings("NullAway.Init") // set before each test
final class NoPeersStatusTest {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    @TempDir
    Path temp = Path.of("");
    private final List<AutoCloseable> opened = new ArrayList<>();
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

    private <T extends AutoCloseable> T opened(T one) {
        opened.add(one);
        return one;
    }

    private Swarm fetch(Gate gate) throws IOException {
        return opened(Engine.open(new InetSocketAddress(HERE, 0), gate)).add(content.metainfo(),
                temp.resolve("leech"), temp.resolve("leech-state"), SwarmOptions.downloading());
    }

    private static void awaitObstacle(Swarm swarm, Obstacle expected) {
        await().untilAsserted(
                () -> assertThat(swarm.status().obstacle()).contains(expected));
    }

    @Test
    void reportsThatNoPeerIsKnown() throws Exception {
        awaitObstacle(fetch(new OpenGate()), new Obstacle.NoPeers(false));
    }

    @Test
    void reportsUnreachablePeer() throws Exception {
        PeerAddress closed = PeerAddress.tcp(StockClients.freeAddress(HERE));
        Swarm swarm = fetch(new OpenGate());
        swarm.addPeers(List.of(closed));
        await().untilAsserted(() -> assertThat(swarm.status().obstacle().orElseThrow())
                .isInstanceOfSatisfying(Obstacle.Unreachable.class,
                        why -> assertThat(why.last().peer()).isEqualTo(closed)));
    }

    @Test
    void reportsConnectingWhilePeerDoesNotAccept() throws Exception {
        // Linux takes one connection more than it is told, and leaves the others without an answer.
        ServerSocket full = opened(new ServerSocket(0, 1, HERE));
        for (int i = 0; i < 2; i++) {
            opened(SocketChannel.open(full.getLocalSocketAddress()));
        }
        Swarm swarm = fetch(new OpenGate());
        swarm.addPeers(List.of(PeerAddress.tcp(
                (InetSocketAddress) full.getLocalSocketAddress())));
        awaitObstacle(swarm, new Obstacle.Connecting(1));
    }

    @Test
    void reportsRefusalWithItsReason() throws Exception {
        Engine seed = opened(Engine.open(new InetSocketAddress(HERE, 0), new OpenGate()));
        seed.add(content.metainfo(), content.directory(), temp.resolve("seed-state"),
                SwarmOptions.seedingInPlace());
        Swarm swarm = fetch(new Refusing());
        PeerAddress address = PeerAddress.tcp(seed.listenAddress());
        swarm.addPeers(List.of(address));
        awaitObstacle(swarm,
                new Obstacle.Refused(new DialFailure(address, true, "no ticket for it")));
    }

    /** Gate whose ticket the other side refuses. */
    private static final class Refusing implements Gate {
        @Override
        public Connection outgoing(Connection raw, InfoHash content, byte[] handshake)
                throws IOException {
            throw new RefusedException("no ticket for it");
        }

        @Override
        public Incoming incoming(Connection raw) {
            return new Incoming(raw, _ -> false);
        }

        @Override
        public boolean stillAdmitted(Connection connection, InfoHash content) {
            return true;
        }
    }
}

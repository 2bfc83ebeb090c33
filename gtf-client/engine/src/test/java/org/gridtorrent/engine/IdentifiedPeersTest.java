package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.gridtorrent.engine.choke.ChokeMode;
import org.gridtorrent.engine.download.DownloadMode;
import org.gridtorrent.engine.picker.FileSelection;
import org.gridtorrent.engine.status.PeerStatus;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.Connection;
import org.gridtorrent.engine.transport.Gate;
import org.gridtorrent.engine.transport.PeerIdentity;
import org.gridtorrent.engine.wire.Handshake;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.metainfo.InfoHash;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Swarm with peers that have an identity and peers that have none. */
@SuppressWarnings("NullAway.Init") // set before each test
final class IdentifiedPeersTest {
    private static final int IDENTIFIED = 'N';

    @TempDir
    Path temp = Path.of("");
    private final List<Socket> sockets = new ArrayList<>();
    private TestContent content;
    private Engine engine;
    private Swarm swarm;

    /** Gate that gives an identity to peers whose first byte is N. */
    private static final class PartlyIdentifyingGate implements Gate {
        @Override
        public Connection outgoing(Connection raw, InfoHash content, byte[] handshake)
                throws IOException {
            raw.output().write(handshake);
            raw.output().flush();
            return raw;
        }

        private final AtomicInteger devices = new AtomicInteger();

        @Override
        public Incoming incoming(Connection raw) throws IOException {
            int first = raw.input().read();
            Connection connection = first == IDENTIFIED
                    ? raw.securedBy(raw.socket(),
                            new PeerIdentity("somebody", "machine" + devices.incrementAndGet()))
                    : raw.withFirstByte(first);
            return new Incoming(connection, _ -> true);
        }

        @Override
        public boolean stillAdmitted(Connection connection, InfoHash content) {
            return true;
        }
    }

    @BeforeEach
    void start() throws IOException {
        content = TestContent.make(Files.createDirectories(temp.resolve("source")), 5, 100_000);
        engine = Engine.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new PartlyIdentifyingGate());
    }

    @AfterEach
    void end() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        engine.close();
    }

    private void startSeed(int maxPeers) {
        swarm = engine.add(content.metainfo(), content.directory(), temp.resolve("state"),
                new SwarmOptions(DownloadMode.NOTHING, ChokeMode.COOPERATIVE, 4, maxPeers,
                        FileSelection.everything(),
                        false, 1 << 20));
        await().until(() -> swarm.status().phase() == SwarmPhase.SEEDING);
    }

    private void connect(boolean identified, int id) throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.connect(engine.listenAddress());
        if (identified) {
            socket.getOutputStream().write(IDENTIFIED);
        }
        Handshake.ours(content.metainfo().infoHash(), PeerId.random(new SplittableRandom(id)))
                .write(socket.getOutputStream());
        Handshake.read(socket.getInputStream());
    }

    private long identifiedCount() {
        return swarm.status().peers().stream().map(PeerStatus::identity)
                .filter(identity -> identity.isPresent()).count();
    }

    private int connected() {
        return swarm.status().peers().size();
    }

    @Test
    void peersWithIdentityReplaceThoseWithout() throws IOException {
        startSeed(2);
        connect(false, 1);
        connect(false, 2);
        await().until(() -> connected() == 2);
        connect(true, 3);
        await().until(() -> identifiedCount() == 1);
        connect(true, 4);
        await().until(() -> identifiedCount() == 2);
        for (int id = 5; id < 15; id++) {
            connect(false, id);
            // What is read after the handshake is the end: it was turned away.
            assertThat(sockets.getLast().getInputStream().read()).isEqualTo(-1);
        }
        assertThat(identifiedCount()).isEqualTo(2);
    }

    @Test
    void forgedPeerIdDoesNotReplaceIdentifiedPeer() throws IOException {
        startSeed(10);
        connect(true, 1);
        await().until(() -> identifiedCount() == 1);
        connect(false, 1);
        await().until(() -> connected() == 2);
        assertThat(identifiedCount()).isEqualTo(1);
    }
}

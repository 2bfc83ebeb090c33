package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.PtcpTransport;
import org.gridtorrent.engine.transport.TcpTransport;
import org.gridtorrent.metainfo.Metainfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Engines that share a content over loopback, with real files. */
final class SharingTest {
    @TempDir
    Path temp = Path.of("");
    private final List<Engine> engines = new ArrayList<>();
    private final ShiftedClock clock = new ShiftedClock();

    private Engine engine() throws IOException {
        Engine engine = Engine.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), new OpenGate(),
                List.of(new TcpTransport(), new PtcpTransport()), clock,
                new SplittableRandom(engines.size()));
        engines.add(engine);
        return engine;
    }

    @AfterEach
    void closeEngines() {
        engines.forEach(Engine::close);
    }

    private Swarm fetch(Engine engine, Metainfo metainfo, String name, PeerAddress... peers) {
        Swarm swarm = engine.add(metainfo, temp.resolve(name), temp.resolve(name + "-state"),
                SwarmOptions.downloading());
        swarm.addPeers(List.of(peers));
        return swarm;
    }

    private PeerAddress seed(TestContent content) throws IOException {
        Engine seed = engine();
        Swarm swarm = seed.add(content.metainfo(), content.directory(),
                temp.resolve("seed-state"), SwarmOptions.seedingInPlace());
        await().until(() -> swarm.status().phase() == SwarmPhase.SEEDING);
        return PeerAddress.tcp(seed.listenAddress());
    }

    private TestContent content() throws IOException {
        return TestContent.make(Files.createDirectories(temp.resolve("source")), 42, 300_000,
                0, 1, 16384, 777_777);
    }

    private void assertSame(TestContent content, String name) throws IOException {
        try (Stream<Path> files = Files.walk(content.directory())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(temp.resolve(name).resolve(content.directory().relativize(file)))
                        .hasSameBinaryContentAs(file);
            }
        }
    }

    @Test
    void everyLeechCompletesOverEitherTransport() throws Exception {
        TestContent content = content();
        PeerAddress seed = seed(content);
        PeerAddress overPtcp = new PeerAddress(seed.address(), "ptcp");
        List<Swarm> swarms = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            swarms.add(fetch(engine(), content.metainfo(), "leech" + i,
                    i % 2 == 0 ? seed : overPtcp));
        }
        for (Swarm swarm : swarms) {
            SwarmStatus done = swarm.completion().get(30, TimeUnit.SECONDS);
            assertThat(done.bytesVerified()).isEqualTo(content.metainfo().totalLength());
        }
        for (int i = 0; i < 4; i++) {
            assertSame(content, "leech" + i);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {16_385, 100_000, 134_217_728})
    void piecesMayHaveAnyLengthUpTo128MiB(int pieceLength) throws Exception {
        TestContent content = content().inPieces(pieceLength);
        SwarmStatus done = fetch(engine(), content.metainfo(), "leech", seed(content)).completion()
                .get(30, TimeUnit.SECONDS);
        assertThat(done.bytesVerified()).isEqualTo(content.metainfo().totalLength());
        assertSame(content, "leech");
    }

    @Test
    void rateFallsToZeroAfterLastPeerDisconnects() throws Exception {
        TestContent content = content();
        Engine engine = engine();
        Swarm seed = engine.add(content.metainfo(), content.directory(),
                temp.resolve("seed-state"), SwarmOptions.seedingInPlace());
        fetch(engine(), content.metainfo(), "leech", PeerAddress.tcp(engine.listenAddress()))
                .completion().get(30, TimeUnit.SECONDS);
        await().until(() -> seed.status().uploadRate() > 0);
        clock.later(Duration.ofSeconds(4));
        await().until(() -> seed.status().uploadRate() == 0);
    }

    @Test
    void doesNotDownloadVerifiedPiecesAgain() throws Exception {
        TestContent content = content();
        PeerAddress seed = seed(content);
        Engine first = engine();
        fetch(first, content.metainfo(), "leech", seed).completion().get(30, TimeUnit.SECONDS);
        first.close();
        Swarm again = fetch(engine(), content.metainfo(), "leech", seed);
        assertThat(again.completion().get(30, TimeUnit.SECONDS).downloaded()).isZero();
    }

    @Test
    void closesPeerThatSendsGarbageAndServesOthers() throws Exception {
        TestContent content = content();
        PeerAddress seed = seed(content);
        try (Socket hostile = new Socket()) {
            hostile.connect(seed.address());
            OutputStream out = hostile.getOutputStream();
            out.write("\u0013BitTorrent protocl".getBytes(java.nio.charset.StandardCharsets.UTF_8));
            out.write(new byte[100]);
            InputStream in = hostile.getInputStream();
            assertThat(endOf(in)).isEqualTo(Optional.of(-1));
        }
        fetch(engine(), content.metainfo(), "leech", seed).completion()
                .get(30, TimeUnit.SECONDS);
        assertSame(content, "leech");
    }

    private static Optional<Integer> endOf(InputStream in) {
        try {
            return Optional.of(in.read());
        } catch (IOException e) {
            return Optional.of(-1);
        }
    }
}

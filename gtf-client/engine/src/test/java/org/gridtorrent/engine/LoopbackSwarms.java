package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.gridtorrent.engine.ScriptedSeed.Answer;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.engine.storage.StoreLimits;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.TcpTransport;

/** Engines and scripted peers of a test, over loopback; closes all of them. */
final class LoopbackSwarms {
    /** Length of the content in bytes. */
    static final int LENGTH = 3_000_000;

    /** A full disk is retried soon. */
    private static final StoreLimits LIMITS = new StoreLimits(StoreLimits.DEFAULT.syncBytes(),
            StoreLimits.DEFAULT.syncInterval(), StoreLimits.DEFAULT.maxQueuedBytes(),
            Duration.ofMillis(50));

    private final Path temp;
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final ShiftedClock clock = new ShiftedClock();
    private TestContent content;

    LoopbackSwarms(Path temp) throws IOException {
        this.temp = temp;
        this.content = TestContent.make(Files.createDirectories(temp.resolve("source")), 11,
                LENGTH / 2, 0, LENGTH / 2);
    }

    TestContent content() {
        return content;
    }

    /** Replaces the content. */
    void content(TestContent other) {
        content = other;
    }

    Engine engine() throws IOException {
        Engine engine = Engine.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new OpenGate(), List.of(new TcpTransport()), clock,
                new SplittableRandom(opened.size()), LIMITS);
        opened.add(engine);
        return engine;
    }

    ScriptedSeed seed(IntFunction<Answer> answers) throws IOException {
        ScriptedSeed seed = new ScriptedSeed(content, answers);
        opened.add(seed);
        return seed;
    }

    /** A peer that dials the engine opened last. */
    RecordingPeer recordingPeer() throws IOException {
        var peer = new RecordingPeer(content.metainfo(), lastEngine().listenAddress(), 0);
        opened.add(peer);
        return peer;
    }

    Swarm fetch(Path directory, PeerAddress... peers) throws IOException {
        Swarm swarm = engine().add(content.metainfo(), directory, temp.resolve("leech-state"),
                SwarmOptions.downloading());
        swarm.addPeers(List.of(peers));
        return swarm;
    }

    Swarm seed() throws IOException {
        Swarm swarm = seedUnchecked();
        await().until(() -> swarm.status().phase() == SwarmPhase.SEEDING);
        return swarm;
    }

    Swarm seedUnchecked() throws IOException {
        return engine().add(content.metainfo(), content.directory(), temp.resolve("seed-state"),
                SwarmOptions.seedingInPlace());
    }

    Engine lastEngine() {
        return (Engine) opened.getLast();
    }

    PeerAddress lastAddress() {
        return PeerAddress.tcp(lastEngine().listenAddress());
    }

    SwarmStatus completed(Swarm swarm, Path directory) throws Exception {
        SwarmStatus done = swarm.completion().get(30, TimeUnit.SECONDS);
        try (Stream<Path> files = Files.walk(content.directory())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(directory.resolve(content.directory().relativize(file)))
                        .hasSameBinaryContentAs(file);
            }
        }
        return done;
    }

    static void awaitObstacle(Swarm swarm, Obstacle.Code code) {
        await().until(() -> swarm.status().obstacle().filter(told -> told.code() == code)
                .isPresent());
    }

    Path file(int index) {
        return content.metainfo().files().get(index).path().under(content.directory());
    }

    /** Advances the engines' clock. */
    void later(Duration time) {
        clock.later(time);
    }

    /** Closes this too, before all that is open now. */
    void closing(AutoCloseable each) {
        opened.add(each);
    }

    /** Closes this too, after all else. */
    void closingLast(AutoCloseable each) {
        opened.addFirst(each);
    }

    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }
}

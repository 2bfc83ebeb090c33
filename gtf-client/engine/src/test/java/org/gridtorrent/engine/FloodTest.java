package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.wire.Handshake;
import org.gridtorrent.engine.wire.PeerId;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Peers that send keep-alives (four zero bytes) without a pause. */
final class FloodTest {
    private static final int PEERS = 6;
    private static final int LENGTH = 3_000_000;

    @TempDir
    Path temp = Path.of("");

    private static Socket connect(InetSocketAddress engine, Metainfo metainfo, int number)
            throws IOException {
        var socket = new Socket(engine.getAddress(), engine.getPort());
        Handshake.ours(metainfo.infoHash(), PeerId.random(new SplittableRandom(number)))
                .write(socket.getOutputStream());
        Handshake.read(socket.getInputStream());
        return socket;
    }

    @Test
    @Timeout(60)
    void seedWithSmallHeapSurvivesFlood() throws Exception {
        Path source = Files.createDirectories(temp.resolve("source")).resolve("content");
        byte[] content = new byte[LENGTH];
        new SplittableRandom(5).nextBytes(content);
        Files.write(source, content);
        Metainfo metainfo = new MetainfoBuilder(source).build().metainfo();
        Process seed = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx32m",
                "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError", "-cp",
                System.getProperty("java.class.path"), FloodedSeedProgram.class.getName(),
                temp.resolve("source").toString(), "content", temp.resolve("state").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try {
            var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(
                    Objects.requireNonNull(seed.inputReader().readLine())));
            List<Thread> floods = new ArrayList<>();
            for (int i = 0; i < PEERS; i++) {
                Socket socket = connect(address, metainfo, i);
                floods.add(Thread.ofPlatform().daemon().start(() -> flood(socket)));
            }
            for (Thread flood : floods) {
                flood.join();
            }
            try (Engine engine = Engine.open(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), new OpenGate())) {
                Path target = temp.resolve("target");
                Swarm swarm = engine.add(metainfo, target, temp.resolve("own"),
                        SwarmOptions.downloading());
                swarm.addPeers(List.of(PeerAddress.tcp(address)));
                swarm.completion().get(30, TimeUnit.SECONDS);
                assertThat(target.resolve("content")).hasBinaryContent(content);
            }
        } finally {
            seed.destroyForcibly().waitFor();
        }
    }

    /** Sends a million keep-alives, four mebibytes. */
    private static void flood(Socket socket) {
        byte[] keepAlives = new byte[1 << 20];
        try (socket) {
            for (int i = 0; i < 4; i++) {
                socket.getOutputStream().write(keepAlives);
            }
        } catch (IOException e) {
            return; // it was closed for that, which is as well
        }
    }

    @Test
    @Timeout(60)
    void stopDoesNotWaitForFloodingPeers() throws Exception {
        TestContent content = TestContent.make(Files.createDirectories(temp.resolve("source")), 3,
                LENGTH);
        for (int round = 0; round < 2; round++) {
            try (ScriptedSeed seed = new ScriptedSeed(content, _ -> ScriptedSeed.Answer.CORRECT);
                    Engine engine = Engine.open(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                            new OpenGate())) {
                Swarm swarm = engine.add(content.metainfo(), temp.resolve("target" + round),
                        temp.resolve("state" + round), SwarmOptions.downloading());
                await().until(() -> swarm.status().phase() == SwarmPhase.FETCHING);
                for (int i = 0; i < PEERS; i++) {
                    Socket socket = connect(engine.listenAddress(), content.metainfo(), i);
                    Thread.ofPlatform().daemon().start(() -> sendSingleKeepAlives(socket));
                }
                swarm.addPeers(List.of(seed.address()));
                await().until(() -> swarm.status().downloaded() > 0);
            }
        }
    }

    /** Sends keep-alives one by one, each an event for the swarm, until the connection is closed. */
    private static void sendSingleKeepAlives(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            OutputStream out = socket.getOutputStream();
            while (true) {
                out.write(new byte[4]);
            }
        } catch (IOException e) {
            return;
        }
    }
}

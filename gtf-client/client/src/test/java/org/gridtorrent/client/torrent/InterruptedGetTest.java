package org.gridtorrent.client.torrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.client.Main;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.engine.Engine;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.swarm.SwarmPhase;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoBuilder;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Output;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code torrent get} in a process of its own, ended by a signal half way and run again. */
@SuppressWarnings("NullAway.Init") // set before each test
final class InterruptedGetTest {
    private static final int FILE_LENGTH = 1 << 20;
    private static final int PIECE_LENGTH = 64 * 1024;

    @TempDir
    private Path temp;
    private final List<AutoCloseable> opened = new ArrayList<>();
    private Metainfo metainfo;
    private Path torrent;

    @BeforeEach
    void makeContent() throws Exception {
        Path root = Files.createDirectories(temp.resolve("source/data"));
        Random random = new Random(3);
        for (String name : List.of("first", "second")) {
            byte[] bytes = new byte[FILE_LENGTH];
            random.nextBytes(bytes);
            Files.write(root.resolve(name), bytes);
        }
        metainfo = new MetainfoBuilder(root).pieceLength(PIECE_LENGTH).build().metainfo();
        torrent = Files.write(temp.resolve("data.torrent"), metainfo.encoded());
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    /** Where it listens. */
    private String seed(Path directory, long bytes) throws IOException {
        Engine engine = Engine.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new OpenGate());
        opened.add(engine);
        Swarm swarm = engine.add(metainfo, directory, temp.resolve("state-" + bytes),
                SwarmOptions.seedingInPlace());
        await().until(() -> swarm.status().phase() != SwarmPhase.CHECKING);
        assertThat(swarm.status().bytesHad()).isEqualTo(bytes);
        return "127.0.0.1:" + engine.listenAddress().getPort();
    }

    private List<String> get(String peer) {
        return List.of("torrent", "get", torrent.toString(), "--dir",
                temp.resolve("target").toString(), "--peer", peer, "--listen", "127.0.0.1:0",
                "--home", temp.resolve("home").toString(), "--json");
    }

    private Process start(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(temp.resolve("get.log").toFile()).start();
        opened.add(process::destroyForcibly);
        return process;
    }

    private boolean isFetched(String name) throws IOException {
        Path target = temp.resolve("target/data").resolve(name);
        return Files.exists(target)
                && Files.mismatch(temp.resolve("source/data").resolve(name), target) == -1;
    }

    @Test
    void interrupted_exits130AndGoesOnLaterWithoutFetchingAgain() throws Exception {
        Path half = Files.createDirectories(temp.resolve("half/data"));
        Files.copy(temp.resolve("source/data/first"), half.resolve("first"));
        Process get = start(get(seed(temp.resolve("half"), FILE_LENGTH)));
        await().atMost(30, TimeUnit.SECONDS).until(() -> isFetched("first"));
        assertThat(new ProcessBuilder("kill", "-INT", Long.toString(get.pid())).start().waitFor())
                .isZero();
        assertThat(get.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(get.exitValue()).isEqualTo(130);

        var out = new ByteArrayOutputStream();
        Output output = new Output(new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8), false);
        List<String> again = get(seed(temp.resolve("source"), 2L * FILE_LENGTH));
        assertThat(Main.run(new Invocation(Map.of(), output), again.toArray(String[]::new)))
                .isEqualTo(ExitStatus.DONE);
        assertThat(isFetched("first") && isFetched("second")).isTrue();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("\"bytesDownloaded\":" + FILE_LENGTH + ",");
    }
}

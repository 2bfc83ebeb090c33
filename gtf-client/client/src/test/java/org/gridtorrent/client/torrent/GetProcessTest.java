package org.gridtorrent.client.torrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.client.Main;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.config.Home;
import org.gridtorrent.client.config.HostPort;
import org.gridtorrent.client.config.TransportChoice;
import org.gridtorrent.engine.Engine;
import org.gridtorrent.engine.limit.RateSchedule;
import org.gridtorrent.engine.limit.RateSchedules;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.metainfo.MagnetLink;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Json;
import org.gridtorrent.terminal.Output;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code torrent get} in a process of its own: ended half way, and with another one beside it. */
@SuppressWarnings("NullAway.Init") // set before each test
final class GetProcessTest {
    private static final int FILE_LENGTH = 1 << 20;
    private static final int PIECE_LENGTH = 64 * 1024;

    @TempDir
    private Path temp;
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
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

    private Engine engine() throws IOException {
        Engine engine = Engine.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new OpenGate());
        opened.add(engine);
        return engine;
    }

    /** Where it listens. */
    private String seed(Path directory, long bytes) throws IOException {
        return seed(engine(), directory, bytes);
    }

    private String seed(Engine engine, Path directory, long bytes) {
        Swarm swarm = engine.add(metainfo, directory, temp.resolve("state-" + bytes),
                SwarmOptions.seedingInPlace());
        await().until(() -> swarm.status().phase() != SwarmPhase.CHECKING);
        assertThat(swarm.status().bytesVerified()).isEqualTo(bytes);
        return "127.0.0.1:" + engine.listenAddress().getPort();
    }

    private List<String> get(String peer) {
        return List.of("torrent", "get", torrent.toString(), "--dir",
                temp.resolve("target").toString(), "--peer", peer, "--listen", "127.0.0.1:0",
                "--home", temp.resolve("home").toString(), "--json");
    }

    private int run(List<String> arguments) {
        out.reset();
        err.reset();
        Output output = new Output(new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8), false);
        return Main.run(new Invocation(Map.of(), output), arguments.toArray(String[]::new));
    }

    @Test
    void fileThatGotLonger_isCutBeforeItIsCalledComplete() throws Exception {
        String peer = seed(temp.resolve("source"), 2L * FILE_LENGTH);
        assertThat(run(get(peer))).isZero();
        Path file = temp.resolve("target/data/first");
        for (String overwrite : List.of("", "--overwrite")) {
            Files.write(file, new byte[]{1}, StandardOpenOption.APPEND);
            List<String> again = new ArrayList<>(get(peer));
            if (!overwrite.isEmpty()) {
                again.add(overwrite);
            }
            assertThat(run(again)).as(err.toString(StandardCharsets.UTF_8)).isZero();
            assertThat(file).hasSameBinaryContentAs(temp.resolve("source/data/first"));
        }
    }

    /** SIGINT ends it, even where a shell without job control had the build ignore it. */
    private Process start(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp",
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

    @ParameterizedTest
    @CsvSource({"INT,130", "TERM,143"})
    void ended_saysSoAndGoesOnLaterWithoutFetchingAgain(String signal, int status)
            throws Exception {
        Path half = Files.createDirectories(temp.resolve("half/data"));
        Files.copy(temp.resolve("source/data/first"), half.resolve("first"));
        Process get = start(get(seed(temp.resolve("half"), FILE_LENGTH)));
        await().atMost(30, TimeUnit.SECONDS).until(() -> isFetched("first"));
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(get.pid())).start()
                .waitFor())
                .isZero();
        assertThat(get.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(get.exitValue()).isEqualTo(status);
        String said = Files.readString(temp.resolve("get.log"));
        assertThat(said).doesNotContain("Stopped");
        JsonNode told = lastLine(said);
        assertThat(told.path("event").asText()).isEqualTo("interrupted");

        assertThat(run(get(seed(temp.resolve("source"), 2L * FILE_LENGTH)))).as(err::toString)
                .isEqualTo(ExitStatus.DONE);
        assertThat(isFetched("first") && isFetched("second")).isTrue();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("\"bytesDownloaded\":" + FILE_LENGTH + ",");
    }

    /** Words for people may be among them. */
    private static JsonNode lastLine(String lines) throws IOException {
        return Json.MAPPER.readTree(lines.lines().filter(line -> line.startsWith("{"))
                .reduce((_, last) -> last).orElseThrow());
    }

    private JsonNode told() throws IOException {
        return lastLine(out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void endsWhenNobodyConnectedHasTheRest_andNamesThePiecesAndTheirFiles() throws Exception {
        Path half = Files.createDirectories(temp.resolve("half/data"));
        Files.copy(temp.resolve("source/data/first"), half.resolve("first"));
        List<String> arguments = new ArrayList<>(get(seed(temp.resolve("half"), FILE_LENGTH)));
        arguments.addAll(List.of("--timeout", "2"));
        assertThat(run(arguments)).as(err::toString).isEqualTo(ExitStatus.NO_ANSWER);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("data: The only connected peer"
                + " has none of the 16 missing pieces (16 to 31, in data/second); waiting");
        JsonNode told = told();
        assertThat(told.path("event").asText()).isEqualTo("failed");
        assertThat(told.path("reasonCode").asText()).isEqualTo("NOBODY_HAS_IT");
        assertThat(told.path("reason").asText()).contains("16 to 31, in data/second");
        assertThat(told.path("missing").toString()).isEqualTo("{\"pieces\":16,"
                + "\"ranges\":[{\"first\":16,\"last\":31}],\"rangeCount\":1,"
                + "\"files\":[\"data/second\"],\"fileCount\":1}");
        assertThat(told.path("peers")).hasSize(1);
        assertThat(told.path("peers").path(0).path("state").asText()).isEqualTo("IDLE");
        assertThat(told.path("peers").path(0).path("reason").asText())
                .isEqualTo("It has none of the missing pieces, and wants nothing.");
    }

    @Test
    void endsWhenTheOnlyPeerChokesForEver_andSaysSo() throws Exception {
        try (ChokingSeed choking = new ChokingSeed(metainfo)) {
            List<String> arguments = new ArrayList<>(get(choking.address()));
            arguments.addAll(List.of("--timeout", "3"));
            assertThat(run(arguments)).as(err::toString).isEqualTo(ExitStatus.NO_ANSWER);
        }
        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).as("while it waits")
                .anyMatch(line -> line.contains("\"event\":\"progress\"")
                        && line.contains("\"reasonCode\":\"CHOKED\""));
        assertThat(told().path("reasonCode").asText()).isEqualTo("CHOKED");
        assertThat(told().path("peers").path(0).path("state").asText()).isEqualTo("CHOKED");
    }

    @Test
    void killed_leavesNothingThatKeepsTheNextOut() throws Exception {
        Path half = Files.createDirectories(temp.resolve("half/data"));
        Files.copy(temp.resolve("source/data/first"), half.resolve("first"));
        Process get = start(get(seed(temp.resolve("half"), FILE_LENGTH)));
        await().atMost(30, TimeUnit.SECONDS).until(() -> isFetched("first"));
        get.destroyForcibly();
        assertThat(get.waitFor(20, TimeUnit.SECONDS)).isTrue();

        assertThat(run(get(seed(temp.resolve("source"), 2L * FILE_LENGTH)))).as(err::toString)
                .isEqualTo(ExitStatus.DONE);
        assertThat(isFetched("first") && isFetched("second")).isTrue();
    }

    @Test
    void secondOneIntoTheSameFolder_isRefusedAndTheFirstGoesOn() throws Exception {
        Engine seed = engine();
        String peer = seed(seed, temp.resolve("source"), 2L * FILE_LENGTH);
        seed.limits().set(new RateSchedules(RateSchedule.always(PIECE_LENGTH), RateSchedule.OFF));
        Process first = start(get(peer));
        Swarm swarm = seed.swarm(metainfo.infoHash()).orElseThrow();
        await().atMost(30, TimeUnit.SECONDS).until(() -> swarm.status().uploaded() > 0);

        assertThat(run(get(peer))).isEqualTo(ExitStatus.FAILED);
        assertRefused(temp.resolve("target"));
        Path sameFolder = Files.createSymbolicLink(temp.resolve("link"), temp.resolve("target"));
        assertThat(run(List.of("torrent", "get", MagnetLink.of(metainfo).toString(), "--dir",
                sameFolder.toString(), "--home", temp.resolve("home").toString())))
                .isEqualTo(ExitStatus.FAILED);
        assertRefused(sameFolder);
        assertThat(run(List.of("torrent", "seed", torrent.toString(), "--dir",
                temp.resolve("target").toString(), "--home", temp.resolve("home").toString())))
                .isEqualTo(ExitStatus.FAILED);
        assertRefused(temp.resolve("target"));

        seed.limits().set(RateSchedules.OFF);
        assertThat(first.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(first.exitValue()).as(Files.readString(temp.resolve("get.log"))).isZero();
        assertThat(isFetched("first") && isFetched("second")).isTrue();
        assertThat(Files.readString(temp.resolve("get.log")))
                .contains("\"bytesDownloaded\":" + 2 * FILE_LENGTH + ",\"bytesWasted\":0,");
    }

    private void assertRefused(Path folder) {
        assertThat(err.toString(StandardCharsets.UTF_8)).hasLineCount(1)
                .contains("data: it is being fetched into " + folder + ",", "choose another --dir");
    }

    @Test
    void secondOneOfOneProcess_isRefusedUntilTheFirstEnds() throws Exception {
        Path target = Files.createDirectories(temp.resolve("target"));
        try (StandaloneEngine first = sharing(); StandaloneEngine second = sharing()) {
            first.fetch(metainfo, target, false);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> second.fetch(metainfo, target, false))
                        .isInstanceOf(CommandFailure.class).hasMessageContaining("another --dir");
            }
            second.fetch(metainfo, Files.createDirectories(temp.resolve("elsewhere")), false);
        }
        try (StandaloneEngine third = sharing()) {
            third.fetch(metainfo, target, false);
        }
    }

    @Test
    void contentThatASeedIsGivenTwice_isServedOnce() throws Exception {
        Process seed = start(List.of("torrent", "seed", torrent.toString(), torrent.toString(),
                "--dir", temp.resolve("source").toString(), "--listen", "127.0.0.1:0", "--home",
                temp.resolve("home").toString(), "--json"));
        Path log = temp.resolve("get.log");
        await().until(() -> Files.readString(log).contains("]}") || !seed.isAlive());
        assertThat(Files.readString(log)).contains("listening")
                .containsOnlyOnce(metainfo.infoHash().hex());
    }

    @Test
    void failure_isSaidOnce() throws Exception {
        Files.writeString(Files.createDirectories(temp.resolve("target/data")).resolve("first"),
                "my diary");
        Process get = start(get("127.0.0.1:1"));
        assertThat(get.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(get.exitValue()).isEqualTo(ExitStatus.FAILED);
        assertThat(Files.readAllLines(temp.resolve("get.log")))
                .filteredOn(line -> !line.startsWith("{")).hasSize(1)
                .first().asString().startsWith("gridtorrent: data: ").contains("in the way");
    }

    @Test
    void negativeTimeout_isWrongUsage() {
        List<String> arguments = new ArrayList<>(get("127.0.0.1:1"));
        arguments.add("--timeout=-5");
        assertThat(run(arguments)).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("--timeout -5");
    }

    @Test
    void anotherContentToTheSamePlace_isRefusedUntilTheFirstEnds() throws Exception {
        Path target = Files.createDirectories(temp.resolve("target"));
        String first = metainfo.infoHash().hex();
        try (StandaloneEngine sharing = sharing()) {
            sharing.fetch(metainfo, target, false);
            Files.write(temp.resolve("source/data/third"), new byte[]{1});
            metainfo = new MetainfoBuilder(temp.resolve("source/data")).build().metainfo();
            Files.write(torrent, metainfo.encoded());
            String peer = seed(temp.resolve("source"), 2L * FILE_LENGTH + 1);
            for (String source : List.of(torrent.toString(), MagnetLink.of(metainfo).toString())) {
                List<String> arguments = new ArrayList<>(get(peer));
                arguments.set(2, source);
                assertThat(run(arguments)).as(source).isEqualTo(ExitStatus.FAILED);
                assertThat(err.toString(StandardCharsets.UTF_8)).as(source)
                        .contains(target.resolve("data") + ": another content (" + first
                                + ") is being fetched to there");
            }
            assertThat(target).isEmptyDirectory();
        }
        assertThat(run(get(seed(engine(), temp.resolve("source"), metainfo.totalLength()))))
                .as(err::toString).isEqualTo(ExitStatus.DONE);
    }

    private StandaloneEngine sharing() throws IOException {
        return new StandaloneEngine(new HostPort("127.0.0.1", 0), TransportChoice.TCP,
                RateSchedules.OFF, Home.in(temp.resolve("home")), Map.of());
    }
}

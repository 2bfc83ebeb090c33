package org.gridtorrent.client.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.gridtorrent.testing.ScriptedHttpServer.partial;
import static org.gridtorrent.testing.ScriptedHttpServer.write;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.client.Main;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.mdtp.file.PartialFile;
import org.gridtorrent.mdtp.schedule.ByteRange;
import org.gridtorrent.mdtp.schedule.RangeSet;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Json;
import org.gridtorrent.terminal.Output;
import org.gridtorrent.testing.ScriptedHttpServer;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code gridtorrent fetch} in a process of its own, which is killed or interrupted. */
@SuppressWarnings("NullAway.Init") // set before each test
final class FetchProcessTest {
    private static final int KILLS = TestScale.of("fetch.kills", 3, 50);
    private static final int LENGTH = KILLS * 4_000_000;
    private static final int STEP = 32 << 10;
    private static final long STEP_MS = 8;

    @TempDir
    private Path temp;
    private final byte[] content = new byte[LENGTH];
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final ServedBytes served = new ServedBytes();
    /** Servers wait for it after the first bytes of each response. */
    private volatile CountDownLatch goesOn = new CountDownLatch(0);
    private final List<String> command = new ArrayList<>();
    /** Opened by the first request. */
    private final CountDownLatch asked = new CountDownLatch(1);
    private volatile boolean isSilent;
    private Path target;

    /** What all servers sent to one process. Thread-safe. */
    private static final class ServedBytes {
        private final RangeSet ranges = new RangeSet();
        private final Deque<Long> stepsNs = new ArrayDeque<>();
        private long count;

        synchronized void add(long start, int length) {
            ranges.add(start, start + length);
            stepsNs.add(System.nanoTime());
            count += length;
        }

        synchronized long count() {
            return count;
        }

        synchronized boolean intersects(ByteRange range) {
            return ranges.intersects(range.start(), range.end());
        }

        /**
         * Bytes that were sent from a horizon before this time on. A horizon is a quarter of the time that
         * the missing bytes take, between 1 s and 4 s.
         */
        synchronized long horizonBytes(long missing, long nowNs) {
            double secondsLeft = missing / (double) Math.max(1, since(nowNs, 1));
            return since(nowNs, Math.clamp(secondsLeft / 4, 1, 4));
        }

        private long since(long nowNs, double secondsBefore) {
            long sinceNs = nowNs - (long) (secondsBefore * 1e9);
            return STEP * stepsNs.stream().filter(at -> at - sinceNs >= 0).count();
        }

        synchronized void clear() {
            ranges.remove(0, LENGTH);
            stepsNs.clear();
            count = 0;
        }
    }

    @BeforeEach
    void serve() throws Exception {
        new Random(9).nextBytes(content);
        target = temp.resolve("cores.dat");
        command.addAll(List.of("env", "--default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp",
                System.getProperty("java.class.path"), Main.class.getName(), "fetch"));
        for (int i = 0; i < 2; i++) {
            ScriptedHttpServer server = new ScriptedHttpServer(this::respond);
            opened.add(server);
            command.add(server.uri("/cores.dat").toString());
        }
        command.addAll(List.of("-o", target.toString(), "--home",
                temp.resolve("home").toString(), "--json", "--checksum",
                "sha-256=" + HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(content))));
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    /** Serves 4 MB/s to each connection, while it is to go on. */
    private void respond(ScriptedHttpServer.Request request, OutputStream out)
            throws IOException, InterruptedException {
        asked.countDown();
        if (isSilent) {
            new CountDownLatch(1).await();
        }
        int start = (int) request.rangeStart();
        int end = (int) Math.min(request.rangeEnd(), LENGTH);
        if (start >= LENGTH) {
            write(out, "HTTP/1.1 416 x\r\nContent-Range: bytes */" + LENGTH
                    + "\r\nContent-Length: 0\r\n\r\n");
            return;
        }
        write(out, partial(start, end, LENGTH, "ETag: \"v1\"\r\n"));
        for (int at = start; at < end; at += STEP) {
            int count = Math.min(STEP, end - at);
            served.add(at, count);
            out.write(content, at, count);
            out.flush();
            goesOn.await();
            Thread.sleep(STEP_MS); // the line's rate
        }
    }

    private Process start() throws IOException {
        served.clear();
        Process process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(temp.resolve("fetch.log").toFile()).start();
        opened.add(process::destroyForcibly);
        return process;
    }

    private JsonNode lastLine() throws IOException {
        return Json.MAPPER.readTree(Files.readString(temp.resolve("fetch.log")).lines()
                .filter(line -> line.startsWith("{")).reduce((_, last) -> last).orElseThrow());
    }

    /** Ranges that the journal has, read from a copy. */
    private Collection<ByteRange> journalled() throws IOException {
        Path copy = Files.createDirectories(temp.resolve("copy")).resolve("cores.dat");
        Path part = PartialFile.partOf(target);
        if (Files.notExists(part) || Files.notExists(journal(part))) {
            return List.of();
        }
        Files.copy(part, PartialFile.partOf(copy), StandardCopyOption.REPLACE_EXISTING);
        Files.copy(journal(part), journal(PartialFile.partOf(copy)),
                StandardCopyOption.REPLACE_EXISTING);
        try (PartialFile file = PartialFile.open(copy, read -> {})) {
            return file.present();
        }
    }

    private static Path journal(Path part) {
        return part.resolveSibling(part.getFileName() + ".journal");
    }

    private static long length(Collection<ByteRange> ranges) {
        return ranges.stream().mapToLong(ByteRange::length).sum();
    }

    @Test
    void killedFetchIsNeverToFetchAgainWhatTheJournalHas() throws Exception {
        Random random = new Random(TestScale.seed("fetch.kill.seed"));
        Collection<ByteRange> before = List.of();
        for (int kill = 0; kill < KILLS; kill++) {
            Process fetch = start();
            long moment = random.nextInt(LENGTH / KILLS);
            await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> served.count() > moment || !fetch.isAlive());
            long missing = LENGTH - length(before) - served.count();
            long killedNs = System.nanoTime();
            fetch.destroyForcibly().waitFor();
            assertThat(before).noneMatch(served::intersects);
            Collection<ByteRange> now = journalled();
            long lost = served.count() - (length(now) - length(before));
            assertThat(lost).isNotNegative();
            if (TestScale.isFull()) {
                assertThat(lost).as("bytes to fetch again")
                        .isLessThanOrEqualTo(served.horizonBytes(missing, killedNs));
            }
            before = now;
        }
        assertThat(start().waitFor()).as(Files.readString(temp.resolve("fetch.log")))
                .isEqualTo(ExitStatus.DONE);
        assertThat(before).noneMatch(served::intersects);
        assertThat(target).hasBinaryContent(content);
        assertThat(lastLine().path("verified").booleanValue()).isTrue();
        assertThat(PartialFile.partOf(target)).doesNotExist();
    }

    private static void interrupt(Process fetch) throws Exception {
        assertThat(new ProcessBuilder("kill", "-INT", Long.toString(fetch.pid())).start()
                .waitFor()).isZero();
        assertThat(fetch.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(fetch.exitValue()).isEqualTo(ExitStatus.INTERRUPTED);
    }

    @Test
    void fetchKeepsOthersFromItsFile_andSaysHowToGoOnWhenItIsInterrupted() throws Exception {
        Process fetch = start();
        await().atMost(60, TimeUnit.SECONDS).until(() -> served.count() > 1_000_000);
        goesOn = new CountDownLatch(1);
        opened.add(goesOn::countDown);
        assertSecondIsRefused();
        interrupt(fetch);
        assertThat(Files.readString(temp.resolve("fetch.log")))
                .contains("run the same command again to go on");
        JsonNode told = lastLine();
        assertThat(told.path("event").asText()).isEqualTo("interrupted");
        assertThat(length(journalled())).isPositive()
                .isEqualTo(told.path("bytesHad").longValue());
    }

    /** It runs in this process. */
    private void assertSecondIsRefused() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Output output = new Output(
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8), false);
        String[] words = command.subList(command.indexOf("fetch"), command.size())
                .toArray(String[]::new);
        assertThat(Main.run(new Invocation(Map.of(), output), words))
                .isEqualTo(ExitStatus.FAILED);
        assertThat(err.toString(StandardCharsets.UTF_8)).hasLineCount(1)
                .contains("cores.dat.part: another fetch is writing it");
    }

    @Test
    void fetchThatIsInterruptedBeforeAnythingCameLeavesNothing() throws Exception {
        isSilent = true;
        Process fetch = start();
        assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
        interrupt(fetch);
        assertThat(PartialFile.partOf(target)).doesNotExist();
        assertThat(journal(PartialFile.partOf(target))).doesNotExist();
    }
}

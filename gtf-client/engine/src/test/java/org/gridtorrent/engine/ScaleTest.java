package org.gridtorrent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.storage.TestContent;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Resources of an engine with many idle contents, and with long pieces. */
final class ScaleTest {
    private static final int CONTENTS = TestScale.of("engine.contents", 100, 200);

    @TempDir
    Path temp = Path.of("");

    private static long threads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }

    private static long descriptors() {
        return ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
                .getOpenFileDescriptorCount();
    }

    private Swarm seed(Engine engine, int number) throws Exception {
        Path directory = Files.createDirectories(temp.resolve("source" + number));
        Metainfo metainfo = TestContent.make(directory, number, 20_000).metainfo();
        Path state = temp.resolve("state" + number);
        Engine.recordAllVerified(metainfo, directory, state);
        return engine.add(metainfo, directory, state, SwarmOptions.seedingInPlace());
    }

    @Test
    void idleContentsUseNoThreadsOrDescriptors() throws Exception {
        try (Engine engine = Engine.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), new OpenGate())) {
            seed(engine, 0).completion().get();
            long threads = threads();
            long descriptors = descriptors();
            List<Swarm> swarms = new ArrayList<>();
            for (int i = 1; i <= CONTENTS; i++) {
                swarms.add(seed(engine, i));
            }
            await().until(() -> swarms.stream()
                    .allMatch(swarm -> swarm.status().phase() == SwarmPhase.SEEDING));
            // Of those that all share, some come and go; there are less than for each content.
            await().untilAsserted(() -> {
                assertThat(threads()).isLessThan(threads + 50);
                assertThat(descriptors()).isLessThan(descriptors + 50);
            });
        }
    }

    @Test
    void downloadsPiecesLongerThanTheHeap() throws Exception {
        Process process = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx40m",
                "-XX:+UseSerialGC", "-cp",
                System.getProperty("java.class.path"), SmallHeapProgram.class.getName(),
                temp.toString()).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        String[] lines = said.strip().split("\n", -1);
        assertThat(Long.parseLong(lines[lines.length - 1])).as(said).isPositive()
                .isLessThan(16 << 20);
    }
}

package org.gridtorrent.ptcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LeakTest {
    @Test
    void hundredsOfConnections_leaveNoThreadAndNoDescriptor(@TempDir Path dir) throws Exception {
        oneConnection(0);
        await().atMost(Duration.ofSeconds(60)).until(() -> ptcpThreads(dir) == 0);
        long before = openDescriptors();
        for (int i = 0; i < 300; i++) {
            oneConnection(i);
        }
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            assertThat(ptcpThreads(dir)).isZero();
            assertThat(openDescriptors()).isLessThanOrEqualTo(before);
        });
    }

    /** In turn: clean ends, one-sided closes, resets. */
    private static void oneConnection(int i) throws IOException {
        try (SocketPair pair = SocketPair.connected(1 + i % 8)) {
            pair.client().getOutputStream().write(new byte[100 * i]);
            if (i % 3 == 0) {
                pair.client().shutdownOutput();
                assertThat(pair.accepted().getInputStream().readAllBytes()).hasSize(100 * i);
            } else if (i % 3 == 1) {
                pair.accepted().setSoLinger(true, 0);
                pair.accepted().getOutputStream().write(1);
            }
        }
    }

    private static long openDescriptors() {
        return ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
                .getOpenFileDescriptorCount();
    }

    private static long ptcpThreads(Path dir) throws IOException {
        Path dump = dir.resolve("threads.txt");
        Files.deleteIfExists(dump);
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(dump.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
        try (var lines = Files.lines(dump)) {
            return lines.filter(line -> line.contains("\"ptcp-")).count();
        }
    }
}

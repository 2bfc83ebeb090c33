package org.gridtorrent.client.daemon;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.gridtorrent.client.config.Configuration;
import org.gridtorrent.client.config.Home;
import org.gridtorrent.client.security.Site;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DaemonMetricsTest {
    @TempDir
    private Path folder;

    @Test
    void measurements_areInTheFileWhileTheDaemonRuns() throws Exception {
        Path file = folder.resolve("gridtorrent.prom");
        Home home = Home.in(folder.resolve("home"));
        Configuration configuration = Configuration.read(Map.of("GRIDTORRENT_LISTEN",
                "127.0.0.1:0", "GRIDTORRENT_METRICS_FILE", file.toString()), home);
        try (Daemon _ = Daemon.start(DaemonOptions.of(home, configuration, "test"),
                new Site(folder, "lab").device("member", "d1").identity)) {
            await().until(() -> Files.exists(file));
            String text = Files.readString(file);
            assertThat(text).contains("gridtorrent_daemon_info{version=\"test\",site=\"lab\"} 1\n",
                    "gridtorrent_daemon_tracker_up 0\n",
                    "gridtorrent_daemon_uploaded_bytes_total 0\n");
            assertThat(namedInDashboardAndAlerts()).isNotEmpty()
                    .allSatisfy(name -> assertThat(text).contains("# TYPE " + name + " "));
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-r--r--");
            assertPrometheusTakes(file);
        }
        await().until(() -> Files.notExists(file));
    }

    private static Set<String> namedInDashboardAndAlerts() throws IOException {
        Set<String> names = new TreeSet<>();
        for (String sample : List.of("alerts.yml", "grafana/dashboard.json")) {
            Matcher name = Pattern.compile("gridtorrent_daemon_[a-z_]+")
                    .matcher(Files.readString(Path.of("../../docker/campus", sample)));
            while (name.find()) {
                names.add(name.group());
            }
        }
        return names;
    }

    private static void assertPrometheusTakes(Path file) throws Exception {
        assumeTrue(Stream.of("/usr/bin/promtool", "/usr/local/bin/promtool").map(Path::of)
                .anyMatch(Files::isExecutable), "promtool is not installed");
        Process check = new ProcessBuilder("promtool", "check", "metrics")
                .redirectErrorStream(true).redirectInput(file.toFile()).start();
        assertThat(new String(check.getInputStream().readAllBytes(), UTF_8)).isEmpty();
        assertThat(check.waitFor()).isZero();
    }
}

package org.gridtorrent.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gridtorrent.e2e.process.Outcome;
import org.gridtorrent.e2e.process.Programs;
import org.gridtorrent.e2e.process.Running;
import org.junit.jupiter.api.Test;

/** The files of docker/, read by the programs that they are for. */
class ContainerFilesTest {
    private static final Path DOCKER = Programs.root().resolve("docker");

    private static void expect(String program, String... words) {
        assumeTrue(CleanDebian.isInstalled(program), program + " is not installed");
        Outcome outcome = Running.run(List.of(words), "", Duration.ofSeconds(60));
        assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
    }

    private static String campus(String file) {
        return DOCKER.resolve("campus").resolve(file).toString();
    }

    @Test
    void alertsAreRulesOfPrometheus_andFireOnWhatTheyAreFor() {
        expect("promtool", "promtool", "check", "rules", campus("alerts.yml"));
        expect("promtool", "promtool", "test", "rules", campus("alerts-test.yml"));
        expect("promtool", "promtool", "check", "config", "--syntax-only",
                campus("prometheus.yml"));
    }

    @Test
    void haproxyTakesItsConfiguration() {
        expect("haproxy", "haproxy", "-c", "-f", campus("haproxy.cfg"));
    }

    @Test
    void composeTakesItsFiles() {
        assumeTrue(Files.isDirectory(Programs.root().resolve("packaging/target/release")),
                "the packages, of which the image is made, are not built");
        for (String file : List.of("site.yml", "campus.yml", "bench.yml")) {
            expect("docker-compose", "env", "GRAFANA_PASSWORD=a password", "docker-compose", "-f",
                    DOCKER.resolve(file).toString(), "config", "--quiet");
        }
    }
}

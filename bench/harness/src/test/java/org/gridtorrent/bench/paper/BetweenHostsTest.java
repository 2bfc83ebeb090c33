package org.gridtorrent.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.bench.experiment.Experiment.Progress;
import org.gridtorrent.bench.experiment.Experiment.Scale;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.bench.testbed.OtherMachines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With what stands for other machines; skipped, with the reason, where none can be made. */
@Timeout(180)
class BetweenHostsTest {
    private static final Progress SILENT = line -> {};

    @Test
    void aScenarioHasAsManySeedersAsThereAreHosts_butForTheClients(@TempDir Path temp)
            throws Exception {
        List<Result> results = new ArrayList<>();
        try (var machines = new OtherMachines(3, temp)) {
            assertThat(PaperTestbed.maxSeeders(machines.given())).isEqualTo(2);
            try (var testbed = new PaperTestbed(PaperLine.WAN, machines.given(),
                    ContentFolder.TMPFS, 2, SILENT)) {
                assertThat(testbed.expected().expectedMegabits(2, 8)).as("Mb/s of 100")
                        .isBetween(10.0, 200.0);
                PaperScenario.III.measure(
                        new ExperimentRun("gtf-3", Scale.QUICK, machines.given(), SILENT,
                                results::add),
                        new PaperPlan(1, 1, 2_000_000), List.of(new StreamSetting(2, 4)), testbed);
            }
            assertThat(machines.left()).isEmpty();
        }
        assertThat(results).isNotEmpty().allSatisfy(result -> {
            assertThat(((Result.Measured) result).value()).isPositive();
            assertThat(result.setting()).startsWith("hosts 198.18.").contains(": scenario III, ");
        });
    }
}

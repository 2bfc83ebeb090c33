package org.gridtorrent.bench.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.bench.endpoint.ExpectedRate;
import org.gridtorrent.bench.process.Iperf3;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.bench.testbed.OtherMachines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With what stands for two other machines; skipped, with the reason, where none can be made. */
@Timeout(180)
class BetweenHostsTest {
    private static final ExpectedRate UNASKED = new ExpectedRate(1, 1);

    @Test
    void allMove_asMuchAsTheLineWasFoundToBring_andLeaveNothingThere(@TempDir Path temp)
            throws Exception {
        var plan = new TransferExperiment.Plan(Duration.ZERO, 0, List.of(2), false, 1, 0.5);
        var beside = new FairnessExperiment.Plan(List.of(2), false, 1, 0.2, 1);
        List<Result> results = new ArrayList<>();
        try (var machines = new OtherMachines(2, temp)) {
            try (var testbed = new TransferTestbed(machines.given(), ContentFolder.TMPFS,
                    line -> {})) {
                ExpectedRate rate = testbed.rate(UNASKED);
                // A queue that a busy processor let fill goes out faster; without the line it were thousands.
                assertThat(rate.total()).as("Mb/s of 100").isBetween(10.0, 200.0);
                TransferExperiment.measure(TestLine.run(results), plan, rate, TransferTool.all(),
                        testbed);
                if (Iperf3.missing().isEmpty()) {
                    List<TransferTool> two = List.of(new GridTorrentTool(), new Iperf3Tool());
                    FairnessExperiment.measure(TestLine.run(results), beside, rate, two, testbed);
                }
            }
            assertThat(machines.left()).isEmpty();
        }
        assertThat(results).filteredOn(Result.Skipped.class::isInstance)
                .allSatisfy(result -> assertThat(((Result.Skipped) result).reason())
                        .doesNotContain("it failed"));
        assertThat(results).filteredOn(Result.Measured.class::isInstance)
                .allSatisfy(result -> assertThat(((Result.Measured) result).value()).isPositive())
                .allSatisfy(result -> assertThat(result.setting()).startsWith("hosts 198.18."));
    }
}

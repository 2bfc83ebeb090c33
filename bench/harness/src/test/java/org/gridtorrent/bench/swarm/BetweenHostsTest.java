package org.gridtorrent.bench.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gridtorrent.bench.experiment.Experiment.Scale;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.peer.ClientProgram;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.testbed.OtherMachines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With what stands for other machines; skipped, with the reason, where none can be made. */
@Timeout(180)
class BetweenHostsTest {
    @Test
    void everyClientThatIsInstalled_movesFromTheFirstToAllOthers(@TempDir Path temp)
            throws Exception {
        List<Result> results = new ArrayList<>();
        try (var machines = new OtherMachines(3, temp)) {
            SwarmComparison.clients(new ExperimentRun("clients", Scale.QUICK, machines.given(),
                    line -> {}, results::add));
            assertThat(machines.left()).isEmpty();
        }
        assertThat(results).filteredOn(Result.Measured.class::isInstance).extracting(Result::peer)
                .containsOnly(Arrays.stream(ClientProgram.values())
                        .filter(client -> client != ClientProgram.GRIDTORRENT
                                && client.missing().isEmpty())
                        .map(ClientProgram::title).toArray(String[]::new));
        assertThat(results).filteredOn(Result.Skipped.class::isInstance)
                .allSatisfy(result -> assertThat(((Result.Skipped) result).reason())
                        .doesNotContain("it failed"));
        assertThat(results).filteredOn(Result.Measured.class::isInstance)
                .allSatisfy(result -> assertThat(((Result.Measured) result).value()).isPositive())
                .allSatisfy(result -> assertThat(result.setting()).startsWith("hosts 198.18.")
                        .contains(": 1 seeders × 2 leechers, 4 MiB"));
    }
}

package org.gridtorrent.bench.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.gridtorrent.bench.experiment.Experiment.Scale;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.peer.ClientProgram;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.bench.testbed.EmulatedLine;
import org.gridtorrent.bench.testbed.Testbed;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class SwarmComparisonTest {
    @Test
    void peersUploadAtTheRateOfTheirTurn() {
        SwarmSpec spec = SwarmSpec.unequal(2, 3, 10);
        assertThat(List.of(spec.rate(0), spec.rate(1), spec.rate(2), spec.rate(3), spec.rate(4)))
                .containsExactly(16_000_000L, 4_000_000L, 16_000_000L, 4_000_000L, 16_000_000L);
        assertThat(spec.describe())
                .isEqualTo("2 seeders × 3 leechers, 10 MiB, each gives 16 or 4 MB/s");
        assertThat(spec.boundSeconds()).hasValue(3.0 * (10 << 20) / 56e6);
        assertThat(SwarmSpec.unlimited(1, 1, 1).boundSeconds()).isEmpty();
    }

    @Test
    void onHosts_aLineBoundsWhatPeersTake_asWell() {
        SwarmSpec spec = SwarmSpec.unequal(2, 3, 10).withHosts();
        assertThat(spec.describe()).isEqualTo(
                "2 seeders × 3 leechers, 10 MiB, each has a line of 16 or 4 MB/s, 20ms, loss 0.01%");
        assertThat(spec.boundSeconds()).hasValue((10 << 20) / 4e6);
        assertThat(spec.lines(1).hosts()).isEqualTo(5);
        assertThat(spec.lines(1).rateOf(2)).isEqualTo(33_149_171);
    }

    @Test
    void everyClientIsMeasuredBesideOurs() throws Exception {
        List<Result> results = new ArrayList<>();
        List<String> said = new ArrayList<>();
        SwarmComparison.clients(new ExperimentRun("clients", Scale.QUICK, Testbed.EMULATED,
                said::add, results::add));
        assertMeasured(results, said, ClientProgram::missingOverLoopback);
    }

    /** Skipped, with the reason, where no line can be made. In the build others than libtorrent run on given hosts alone. */
    @Test
    void everyClientIsMeasuredBesideOurs_onHosts(@TempDir Path temp) throws Exception {
        Function<ClientProgram, Optional<String>> missing = client -> TestScale.isFull()
                || client == ClientProgram.GRIDTORRENT || client == ClientProgram.LIBTORRENT
                        ? client.missing()
                        : Optional.of("not run");
        SwarmSpec spec = SwarmSpec.equal(1, 1, 10_000_000, 2).withHosts();
        List<Result> results = new ArrayList<>();
        List<String> said = new ArrayList<>();
        ExperimentRun run = new ExperimentRun("clients", Scale.QUICK, Testbed.EMULATED, said::add,
                results::add);
        try (EmulatedLine line = line(spec);
                ContentFolder folder = ContentFolder.create(temp, spec.length(), spec.leeches(),
                        line.hosts())) {
            new SwarmComparison(run, spec.describe(), spec).clients(missing, folder,
                    number -> line.host(number + 1), 1, 1);
        }
        assertMeasured(results, said, missing);
    }

    private static EmulatedLine line(SwarmSpec spec) throws Exception {
        try {
            return new EmulatedLine("test", spec.lines(1));
        } catch (CommandFailure e) {
            return abort(e.line());
        }
    }

    private static List<ClientProgram> present(Function<ClientProgram, Optional<String>> missing) {
        return Arrays.stream(ClientProgram.values())
                .filter(client -> missing.apply(client).isEmpty())
                .toList();
    }

    /** Those that are installed; a row for each of the others says what is missing. */
    private static void assertMeasured(List<Result> results, List<String> said,
            Function<ClientProgram, Optional<String>> missing) {
        List<ClientProgram> present = present(missing);
        assertThat(said).anyMatch(line -> line.contains("the last leecher"));
        assertThat(results).filteredOn(Result.Measured.class::isInstance).extracting(Result::peer)
                .containsAll(present.stream().map(ClientProgram::title)
                        .filter(title -> !title.equals(ClientProgram.GRIDTORRENT.title())).toList())
                .contains("the Kumar–Ross bound");
        assertThat(results).filteredOn(Result.Skipped.class::isInstance).extracting(Result::peer)
                .containsExactlyElementsOf(Arrays.stream(ClientProgram.values())
                        .filter(client -> !present.contains(client)).map(ClientProgram::title)
                        .toList());
        assertThat(results).filteredOn(Result.Measured.class::isInstance)
                .allSatisfy(result -> assertThat(((Result.Measured) result).value()).isPositive());
    }
}

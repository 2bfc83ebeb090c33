package org.gridtorrent.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.bench.experiment.Experiment.Scale;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.process.Iperf3;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.testbed.Testbed;
import org.junit.jupiter.api.Test;

/** With a real line; skipped, with the reason, where none can be made. */
class PaperScenarioTest {
    @Test
    void aScenarioGivesTheRowsOfEachPoint_itsSummary_andTheLine() throws Exception {
        List<Result> results = new ArrayList<>();
        List<String> said = new ArrayList<>();
        PaperScenario.III.run(new ExperimentRun("gtf-3", Scale.QUICK, Testbed.EMULATED, said::add,
                results::add));
        if (results.getFirst() instanceof Result.Skipped skipped) {
            abort(skipped.reason());
        }
        assertThat(said).anyMatch(line -> line.contains("30ms") && line.contains("reno"));
        assertThat(results).extracting(Result::setting).startsWith(
                "scenario III, 4 streams, 4 to each seeder",
                "scenario III, 8 streams, 4 to each seeder");
        for (Result result : results.subList(0, 2)) {
            var point = (Result.Measured) result;
            assertThat(List.of(point.value(), point.peerValue())).allMatch(
                    rate -> rate > 0 && rate < PaperLine.WAN.expectedMegabits(2, 100));
        }
        assertThat(results).last().extracting(Result::subject).isEqualTo("iperf3 -P 50");
        assertThat(results.subList(0, results.size() - 1))
                .allMatch(Result.Measured.class::isInstance);
        assertThat(results.getLast() instanceof Result.Measured)
                .isEqualTo(Iperf3.missing().isEmpty());
    }
}

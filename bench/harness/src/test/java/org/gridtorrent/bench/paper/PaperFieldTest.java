package org.gridtorrent.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.bench.experiment.Experiment.Progress;
import org.gridtorrent.bench.experiment.OwnLine;
import org.gridtorrent.bench.experiment.SwarmFolder;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.terminal.CommandFailure;
import org.junit.jupiter.api.Test;

/** With a real line; skipped, with the reason, where none can be made. */
class PaperFieldTest {
    private static final Progress SILENT = line -> {};

    @Test
    void aScenarioOfOnePointGivesItsRows() throws Exception {
        List<Result> results = new ArrayList<>();
        var point = new PaperPoint(2, 4);
        try (PaperField field = field()) {
            new ScenarioRounds(Scenario.III, new PaperPlan(1, 1, 2_000_000), List.of(point), field,
                    SILENT).run(results::add);
            assertThat(field.line().words()).contains("30ms", "reno");
        }
        var first = (Result.Measured) results.getFirst();
        assertThat(first.setting()).isEqualTo("scenario III, 8 streams, 4 to each seeder");
        assertThat(List.of(first.value(), first.peerValue())).allMatch(
                rate -> rate > 0 && rate < PaperLine.WAN.expectedMegabits(2, 100));
        assertThat(results).allMatch(Result.Measured.class::isInstance);
    }

    private static PaperField field() throws IOException, InterruptedException {
        try {
            return new PaperField(PaperLine.WAN,
                    new OwnLine("test-paper", PaperLine.WAN.spec(2, 1)), SwarmFolder.DISK, 2,
                    SILENT);
        } catch (CommandFailure e) {
            return abort(e.line());
        }
    }
}

package org.gridtorrent.bench.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.bench.process.Iperf3;
import org.gridtorrent.bench.result.Result;
import org.junit.jupiter.api.Test;

/** With a real line; skipped, with the reason, where none can be made. */
class FairnessExperimentTest {
    private static final FairnessExperiment.Plan PLAN = new FairnessExperiment.Plan(List.of(2),
            false, 1, 0.2, 1.5);

    @Test
    void eachMovesBesideOthers_andOneThatIsNotThereOrFailsSaysWhy()
            throws IOException, InterruptedException {
        assumeTrue(Iperf3.missing().isEmpty(), () -> Iperf3.missing().orElse(""));
        List<Result> results = new ArrayList<>();
        try (TestLine line = TestLine.make(Duration.ofMillis(5), 0)) {
            FairnessExperiment.measure(TestLine.run(results), PLAN, TestLine.RATE, TestLine.tools(),
                    line.testbed());
        }
        assertThat(results).filteredOn(Result.Measured.class::isInstance)
                .extracting(Result::subject, result -> ((Result.Measured) result).metric().name(),
                        Result::peer)
                .containsExactly(
                        tuple("PTCP", "Jain's index", "plain TCP"),
                        tuple("GridTorrent", "Jain's index", "plain TCP"),
                        tuple("PTCP", "goodput", Result.FAIR_SHARE),
                        tuple("GridTorrent", "goodput", Result.FAIR_SHARE),
                        tuple("plain TCP", "goodput", Result.FAIR_SHARE));
        assertThat(results).filteredOn(Result.Measured.class::isInstance)
                .allSatisfy(result -> assertThat((Result.Measured) result)
                        .satisfies(row -> assertThat(row.value()).isPositive())
                        .satisfies(row -> assertThat(row.peerValue()).isPositive()));
        assertThat(results).filteredOn(Result.Measured.class::isInstance)
                .map(Result.Measured.class::cast)
                .filteredOn(row -> row.metric().unit().equals("of 1"))
                .allSatisfy(row -> assertThat(row.value()).isBetween(1.0 / 3, 1.0));
        assertThat(results).filteredOn(Result.Skipped.class::isInstance)
                .extracting(Result::subject, Result::peer)
                .containsExactly(tuple("PTCP", "absent"), tuple("PTCP", "failing"),
                        tuple("GridTorrent", "absent"), tuple("GridTorrent", "failing"));
    }
}

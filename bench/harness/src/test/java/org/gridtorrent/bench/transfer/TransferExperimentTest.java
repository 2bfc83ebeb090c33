package org.gridtorrent.bench.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.bench.result.Result;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With one real line for all; skipped, with the reason, where none can be made. */
@TestInstance(Lifecycle.PER_CLASS)
class TransferExperimentTest {
    private static final TransferExperiment.Plan PLAN = new TransferExperiment.Plan(
            Duration.ofMillis(5), 0,
            List.of(2), false, 1, 0.5);

    private final TestLine line;

    TransferExperimentTest() throws IOException, InterruptedException {
        line = TestLine.make(PLAN.rtt(), PLAN.loss());
    }

    @AfterAll
    void close() {
        line.close();
    }

    @Test
    void oursAreComparedWithEachThatIsThere_andOneThatIsNotOrFailsSaysWhy()
            throws IOException, InterruptedException {
        List<Result> results = new ArrayList<>();
        TransferExperiment.measure(TestLine.run(results), PLAN, TestLine.RATE, TestLine.tools(),
                line.testbed());
        assertThat(results).filteredOn(Result.Measured.class::isInstance)
                .extracting(Result::subject, Result::peer)
                .containsExactly(
                        tuple("PTCP", "plain TCP"),
                        tuple("GridTorrent",
                                "PTCP, memory to memory"));
        assertThat(results).filteredOn(Result.Measured.class::isInstance)
                .allSatisfy(result -> assertThat((Result.Measured) result)
                        .satisfies(row -> assertThat(row.value()).isPositive())
                        .satisfies(row -> assertThat(row.peerValue()).isPositive()));
        assertThat(results).filteredOn(result -> result.peer().equals(TestLine.ABSENT.title()))
                .hasSize(2)
                .allSatisfy(result -> assertThat(((Result.Skipped) result).reason())
                        .isEqualTo("it is not here"));
        assertThat(results).filteredOn(result -> result.peer().equals("failing")).hasSize(2)
                .allSatisfy(result -> assertThat(((Result.Skipped) result).reason())
                        .isEqualTo("it failed: no route"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"iperf3", "GridFTP", "UDT", "FDT"})
    void anotherProgramThatIsThere_movesWhatItCan(String title)
            throws IOException, InterruptedException {
        TransferTool mover = TransferTool.all().stream().filter(one -> one.title().equals(title))
                .findFirst()
                .orElseThrow();
        assumeTrue(mover.missing(Medium.MEMORY).isEmpty() || mover.missing(Medium.DISK).isEmpty(),
                () -> mover.missing(Medium.DISK).orElse(""));
        for (Medium way : Medium.values()) {
            if (mover.missing(way).isEmpty()) {
                assertThat(mover.move(TransferJob.lasting(way, 2, PLAN.seconds(), TestLine.RATE),
                        line.testbed()))
                        .isPositive();
            }
        }
    }
}

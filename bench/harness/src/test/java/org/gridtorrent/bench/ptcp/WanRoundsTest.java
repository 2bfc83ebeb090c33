package org.gridtorrent.bench.ptcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.experiment.OwnLine;
import org.gridtorrent.bench.link.LineSpec;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.terminal.CommandFailure;
import org.junit.jupiter.api.Test;

/** With a real line; skipped, with the reason, where none can be made. */
class WanRoundsTest {
    private static final WanPlan PLAN = new WanPlan(Duration.ofMillis(5), 0, List.of(1, 2), 1, 0,
            1, 1);

    @Test
    void withoutIperf3_ptcpIsMeasuredAgainstItself() throws IOException, InterruptedException {
        List<Result> results = new ArrayList<>();
        List<String> said = new ArrayList<>();
        try (WanLine line = line()) {
            new WanRounds("test", PLAN, line, said::add, Optional.of("iperf3 is not here"))
                    .run(results::add);
        }
        assertThat(said).anyMatch(text -> text.contains("2 streams: PTCP"));
        assertThat(results).hasSize(4);
        assertThat(results.subList(0, 2)).allSatisfy(result -> assertThat(result)
                .isInstanceOfSatisfying(Result.Skipped.class, skipped -> assertThat(skipped)
                        .extracting(Result.Skipped::peer, Result.Skipped::reason)
                        .containsExactly("iperf3", "iperf3 is not here")));
        assertThat(results.subList(2, 4)).allSatisfy(result -> assertThat(result)
                .isInstanceOfSatisfying(Result.Measured.class, measured -> {
                    assertThat(measured.peer()).startsWith("PTCP, the best fixed count: ");
                    assertThat(measured.peerValue()).isPositive();
                }));
    }

    private static WanLine line() throws IOException, InterruptedException {
        try {
            return new WanLine(
                    new OwnLine("test", LineSpec.ofTwo(PLAN.rtt(), PLAN.loss(), 1)));
        } catch (CommandFailure e) {
            return abort(e.line());
        }
    }
}

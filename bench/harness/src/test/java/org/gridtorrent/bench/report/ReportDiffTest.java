package org.gridtorrent.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.result.Result.Measured;
import org.gridtorrent.bench.result.Result.Metric;
import org.junit.jupiter.api.Test;

class ReportDiffTest {
    @Test
    void matchesRowsWithSelfTunedNumbers() {
        List<ReportSection> then = section("self-tuned, 16 streams",
                "PTCP, the best fixed count: 15",
                0.9);
        List<ReportSection> now = section("self-tuned, 32 streams",
                "PTCP, the best fixed count: 16",
                0.99);
        assertThat(ReportDiff.between(then, now)).satisfies(diff -> {
            assertThat(diff.changes()).singleElement()
                    .satisfies(change -> assertThat(change.verdict()).isEqualTo(Verdict.BETTER));
            assertThat(diff.removed()).isEmpty();
            assertThat(diff.added()).isEmpty();
        });
    }

    private static List<ReportSection> section(String setting, String peer, double ratio) {
        return List.of(
                new ReportSection("x", Optional.empty(), List.of(new Measured("x", setting, "PTCP",
                        Metric.LINE_GOODPUT, ratio, 0, peer, 1, 0))));
    }
}

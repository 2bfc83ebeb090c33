package org.gridtorrent.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.gridtorrent.bench.result.Result.Measured;
import org.gridtorrent.bench.result.Result.Metric;
import org.junit.jupiter.api.Test;

class PublishedFigureTest {
    @Test
    void aPapersBest_standsBesideTheBestHere() {
        PublishedFigure fact = PublishedFigure.of("ptcp-wan").getFirst();
        List<Measured> results = List.of(row("30ms, bbr: 8 streams", 672, "iperf3"),
                row("30ms, bbr: 16 streams", 967, "iperf3"),
                row("100ms, bbr: 16 streams", 1000, "iperf3"));
        assertThat(fact.found(results)).hasValueSatisfying(found -> {
            assertThat(found.value()).isEqualTo(967);
            assertThat(found.setting()).isEqualTo("30ms, bbr: 16 streams");
            assertThat(fact.agrees(found.value())).isFalse();
        });
        assertThat(fact.agrees(118 * 1.1)).isTrue();
        assertThat(fact.found(List.of())).isEmpty();
    }

    @Test
    void agreesWithinARange() {
        PublishedFigure fact = PublishedFigure.of("gtf-overhead").getFirst();
        assertThat(fact.agrees(300)).isTrue();
        assertThat(fact.agrees(600)).isTrue();
        assertThat(fact.agrees(200)).isFalse();
        assertThat(fact.agrees(700)).isFalse();
    }

    @Test
    void aRatio_isHeldMoreCloselyThanAHeight() {
        PublishedFigure gain = PublishedFigure.of("gtf-3").get(1);
        assertThat(gain.unit()).isEqualTo("×");
        assertThat(gain.agrees(1.23 * 0.96)).isTrue();
        assertThat(gain.agrees(1.23 * 0.94)).isFalse();
    }

    @Test
    void findsEveryPublishedFiguresRows() {
        for (String experiment : List.of("gtf-1", "gtf-2", "gtf-3", "gtf-best", "gtf-overhead",
                "tracker", "transfer", "fairness", "clients")) {
            assertThat(PublishedFigure.of(experiment)).isNotEmpty()
                    .allSatisfy(fact -> assertThat(fact.found(List.of())).isEmpty());
        }
    }

    private static Measured row(String setting, double value, String peer) {
        return new Measured("ptcp-wan", setting, "PTCP", Metric.LINE_GOODPUT, value, 0, peer, 1, 0);
    }
}

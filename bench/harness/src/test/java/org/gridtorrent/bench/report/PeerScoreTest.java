package org.gridtorrent.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Measured;
import org.gridtorrent.bench.result.Result.Metric;
import org.junit.jupiter.api.Test;

class PeerScoreTest {
    @Test
    void countsProgramsAndAims_butNotPapersBoundsAndOurOwn() {
        List<Result> results = List.of(beside("iperf3 -P 4", 2), beside("iperf3 -P 16", 0.5),
                beside("libtorrent, one connection", 1.01), beside(Result.AIM, 0.99),
                beside("the paper", 4), beside("the best found", 0.5),
                beside("PTCP, the best fixed count: 16", 0.5), beside("one at a time", 2),
                beside("GridTorrent", 2),
                new Result.Skipped("x", "case", "GridTorrent", "FDT", "no jar"));
        assertThat(PeerScore.of(List.of(new ReportSection("x", Optional.empty(), results))))
                .containsExactly(new PeerScore("iperf3", 1, 0, 1, 0),
                        new PeerScore("libtorrent", 0, 1, 0, 0),
                        new PeerScore(Result.AIM, 0, 0, 1, 0),
                        new PeerScore("FDT", 0, 0, 0, 1));
    }

    private static Measured beside(String peer, double ratio) {
        return new Measured("x", "case", "GridTorrent", Metric.LINE_GOODPUT, ratio, 0, peer, 1, 0);
    }
}

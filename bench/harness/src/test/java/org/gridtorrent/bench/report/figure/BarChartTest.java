package org.gridtorrent.bench.report.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.gridtorrent.bench.report.figure.BarChart.Bar;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Measured;
import org.gridtorrent.bench.result.Result.Metric;
import org.junit.jupiter.api.Test;

class BarChartTest {
    private static final Metric RATE = Metric.higher("rate", "MB/s");

    @Test
    void subjectAndPeersAreBars_theBestFirst() {
        List<BarChart> charts = BarChart.of(List.of(row(RATE, "rsync", 367), row(RATE, "curl", 636),
                row(RATE, Result.AIM, 1)));
        assertThat(charts).singleElement().satisfies(chart -> {
            assertThat(chart.fileName())
                    .isEqualTo("private-one-file-of-3-gib-gridtorrent-rate.svg");
            assertThat(chart.bars()).containsExactly(new Bar("curl", 636, false),
                    new Bar("GridTorrent", 571, true), new Bar("rsync", 367, false));
            assertThat(chart.numbers().format(367.4)).isEqualTo("367");
        });
    }

    @Test
    void ofTimes_theShortestIsFirst() {
        assertThat(
                BarChart.of(List.of(row(Metric.TIME, "rsync", 900), row(Metric.TIME, "scp", 700))))
                .singleElement().extracting(chart -> chart.bars().getFirst().name())
                .isEqualTo("GridTorrent");
    }

    @Test
    void oneProgramAlone_makesNoChart() {
        assertThat(BarChart.of(List.of(row(RATE, "rsync", 367)))).isEmpty();
    }

    private static Measured row(Metric metric, String peer, double value) {
        return new Measured("private", "one file of 3 GiB", "GridTorrent", metric, 571, 0, peer,
                value, 0);
    }
}

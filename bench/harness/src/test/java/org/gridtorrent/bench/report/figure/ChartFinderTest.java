package org.gridtorrent.bench.report.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.bench.report.figure.Chart.Curve;
import org.gridtorrent.bench.result.Result.Measured;
import org.gridtorrent.bench.result.Result.Metric;
import org.junit.jupiter.api.Test;

class ChartFinderTest {
    @Test
    void aCount_isWhatCurvesGoOver() {
        List<Chart> figures = ChartFinder.of(List.of(row("30 ms: 1 stream", 10, "iperf3", 12),
                row("30 ms: 4 streams", 40, "iperf3", 41), row("30 ms: 16 streams", 90, "iperf3",
                        80)));
        assertThat(figures).singleElement().satisfies(figure -> {
            assertThat(figure.title()).isEqualTo("30 ms");
            assertThat(figure.x()).isEqualTo("streams");
            assertThat(figure.curves()).extracting(Curve::name).containsExactly("PTCP", "iperf3");
            assertThat(figure.curves().getFirst().points()).containsEntry(1.0, 10.0)
                    .containsEntry(4.0, 40.0).containsEntry(16.0, 90.0);
            assertThat(figure.curves().getLast().points()).containsEntry(16.0, 80.0);
        });
    }

    @Test
    void aSecondCount_makesACurveOfEachValue() {
        List<Measured> rows = new ArrayList<>();
        for (int seeders : new int[]{1, 8}) {
            for (int streams : new int[]{1, 2, 3}) {
                rows.add(row(seeders + (seeders == 1 ? " seeder × " : " seeders × ") + streams
                        + (streams == 1 ? " stream" : " streams"), seeders * streams, "the aim",
                        1));
            }
        }
        assertThat(ChartFinder.of(rows)).singleElement().satisfies(figure -> {
            assertThat(figure.x()).isEqualTo("streams");
            assertThat(figure.curves()).extracting(Curve::name)
                    .containsExactly("PTCP, 1 seeder", "PTCP, 8 seeders");
            assertThat(figure.curves().getLast().points()).containsEntry(3.0, 24.0);
        });
    }

    @Test
    void aCountThatFollowsFromAnother_isNoCurveOfItsOwn() {
        List<Measured> scenario = new ArrayList<>();
        for (int seeders : new int[]{1, 2, 5}) {
            scenario.add(row("scenario III, " + 4 * seeders + " streams: " + seeders
                    + " seeders × 4 streams", seeders, "iperf3", 3));
        }
        assertThat(ChartFinder.of(scenario)).singleElement().satisfies(figure -> {
            assertThat(figure.title()).isEqualTo("scenario III, 4 streams each");
            assertThat(figure.x()).isEqualTo("streams");
            assertThat(figure.curves()).extracting(Curve::name).containsExactly("PTCP", "iperf3");
            assertThat(figure.curves().getFirst().points()).containsOnlyKeys(4.0, 8.0, 20.0);
        });
    }

    @Test
    void aSearchOverTwoCounts_isACurveOfEachValueOfOne() {
        List<Measured> search = new ArrayList<>();
        for (int seeders : new int[]{1, 2, 4, 8}) {
            for (int each : new int[]{1, 2, 5}) {
                search.add(row(each * seeders + " streams: " + seeders + " seeders × " + each
                        + " streams", seeders, "the aim", 3));
            }
        }
        assertThat(ChartFinder.of(search)).singleElement().satisfies(figure -> {
            assertThat(figure.curves()).extracting(Curve::name).containsExactly(
                    "PTCP, 1 stream each", "PTCP, 2 streams each", "PTCP, 5 streams each");
            assertThat(figure.curves().getLast().points()).containsOnlyKeys(5.0, 10.0, 20.0, 40.0);
        });
    }

    @Test
    void drawsASelfTunedValueAsALine() {
        List<Measured> rows = new ArrayList<>();
        for (int streams : new int[]{2, 4, 8}) {
            rows.add(row("30 ms: " + streams + " streams", streams, "iperf3", streams));
        }
        rows.add(row("30 ms: self-tuned, 5 streams", 7, "PTCP", 8));
        rows.add(row("600 ms: self-tuned, 5 streams", 9, "PTCP", 8));
        assertThat(ChartFinder.of(rows)).singleElement().satisfies(figure -> assertThat(
                figure.curves().get(1)).satisfies(curve -> {
                    assertThat(curve.name()).isEqualTo("PTCP, self-tuned, 5 streams");
                    assertThat(curve.points().values()).containsExactly(7.0, 7.0, 7.0);
                }));
    }

    @Test
    void twoPoints_orDifferentMetrics_areNoCurve() {
        assertThat(ChartFinder.of(List.of(row("1 stream", 1, "iperf3", 1),
                row("4 streams", 1, "iperf3", 1), row("disk", 1, "iperf3", 1),
                row("2,000 contents; 8 streams at the end of the 2nd line", 1, "iperf3", 1))))
                .isEmpty();
    }

    @Test
    void aDrawing_hasThePagesColours_andEveryPoint() {
        Chart figure = ChartFinder.of(List.of(row("1 flow", 10, "iperf3", 12),
                row("4 flows", 40, "iperf3", 41), row("16 flows", 90, "iperf3", 80))).getFirst();
        assertThat(ChartRenderer.svg(figure)).startsWith("<svg").contains("var(--curve-1)",
                "var(--curve-2)", "var(--text)", "viewBox=\"0 0 ").doesNotContain("<!DOCTYPE");
    }

    private static Measured row(String setting, double value, String peer, double peerValue) {
        return new Measured("x", setting, "PTCP", Metric.LINE_GOODPUT, value, 0, peer, peerValue,
                0);
    }
}

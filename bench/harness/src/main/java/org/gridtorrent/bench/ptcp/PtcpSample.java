package org.gridtorrent.bench.ptcp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.bench.endpoint.EndpointOrder.SocketSpec;
import org.gridtorrent.bench.endpoint.EndpointPair;
import org.gridtorrent.bench.experiment.Comparison;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.experiment.Reading;
import org.gridtorrent.bench.experiment.Rounds;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.bench.testbed.Network;
import org.gridtorrent.bench.testbed.SampledLine;

/**
 * Part of {@code ptcp-wan}: on each line of a sample, fixed counts of streams beside iperf3's, and the self-tuned
 * count beside the best fixed one. Reports how these ratios are distributed.
 */
final class PtcpSample {
    private static final List<Integer> ALL_COUNTS = List.of(1, 2, 4, 8, 16, 32);
    private static final List<Integer> SELECTED_COUNTS = List.of(1, 4, 16);
    private static final int SECONDS = 5;
    private static final String SELF_TUNED = "PTCP, self-tuned";
    private static final Metric RATIO = Metric.higher("goodput ratio", "×");
    private static final Metric STREAMS = Metric.higher("streams at the end", "streams");
    private static final double MEDIAN_AIM = 0.97;
    private static final double WORST_AIM = 0.90;
    private static final double IPERF3_AIM = 0.95;

    private final ExperimentRun run;
    private final Optional<String> noIperf3;
    private final List<Integer> counts;
    private final Samples selfTuned = new Samples();
    private final Map<Integer, Samples> besideIperf3 = new LinkedHashMap<>();

    private PtcpSample(ExperimentRun run, Optional<String> noIperf3) {
        this.run = run;
        this.noIperf3 = noIperf3;
        this.counts = run.atScale(ALL_COUNTS, SELECTED_COUNTS, SELECTED_COUNTS);
    }

    static void run(ExperimentRun run, Optional<String> noIperf3)
            throws IOException, InterruptedException {
        PtcpSample sample = new PtcpSample(run, noIperf3);
        List<SampledLine> lines = SampledLine.first(run.atScale(20, 3, 1));
        for (SampledLine line : lines) {
            var _ = run.onLine(_ -> line.spec(), "sample", "PTCP", "iperf3",
                    (network, _) -> sample.measure(line, network));
        }
        sample.report(lines.size() + " sampled lines");
    }

    private String measure(SampledLine sampled, Network line)
            throws IOException, InterruptedException {
        String setting = sampled.prepare(line);
        double roundTrip = sampled.spec().rtt().toNanos() / 1e9;
        int omitSeconds = (int) Math.ceil(2 + 10 * roundTrip);
        int tuneSeconds = (int) Math.ceil(8 + 25 * roundTrip);
        run.message(setting);
        try (var ends = new EndpointPair(line.sender(), line.receiver())) {
            List<Comparison> fixed = new ArrayList<>();
            for (int count : counts) {
                fixed.add(fixedCount(setting, sampled, line, ends, count, omitSeconds));
            }
            Comparison tuned = new Comparison(setting + ": self-tuned, after " + tuneSeconds + " s")
                    .with(SELF_TUNED, () -> reading(sampled, ends.transfer(SocketSpec.tuned(0),
                            tuneSeconds, SECONDS)));
            List<Comparison> all = new ArrayList<>(fixed);
            all.add(tuned);
            report(run.roundsBoundByLine().run(1, all), fixed, tuned);
        }
        return setting;
    }

    private Comparison fixedCount(String setting, SampledLine sampled, Network line,
            EndpointPair ends, int count, int omitSeconds) {
        Comparison one = new Comparison(setting + ": " + Comparison.counted(count, "stream"));
        if (noIperf3.isEmpty()) {
            one.with("iperf3", () -> Reading.of(Metric.LINE_GOODPUT,
                    line.iperf3(count, 0, omitSeconds, SECONDS)));
        }
        return one.with("PTCP", () -> reading(sampled, ends.transfer(SocketSpec.ptcp(count, 0),
                omitSeconds, SECONDS)));
    }

    /** At most the line's rate: what the reader waited for before the measurement comes at once, and counts as more. */
    private static Reading reading(SampledLine line, EndpointPair.Transfer transfer) {
        double lineRate = line.spec().bitsPerSecond() / 1e6;
        return Reading
                .of(Metric.LINE_GOODPUT, Math.min(lineRate, transfer.megabitsPerSecond()))
                .and(STREAMS, transfer.streams());
    }

    private void report(Rounds rounds, List<Comparison> fixed, Comparison tuned) {
        for (Comparison one : fixed) {
            if (noIperf3.isEmpty()) {
                rounds.row(one, Metric.LINE_GOODPUT, "PTCP", "iperf3");
                besideIperf3.computeIfAbsent(counts.get(fixed.indexOf(one)), _ -> new Samples())
                        .add(goodput(rounds, one, "PTCP").median()
                                / goodput(rounds, one, "iperf3").median());
            }
        }
        Comparison best = fixed.stream().max(Comparator.comparingDouble(
                one -> goodput(rounds, one, "PTCP").median())).orElseThrow();
        Samples ours = goodput(rounds, tuned, SELF_TUNED);
        Samples theirs = goodput(rounds, best, "PTCP");
        selfTuned.add(ours.median() / theirs.median());
        run.row(tuned.setting() + ", "
                + Math.round(rounds.samples(tuned, SELF_TUNED, STREAMS).median()) + " streams",
                Metric.LINE_GOODPUT, SELF_TUNED, ours,
                "PTCP, the best fixed count: " + counts.get(fixed.indexOf(best)), theirs);
    }

    private static Samples goodput(Rounds rounds, Comparison one, String subject) {
        return rounds.samples(one, subject, Metric.LINE_GOODPUT);
    }

    private void report(String lines) {
        if (selfTuned.count() == 0) {
            return;
        }
        String setting = lines + ", self-tuned ÷ the best fixed count: ";
        run.row(setting + "median", RATIO, "PTCP", selfTuned, "aim", MEDIAN_AIM);
        run.row(setting + "worst", RATIO, "PTCP", Samples.of(selfTuned.least()), "aim", WORST_AIM);
        besideIperf3.forEach((count, ratios) -> run.row(lines + ", "
                + Comparison.counted(count, "stream") + " ÷ iperf3's: median", RATIO, "PTCP",
                ratios, "aim", IPERF3_AIM));
    }
}

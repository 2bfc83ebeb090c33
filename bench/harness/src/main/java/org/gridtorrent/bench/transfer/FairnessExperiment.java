package org.gridtorrent.bench.transfer;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.gridtorrent.bench.endpoint.ExpectedRate;
import org.gridtorrent.bench.experiment.Comparison;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.experiment.Quantity;
import org.gridtorrent.bench.experiment.Reading;
import org.gridtorrent.bench.experiment.Rounds;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.process.Iperf3;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.testbed.ContentFolder;

/**
 * Experiment {@code fairness}: what one flow of each tool leaves to TCP flows on the same line.
 *
 * <p>PTCP that chooses its streams itself is one of the tools.
 */
public final class FairnessExperiment {
    private static final Duration RTT = Duration.ofMillis(10);
    private static final long BITS_PER_SECOND = 200_000_000;
    private static final ExpectedRate RATE = new ExpectedRate(BITS_PER_SECOND / 1e6,
            BITS_PER_SECOND / 1e6);
    /** Every Linux has it: the background should behave the same everywhere. */
    private static final String CONGESTION_CONTROL = "reno";
    private static final Quantity GOODPUT = Quantity.of(Metric.LINE_GOODPUT);
    private static final Quantity FAIR_SHARE = new Quantity(Result.FAIR_SHARE,
            Metric.LINE_GOODPUT);
    private static final Quantity JAIN = Quantity.of(Metric.higher("Jain's index", "of 1"));

    private FairnessExperiment() {}

    /**
     * Plan of a run.
     *
     * @param background counts of flows
     * @param warmUp whether all move once beside each count before it counts: processes that stay compile
     *     meanwhile
     * @param leadSeconds that the background has for itself before
     * @param seconds that a transfer should take
     */
    record Plan(List<Integer> background, boolean warmUp, int rounds, double leadSeconds,
            double seconds) {}

    public static void run(ExperimentRun run) throws IOException, InterruptedException {
        Plan plan = run.atScale(new Plan(List.of(0, 1, 2, 5, 10), true, 3, 3, 8),
                new Plan(List.of(0, 2, 10), true, 2, 2, 5),
                new Plan(List.of(2), false, 1, 0.2, 1));
        Optional<String> missing = Iperf3.missing();
        if (missing.isPresent()) {
            run.skip("all", GridTorrentTool.TITLE, "iperf3", missing.get());
            return;
        }
        List<TransferTool> tools = new ArrayList<>(TransferTool.all());
        tools.add(SocketTool.selfTuned());
        run.onLine(seed -> LineSpec.of(2, RTT, BITS_PER_SECOND, 0, OptionalLong.empty(), Map.of(),
                seed), "all", GridTorrentTool.TITLE, "iperf3", (line, seed) -> {
                    try (var testbed = new TransferTestbed(line, ContentFolder.DISK,
                            run.progress())) {
                        var _ = line.useCongestionControl(CONGESTION_CONTROL);
                        run.message(line.describe() + ", seed " + seed);
                        measure(run, plan, testbed.rate(RATE), tools, testbed);
                    }
                    return line.describe();
                });
    }

    /** Measures all tools by turns beside each count of background flows. */
    static void measure(ExperimentRun run, Plan plan, ExpectedRate rate, List<TransferTool> tools,
            TransferTestbed testbed) throws IOException, InterruptedException {
        Rounds rounds = run.roundsBoundByLine().toleratingFailuresOf(TransferTool::isThirdParty);
        Map<Integer, Comparison> cases = new LinkedHashMap<>();
        for (int background : plan.background) {
            Comparison one = comparison(plan, background, rate, tools, testbed);
            cases.put(background, one);
            rounds.warmUp(plan.warmUp ? 1 : 0, List.of(one));
            rounds.run(plan.rounds, List.of(one));
        }
        for (TransferTool subject : tools) {
            if (!TransferTool.isThirdParty(subject.title())) {
                beside(run, rounds, subject.title(), cases, tools, testbed);
            }
        }
        cases.forEach((background, one) -> {
            if (background > 0) {
                tools.stream().map(TransferTool::title)
                        .filter(tool -> rounds.hasSamples(one, tool)).forEach(
                                tool -> run.row(one.setting(), Metric.LINE_GOODPUT, tool,
                                        rounds.samples(one, tool, GOODPUT), Result.FAIR_SHARE,
                                        rounds.samples(one, tool, FAIR_SHARE)));
            }
        });
    }

    private static Comparison comparison(Plan plan, int background, ExpectedRate rate,
            List<TransferTool> tools, TransferTestbed testbed) {
        Comparison all = new Comparison(testbed.line().describe() + ": beside "
                + Comparison.counted(background, "background flow"));
        for (TransferTool tool : tools) {
            medium(tool).map(medium -> TransferJob.lasting(medium, 1, plan.seconds,
                    rate.shared(background + 1))).ifPresent(job -> all.with(tool.title(),
                            () -> reading(tool, job, background, plan.leadSeconds, testbed)));
        }
        return all;
    }

    /** Medium of a tool: memory if it can, since the disk is not the question. */
    private static Optional<Medium> medium(TransferTool tool) {
        return Stream.of(Medium.values()).filter(medium -> tool.missing(medium).isEmpty())
                .findFirst();
    }

    private static Reading reading(TransferTool tool, TransferJob job, int background,
            double leadSeconds, TransferTestbed testbed) throws IOException, InterruptedException {
        testbed.prepare(job);
        if (background == 0) {
            return Reading.of(GOODPUT, tool.move(job, testbed));
        }
        try (var flows = new BackgroundFlows(testbed.line(), background, leadSeconds)) {
            long startNanos = System.nanoTime();
            double megabits = tool.move(job, testbed);
            var shares = new BandwidthShares(megabits,
                    flows.megabits(startNanos, System.nanoTime()));
            return Reading.of(GOODPUT, megabits).and(JAIN, shares.jain())
                    .and(FAIR_SHARE, shares.fair());
        }
    }

    /** Goodput where a tool is alone, Jain's index beside others. */
    private static void beside(ExperimentRun run, Rounds rounds, String subject,
            Map<Integer, Comparison> cases, List<TransferTool> tools, TransferTestbed testbed) {
        for (TransferTool peer : tools) {
            if (medium(peer).isEmpty()) {
                run.skip(testbed.line().describe(), subject, peer.title(),
                        peer.missing(Medium.DISK).orElseThrow());
            } else if (TransferTool.isThirdParty(peer.title())) {
                cases.forEach((background, one) -> rounds.row(one, one.setting(),
                        background == 0 ? GOODPUT : JAIN, subject, peer.title()));
            }
        }
    }
}

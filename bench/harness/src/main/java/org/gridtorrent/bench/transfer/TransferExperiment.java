package org.gridtorrent.bench.transfer;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.gridtorrent.bench.endpoint.ExpectedRate;
import org.gridtorrent.bench.experiment.Comparison;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.experiment.Reading;
import org.gridtorrent.bench.experiment.Rounds;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.testbed.ContentFolder;

/** Experiment {@code transfer}: goodput of tools with 1 to 40 flows over a line, from memory and disk. */
public final class TransferExperiment {
    private static final long BITS_PER_SECOND = 1_000_000_000;
    /** The line's, without headers. */
    private static final double LINE_MEGABITS = 950;

    private TransferExperiment() {}

    /**
     * Plan of one line.
     *
     * @param warmUp whether all move once before it counts
     * @param seconds that a transfer should take
     */
    record Plan(Duration rtt, double loss, List<Integer> flows, boolean warmUp, int rounds,
            double seconds) {
        /** A window in each round trip. */
        ExpectedRate rate() {
            return new ExpectedRate(Math.min(LINE_MEGABITS,
                    TransferTestbed.BUFFER_BYTES * 8 / (rtt.toNanos() / 1e9) / 1e6),
                    LINE_MEGABITS);
        }
    }

    public static void run(ExperimentRun run) throws IOException, InterruptedException {
        Duration rtt = Duration.ofMillis(30);
        List<Plan> plans = run.atScale(
                List.of(new Plan(rtt, 1e-4, List.of(1, 2, 4, 8, 16, 40), true, 3, 8),
                        new Plan(Duration.ofMillis(10), 0, List.of(1, 4, 16, 40), true, 3, 8)),
                List.of(new Plan(rtt, 1e-4, List.of(1, 4, 16, 40), true, 2, 4)),
                List.of(new Plan(rtt, 1e-4, List.of(8), false, 1, 0.5)));
        boolean hasLine = true;
        for (Plan plan : run.testbed().distinct(plans)) {
            hasLine = hasLine && run.onLine(seed -> LineSpec.of(2, plan.rtt, BITS_PER_SECOND,
                    plan.loss, OptionalLong.empty(), Map.of(), seed), "all", GridTorrentTool.TITLE,
                    "iperf3", (line, seed) -> {
                        run.message(line.describe() + ", seed " + seed);
                        try (var testbed = new TransferTestbed(line, ContentFolder.DISK,
                                run.progress())) {
                            measure(run, plan, testbed.rate(plan.rate()), TransferTool.all(),
                                    testbed);
                        }
                        return line.describe();
                    });
        }
    }

    /** Measures all tools by turns, on each medium and at each count of flows. */
    static void measure(ExperimentRun run, Plan plan, ExpectedRate rate, List<TransferTool> tools,
            TransferTestbed testbed) throws IOException, InterruptedException {
        Map<Medium, List<Comparison>> cases = new EnumMap<>(Medium.class);
        for (Medium medium : Medium.values()) {
            cases.put(medium, plan.flows.stream().map(flows -> comparison(
                    TransferJob.lasting(medium, flows, plan.seconds, rate), tools, testbed))
                    .toList());
        }
        Rounds rounds = run.roundsBoundByLine().toleratingFailuresOf(TransferTool::isThirdParty);
        rounds.warmUp(plan.warmUp ? 1 : 0, cases.values().stream().map(List::getLast).toList());
        rounds.run(plan.rounds, cases.values().stream().flatMap(List::stream).toList());
        beside(run, rounds, SocketTool.PTCP, Medium.MEMORY, cases, tools, testbed);
        beside(run, rounds, GridTorrentTool.TITLE, Medium.DISK, cases, tools, testbed);
        for (int i = 0; i < plan.flows.size(); i++) { // what files and their checks cost us
            Comparison disk = at(cases, Medium.DISK).get(i);
            run.row(disk.setting(), Metric.LINE_GOODPUT, GridTorrentTool.TITLE,
                    rounds.samples(disk, GridTorrentTool.TITLE, Metric.LINE_GOODPUT),
                    SocketTool.PTCP + ", " + Medium.MEMORY.title(),
                    rounds.samples(at(cases, Medium.MEMORY).get(i), SocketTool.PTCP,
                            Metric.LINE_GOODPUT));
        }
    }

    private static List<Comparison> at(Map<Medium, List<Comparison>> cases, Medium medium) {
        return cases.getOrDefault(medium, List.of());
    }

    private static Comparison comparison(TransferJob job, List<TransferTool> tools,
            TransferTestbed testbed) {
        Comparison all = new Comparison(testbed.line().describe() + ": " + job.medium().title()
                + ", " + Comparison.counted(job.flows(), "flow"));
        for (TransferTool tool : tools) {
            if (tool.missing(job.medium()).isEmpty()) {
                all.with(tool.title(),
                        () -> Reading.of(Metric.LINE_GOODPUT, tool.move(job, testbed)));
            }
        }
        return all;
    }

    /** Rows of a subject of ours beside each of the others. */
    private static void beside(ExperimentRun run, Rounds rounds, String subject, Medium medium,
            Map<Medium, List<Comparison>> cases, List<TransferTool> tools,
            TransferTestbed testbed) {
        for (TransferTool peer : tools) {
            if (!peer.title().equals(subject)) {
                peer.missing(medium).ifPresentOrElse(
                        why -> run.skip(testbed.line().describe() + ": " + medium.title(), subject,
                                peer.title(), why),
                        () -> at(cases, medium).forEach(one -> rounds.row(one,
                                Metric.LINE_GOODPUT, subject, peer.title())));
            }
        }
    }
}

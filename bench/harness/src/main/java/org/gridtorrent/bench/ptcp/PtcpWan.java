package org.gridtorrent.bench.ptcp;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.endpoint.EndpointOrder.SocketSpec;
import org.gridtorrent.bench.endpoint.EndpointPair;
import org.gridtorrent.bench.experiment.Comparison;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.experiment.Reading;
import org.gridtorrent.bench.experiment.Rounds;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.process.Iperf3;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.bench.testbed.Network;

/**
 * Experiment {@code ptcp-wan}: goodput of many PTCP streams, beside iperf3's, on the paper's line and on a
 * {@link SampledLine sample of lines}.
 */
public final class PtcpWan {
    /** As in the paper's test; each TCP connection of either subject has as much. */
    static final int BUFFER_BYTES = 256 * 1024;

    private static final double LOSS = 1e-4;
    private static final List<Integer> COUNTS = List.of(1, 2, 4, 8, 15, 16, 32, 40);
    private static final Metric STREAMS = Metric.higher("streams at the end", "streams");
    private static final int WARM_UP_STREAMS = 8;

    private PtcpWan() {}

    /**
     * Plan of the paper's line.
     *
     * @param counts of streams
     * @param omitSeconds of each transfer that do not count: TCP finds its speed in them
     * @param seconds of each transfer that count
     * @param tuneSeconds that do not count where PTCP has to find its number of streams as well
     */
    record Plan(Duration rtt, double loss, List<Integer> counts, int rounds, int omitSeconds,
            int seconds, int tuneSeconds) {
        static Plan paper(List<Integer> counts, int rounds, int omitSeconds, int seconds,
                int tuneSeconds) {
            return new Plan(Duration.ofMillis(30), LOSS, counts, rounds, omitSeconds, seconds,
                    tuneSeconds);
        }
    }

    public static void run(ExperimentRun run) throws IOException, InterruptedException {
        Optional<String> noIperf3 = Iperf3.missing();
        noIperf3.ifPresent(why -> run.message("PTCP alone, since " + why));
        Plan plan = run.atScale(Plan.paper(COUNTS, 5, 2, 5, 10), Plan.paper(COUNTS, 2, 2, 5, 10),
                Plan.paper(List.of(16), 1, 1, 1, 2));
        boolean hasLine = run.onLine(
                seed -> LineSpec.ofTwo(plan.rtt(), plan.loss(), seed), "all", "PTCP", "iperf3",
                (line, seed) -> {
                    run.message(line.describe() + ", seed " + seed);
                    try (var ends = new EndpointPair(line.sender(), line.receiver())) {
                        measure(run, plan, line, ends, noIperf3);
                    }
                    return line.describe();
                });
        if (hasLine && run.testbed().realHosts().isEmpty() && !run.isQuick()) {
            PtcpSample.run(run, noIperf3);
        }
    }

    /** @param noIperf3 why iperf3 cannot be run, if so: then PTCP is measured alone, to find its best count */
    static void measure(ExperimentRun run, Plan plan, Network line, EndpointPair ends,
            Optional<String> noIperf3) throws IOException, InterruptedException {
        var _ = ends.transfer(SocketSpec.ptcp(WARM_UP_STREAMS, BUFFER_BYTES), 1, 2);
        List<Comparison> fixed = new ArrayList<>();
        for (int count : plan.counts) {
            Comparison one = new Comparison(
                    line.describe() + ": " + Comparison.counted(count, "stream"));
            if (noIperf3.isEmpty()) {
                one.with("iperf3", () -> Reading.of(Metric.LINE_GOODPUT,
                        line.iperf3(count, BUFFER_BYTES, plan.omitSeconds, plan.seconds)));
            }
            fixed.add(one.with("PTCP", () -> Reading.of(Metric.LINE_GOODPUT,
                    ends.transfer(SocketSpec.ptcp(count, BUFFER_BYTES), plan.omitSeconds,
                            plan.seconds)
                            .megabitsPerSecond())));
        }
        Comparison soon = selfTuned(plan, line, ends, plan.omitSeconds);
        Comparison later = selfTuned(plan, line, ends, plan.tuneSeconds);
        List<Comparison> all = new ArrayList<>(fixed);
        all.addAll(List.of(soon, later));
        Rounds rounds = run.roundsBoundByLine().run(plan.rounds, all);
        for (Comparison one : fixed) {
            noIperf3.ifPresentOrElse(why -> run.skip(one.setting(), "PTCP", "iperf3", why),
                    () -> rounds.row(one, Metric.LINE_GOODPUT, "PTCP", "iperf3"));
        }
        Comparison best = fixed.stream().max(Comparator.comparingDouble(one -> rounds
                .samples(one, "PTCP", Metric.LINE_GOODPUT).median())).orElseThrow();
        String peer = "PTCP, the best fixed count: " + plan.counts.get(fixed.indexOf(best));
        Samples theirs = rounds.samples(best, "PTCP", Metric.LINE_GOODPUT);
        run.row(later.setting() + ", "
                + Math.round(rounds.samples(later, "PTCP", STREAMS).median()) + " streams",
                Metric.LINE_GOODPUT, "PTCP", rounds.samples(later, "PTCP", Metric.LINE_GOODPUT),
                peer, theirs);
        run.row(soon.setting(), Metric.LINE_GOODPUT, "PTCP",
                rounds.samples(soon, "PTCP", Metric.LINE_GOODPUT), peer, theirs);
    }

    /** PTCP that finds its number of streams by itself. */
    private static Comparison selfTuned(Plan plan, Network line, EndpointPair ends,
            int omitSeconds) {
        return new Comparison(line.describe() + ": self-tuned, after " + omitSeconds + " s")
                .with("PTCP", () -> {
                    EndpointPair.Transfer transfer = ends.transfer(SocketSpec.tuned(BUFFER_BYTES),
                            omitSeconds, plan.seconds);
                    return Reading.of(Metric.LINE_GOODPUT, transfer.megabitsPerSecond())
                            .and(STREAMS, transfer.streams());
                });
    }
}

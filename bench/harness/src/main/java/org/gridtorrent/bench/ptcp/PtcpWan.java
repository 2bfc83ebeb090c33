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

/** Experiment {@code ptcp-wan}: goodput of many PTCP streams on a long line, beside iperf3's. */
public final class PtcpWan {
    /** As in the paper's test; each TCP connection of either subject has as much. */
    static final int BUFFER_BYTES = 256 * 1024;

    private static final double LOSS = 1e-4;
    private static final List<Integer> COUNTS = List.of(1, 2, 4, 8, 15, 16, 32, 40);
    private static final List<Integer> SELECTED_COUNTS = List.of(1, 8, 32);
    private static final List<Double> LOSSES = List.of(0.0, 1e-4, 1e-3);
    private static final Metric STREAMS = Metric.higher("streams at the end", "streams");
    private static final int WARM_UP_STREAMS = 8;

    private PtcpWan() {}

    /**
     * Plan of one line.
     *
     * @param counts of streams
     * @param omitSeconds of each transfer that do not count: TCP finds its speed in them
     * @param seconds of each transfer that count
     * @param tuneSeconds that do not count where PTCP has to find its number of streams as well
     */
    record Plan(Duration rtt, double loss, List<Integer> counts, int rounds, int omitSeconds,
            int seconds, int tuneSeconds) {
        Plan(int rttMillis, double loss, List<Integer> counts, int rounds, int omitSeconds,
                int seconds, int tuneSeconds) {
            this(Duration.ofMillis(rttMillis), loss, counts, rounds, omitSeconds, seconds,
                    tuneSeconds);
        }
    }

    private static List<Plan> full() {
        List<Plan> plans = new ArrayList<>(List.of(new Plan(30, LOSS, COUNTS, 5, 2, 5, 10)));
        LOSSES.forEach(loss -> plans.add(new Plan(100, loss, SELECTED_COUNTS, 3, 3, 5, 15)));
        LOSSES.forEach(loss -> plans.add(new Plan(600, loss, SELECTED_COUNTS, 3, 6, 7, 30)));
        return plans;
    }

    public static void run(ExperimentRun run) throws IOException, InterruptedException {
        Optional<String> noIperf3 = Iperf3.missing();
        noIperf3.ifPresent(why -> run.message("PTCP alone, since " + why));
        List<Plan> plans = run.atScale(full(), List.of(
                new Plan(30, LOSS, COUNTS, 2, 2, 5, 10),
                new Plan(100, LOSS, SELECTED_COUNTS, 2, 3, 5, 15),
                new Plan(600, LOSS, SELECTED_COUNTS, 1, 6, 7, 30)),
                List.of(new Plan(30, LOSS, List.of(16), 1, 1, 1, 2)));
        boolean hasLine = true;
        for (Plan plan : run.testbed().distinct(plans)) {
            hasLine = hasLine && run.onLine(
                    seed -> LineSpec.ofTwo(plan.rtt(), plan.loss(), seed), "all", "PTCP", "iperf3",
                    (line, seed) -> {
                        run.message(line.describe() + ", seed " + seed);
                        try (var ends = new EndpointPair(line.sender(), line.receiver())) {
                            measure(run, plan, line, ends, noIperf3);
                        }
                        return line.describe();
                    });
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

package org.gridtorrent.bench.ptcp;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.bench.endpoint.EndpointOrder;
import org.gridtorrent.bench.endpoint.EndpointOrder.SocketSpec;
import org.gridtorrent.bench.endpoint.EndpointPair;
import org.gridtorrent.bench.experiment.Comparison;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.experiment.Reading;
import org.gridtorrent.bench.experiment.RetryOnNoise;
import org.gridtorrent.bench.experiment.Rounds;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.result.Result.Metric;

/** Experiment {@code ptcp-cost}: resources of an open, idle PTCP socket, and round trips to open one. */
public final class PtcpCost {
    private static final String PEER = "Socket";
    private static final int CONNECTIONS = 3;
    private static final List<Metric> COSTS = List.of(Metric.VIRTUAL_THREADS,
            Metric.PLATFORM_THREADS, Metric.DESCRIPTORS);

    private PtcpCost() {}

    /**
     * Plan of a run.
     *
     * @param counts of streams; 0 for as many as come by themselves
     */
    private record Plan(Duration rtt, int sockets, List<Integer> counts, int warmUps) {
        static Plan of(ExperimentRun run) {
            return run.isQuick()
                    ? new Plan(Duration.ofMillis(20), 5, List.of(0), 0)
                    : new Plan(Duration.ofMillis(100), 20, List.of(0, 1, 16), 1);
        }
    }

    public static void run(ExperimentRun run) throws IOException, InterruptedException {
        Plan plan = Plan.of(run);
        run.onLine(seed -> LineSpec.ofTwo(plan.rtt, 0, seed), "all", "PTCP", PEER, (line, _) -> {
            run.message(line.describe());
            try (EndpointPair ends = new EndpointPair(line.sender(), line.receiver())) {
                measure(run, plan, line.describe(), ends);
            }
            return line.describe();
        });
    }

    private static void measure(ExperimentRun run, Plan plan, String line, EndpointPair ends)
            throws IOException, InterruptedException {
        Comparison all = new Comparison(line).with(PEER,
                () -> reading(plan, ends, SocketSpec.plain(1, PtcpWan.BUFFER_BYTES)));
        List<String> settings = new ArrayList<>();
        for (int count : plan.counts) {
            String setting = count == 0 ? "as it comes" : Comparison.counted(count, "stream");
            settings.add(setting);
            all.with(setting,
                    () -> reading(plan, ends, SocketSpec.ptcp(count, PtcpWan.BUFFER_BYTES)));
        }
        Rounds rounds = new Rounds(run, RetryOnNoise.never(run));
        rounds.warmUp(plan.warmUps, List.of(all));
        rounds.run(run.scale().rounds(), List.of(all));
        for (String setting : settings) {
            row(run, rounds, all, setting, Metric.CONNECT);
            // What is less than the heap's noise is no measurement: it may be less than nothing.
            double least = Math.min(rounds.samples(all, setting, Metric.MEMORY).median(),
                    rounds.samples(all, PEER, Metric.MEMORY).median());
            if (least > 0) {
                row(run, rounds, all, setting, Metric.MEMORY);
            } else {
                run.skip(line + ": " + setting, "PTCP", PEER,
                        "what so few sockets take is lost among the heap's other changes");
            }
            COSTS.forEach(metric -> row(run, rounds, all, setting, metric));
        }
    }

    private static void row(ExperimentRun run, Rounds rounds, Comparison all, String setting,
            Metric metric) {
        run.row(all.setting() + ": " + setting, metric, "PTCP",
                rounds.samples(all, setting, metric), PEER, rounds.samples(all, PEER, metric));
    }

    private static Reading reading(Plan plan, EndpointPair ends, SocketSpec spec)
            throws IOException {
        List<Double> millis = ends.connect(spec, CONNECTIONS);
        EndpointOrder.Costs costs = ends.cost(spec, plan.sockets);
        Reading reading = Reading.of(Metric.MEMORY, costs.bytes() / 1024)
                .and(Metric.VIRTUAL_THREADS, costs.virtualThreads())
                .and(Metric.PLATFORM_THREADS, costs.platformThreads())
                .and(Metric.DESCRIPTORS, costs.descriptors());
        millis.forEach(one -> reading.and(Metric.CONNECT, one / plan.rtt.toMillis()));
        return reading;
    }
}

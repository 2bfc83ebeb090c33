package org.gridtorrent.bench.mdtp;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.gridtorrent.bench.experiment.Comparison;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.experiment.Quantity;
import org.gridtorrent.bench.experiment.Reading;
import org.gridtorrent.bench.experiment.Rounds;
import org.gridtorrent.bench.peer.ClientProgram;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.terminal.CommandFailure;

/** Experiment {@code web-seeds}: a swarm of two peers and two web seeds, on lines of different rates. */
public final class WebSeedExperiment {
    private static final SwarmFetch.Tool OURS = new SwarmFetch.Tool(ClientProgram.GRIDTORRENT, 2);
    private static final SwarmFetch.Tool PEER = new SwarmFetch.Tool(ClientProgram.LIBTORRENT, 2);
    private static final Metric OF_SUM = Metric.higher("rate ÷ sum of all rates", "×");
    private static final Metric WASTE = Metric.lower("wasted bytes", "% of the file");
    private static final Metric SHARE = Metric.higher("share of the bytes", "%");
    private static final double AIM = 0.95;
    private static final double MAX_WASTE_PERCENT = 1;

    private final ExperimentRun run;
    private final List<ReplicaLine> lines;
    private final ReplicaTestbed testbed;
    private final Comparison all;

    private WebSeedExperiment(ExperimentRun run, String setting, List<ReplicaLine> lines,
            ReplicaTestbed testbed) {
        this.run = run;
        this.lines = lines;
        this.testbed = testbed;
        all = new Comparison(setting);
    }

    public static void run(ExperimentRun run) throws IOException, InterruptedException {
        ReplicaPlan plan = ReplicaPlan.ofSwarm(run.scale());
        Optional<String> missing = NginxServer.missing();
        if (missing.isPresent()) {
            run.skip("all", OURS.title(), "all", missing.get());
            return;
        }
        try {
            run(run, plan);
        } catch (CommandFailure e) {
            run.skip("all", OURS.title(), "all", e.line());
        }
    }

    private static void run(ExperimentRun run, ReplicaPlan plan)
            throws IOException, InterruptedException {
        double part = ReplicaExperiment.part(run, plan);
        ReplicaPlan.Length length = plan.lengths().getFirst();
        List<ReplicaLine> lines = plan.lines(part);
        String setting = String.format(Locale.ROOT, "peers of %s and %s Mb/s, web seeds of %s and"
                + " %s Mb/s: %s", megabits(lines, 0), megabits(lines, 2), megabits(lines, 1),
                megabits(lines, 3), length.describe());
        try (ContentFolder content = ReplicaExperiment.content(length.bytes());
                ReplicaTestbed testbed = new ReplicaTestbed(run.experiment(), ReplicaCase.BASE,
                        lines, content, run.progress())) {
            new WebSeedExperiment(run, setting, lines, testbed).run(plan.rounds());
            run.progress().linkTraffic(setting + ", " + testbed.describe());
        }
    }

    private static String megabits(List<ReplicaLine> lines, int replica) {
        return ReplicaPlan.rate(lines.get(replica).bytesPerSecond() / 125_000.0);
    }

    private void run(int count) throws IOException, InterruptedException {
        Rounds rounds = run.roundsBoundByLine()
                .toleratingFailuresOf(subject -> subject.equals(PEER.title()));
        all.with(OURS.title(), () -> reading(OURS));
        if (PEER.missing().isEmpty()) {
            all.with(PEER.title(), () -> reading(PEER));
        }
        rounds.run(count, List.of(all));
        rowOfAim(rounds, OF_SUM, AIM);
        rowOfAim(rounds, WASTE, MAX_WASTE_PERCENT);
        for (int replica = 0; replica < testbed.replicas(); replica++) {
            Quantity share = share(replica);
            run.row(all.setting() + ", " + share.what(), share.metric(), OURS.title(),
                    rounds.samples(all, OURS.title(), share), "the share of its line",
                    100 * lines.get(replica).bytesPerSecond() / sum());
        }
        Optional<String> why = PEER.missing().or(() -> rounds.failure(all, PEER.title()));
        if (why.isPresent()) {
            run.skip(all.setting(), OURS.title(), PEER.title(), why.get());
        } else {
            rounds.row(all, OF_SUM, OURS.title(), PEER.title());
            rounds.row(all, Metric.CPU, OURS.title(), PEER.title());
        }
    }

    private void rowOfAim(Rounds rounds, Metric metric, double aim) {
        run.row(all.setting(), metric, OURS.title(), rounds.samples(all, OURS.title(), metric),
                Result.AIM, aim);
    }

    private double sum() {
        return lines.stream().mapToLong(ReplicaLine::bytesPerSecond).sum();
    }

    private Reading reading(FetchTool tool) throws IOException, InterruptedException {
        FetchReading taken = testbed.take(tool);
        double length = testbed.content().length();
        Reading reading = Reading.of(OF_SUM, length / taken.seconds() / sum())
                .and(Metric.CPU, taken.cpuSeconds() / (length / (1 << 30)))
                .and(WASTE, 100 * taken.wastedBytes() / length);
        for (int replica = 0; replica < testbed.replicas(); replica++) {
            reading.and(share(replica), 100 * taken.share(replica));
        }
        return reading;
    }

    private Quantity share(int replica) {
        return new Quantity((OURS.isSeed(replica) ? "peer of " : "web seed of ")
                + megabits(lines, replica) + " Mb/s", SHARE);
    }
}

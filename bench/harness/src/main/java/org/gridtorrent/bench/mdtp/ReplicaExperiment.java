package org.gridtorrent.bench.mdtp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.bench.experiment.Comparison;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.experiment.Quantity;
import org.gridtorrent.bench.experiment.Reading;
import org.gridtorrent.bench.experiment.Rounds;
import org.gridtorrent.bench.mdtp.ReplicaPlan.Length;
import org.gridtorrent.bench.mdtp.ReplicaTestbed.MachineCheck;
import org.gridtorrent.bench.process.Iperf3;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.terminal.CommandFailure;

/**
 * Experiment {@code mdtp}: one file from web servers on lines of different rates, by turns with each tool.
 *
 * <p>A tool that fails, or is not done in time, is not asked again in the same case; its rows say why.
 */
public final class ReplicaExperiment {
    private static final FetchTool OURS = FetchTool.gridTorrent();
    /** Peer of rows that are told and not judged, since its name is no program's. */
    private static final String IDEAL = "the ideal";
    private static final Metric OF_IDEAL = Metric.lower("time ÷ ideal", "×");
    private static final Metric START = Metric.lower("start to first packet", "s");
    private static final Metric WASTE = Metric.lower("wasted bytes", "% of the file");
    private static final Metric USED = Metric.higher("replicas used", "in all");
    private static final Metric SHARE = Metric.higher("share of the bytes", "%");
    private static final Metric REQUESTS = Metric.lower("requests", "in all");
    private static final Metric REQUEST_LENGTH = Metric.higher("median request", "MB");
    private static final double MAX_WASTE_PERCENT = 1;
    /** Part of the rates that all lines together have to reach. */
    private static final double ENOUGH = 0.97;
    /** Part of the processors' time that has to be left meanwhile for the programs that are measured. */
    private static final double ENOUGH_FREE = 0.5;
    private static final double LEAST_PART = 1.0 / 4;
    private static final int ROOM_FOR_COPIES = 3;
    /** Longer files are kept on the disk. */
    private static final long MAX_LENGTH_IN_MEMORY = 2_000_000_000L;

    private final ExperimentRun run;
    private final ReplicaPlan plan;
    private final double part;
    private final List<ReplicaLine> base;

    private ReplicaExperiment(ExperimentRun run, ReplicaPlan plan, double part) {
        this.run = run;
        this.plan = plan;
        this.part = part;
        base = plan.lines(part);
    }

    public static void run(ExperimentRun run) throws IOException, InterruptedException {
        ReplicaPlan plan = ReplicaPlan.of(run.scale());
        Optional<String> missing = NginxServer.missing();
        if (missing.isPresent()) {
            run.skip("all", OURS.title(), "all", missing.get());
            return;
        }
        try {
            new ReplicaExperiment(run, plan, part(run, plan)).run();
        } catch (CommandFailure e) {
            run.skip("all", OURS.title(), "all", e.line());
        }
    }

    /** Part of the planned rates that this machine bears, as iperf3 finds it. */
    static double part(ExperimentRun run, ReplicaPlan plan)
            throws IOException, InterruptedException {
        Optional<String> missing = Iperf3.missing();
        if (!plan.checksMachine() || missing.isPresent()) {
            run.message("rates as planned: " + missing.orElse("this scale does not check them"));
            return 1;
        }
        double part = 1;
        try (ContentFolder content = content(1)) {
            while (true) {
                MachineCheck found = check(run, plan.lines(part), content);
                run.progress().linkTraffic(String.format(Locale.ROOT, "%s: iperf3 brings %.1f %%"
                        + " of all rates together, and leaves %.0f %% of the processors' time",
                        plan.describe(part), 100 * found.rateShare(), 100 * found.freeShare()));
                boolean enough = found.rateShare() >= ENOUGH && found.freeShare() >= ENOUGH_FREE;
                if (enough || part <= LEAST_PART) {
                    return part;
                }
                part /= 2;
            }
        }
    }

    private static MachineCheck check(ExperimentRun run, List<ReplicaLine> lines,
            ContentFolder content) throws IOException, InterruptedException {
        try (var testbed = new ReplicaTestbed(run.experiment(), ReplicaCase.BASE, lines, content,
                run.progress())) {
            return testbed.iperf3(4);
        }
    }

    static ContentFolder content(long length) throws IOException, InterruptedException {
        return ContentFolder.create(length <= MAX_LENGTH_IN_MEMORY
                ? ContentFolder.memoryOrDisk()
                : ContentFolder.DISK, length, ROOM_FOR_COPIES);
    }

    private void run() throws IOException, InterruptedException {
        for (Length length : plan.lengths()) {
            try (ContentFolder content = content(length.bytes())) {
                List<FetchTool> tools = new ArrayList<>(
                        List.of(OURS, length.paper(), bestStaticChunks(length, content)));
                tools.addAll(plan.otherTools());
                for (ReplicaCase situation : length.cases()) {
                    try (var testbed = testbed(situation, content)) {
                        new OneCase(length, situation, tools, testbed).run();
                        run.progress().linkTraffic(
                                length.describe() + ", " + testbed.describe());
                    }
                }
            }
        }
    }

    private ReplicaTestbed testbed(ReplicaCase situation, ContentFolder content)
            throws IOException, InterruptedException {
        return new ReplicaTestbed(run.experiment(), situation, base, content, run.progress());
    }

    /** Static chunks of the length that is the fastest when nothing changes, each tried once. */
    private FetchTool bestStaticChunks(Length length, ContentFolder content)
            throws IOException, InterruptedException {
        if (plan.chunkLengths().size() == 1) {
            return FetchTool.staticChunks(plan.chunkLengths().getFirst());
        }
        Map<Long, Double> seconds = new HashMap<>();
        try (var testbed = testbed(ReplicaCase.BASE, content)) {
            for (long chunk : plan.chunkLengths()) {
                double taken = testbed.take(FetchTool.staticChunks(chunk)).seconds();
                seconds.put(chunk, taken);
                run.message(String.format(Locale.ROOT, "%s, static chunks of %d MB: %.2f s",
                        length.describe(), chunk / 1_000_000, taken));
            }
        }
        return FetchTool.staticChunks(seconds.entrySet().stream()
                .min(Comparator.comparingDouble(Map.Entry::getValue)).orElseThrow().getKey());
    }

    /** All tools by turns in one case. */
    private final class OneCase {
        private final ReplicaCase situation;
        private final List<FetchTool> tools;
        private final ReplicaTestbed testbed;
        private final Comparison all;
        private final Rounds rounds;

        OneCase(Length length, ReplicaCase situation, List<FetchTool> tools,
                ReplicaTestbed testbed) {
            this.situation = situation;
            this.tools = tools;
            this.testbed = testbed;
            all = new Comparison(String.format(Locale.ROOT, "%s, %s: %s", plan.describe(part),
                    length.describe(), situation.describe()));
            rounds = run.roundsBoundByLine().toleratingFailuresOf(_ -> true);
        }

        void run() throws IOException, InterruptedException {
            run.message(String.format(Locale.ROOT, "%s: ideal %.2f s", all.setting(),
                    testbed.idealSeconds()));
            for (FetchTool tool : tools) {
                if (tool.missing(situation).isEmpty()) {
                    all.with(tool.title(), () -> reading(testbed.take(tool)));
                }
            }
            rounds.run(plan.rounds(), List.of(all));
            tools.forEach(this::rowsBesideIdeal);
            if (rounds.failure(all, OURS.title()).isEmpty()) {
                rowsOfAims();
            }
            tools.stream().skip(1).forEach(this::rowsBesideOurs);
        }

        private Reading reading(FetchReading taken) {
            double length = testbed.content().length();
            Reading reading = Reading.of(Metric.TIME, taken.seconds())
                    .and(OF_IDEAL, taken.seconds() / testbed.idealSeconds())
                    .and(START, taken.startSeconds())
                    .and(Metric.CPU, taken.cpuSeconds() / (length / (1 << 30)))
                    .and(WASTE, 100 * taken.wastedBytes() / length)
                    .and(USED, (double) taken.usedReplicas());
            for (int replica = 0; replica < testbed.replicas(); replica++) {
                reading.and(of(replica, SHARE), 100 * taken.share(replica));
                List<ServedRequest> requests = taken.requests().get(replica);
                if (!requests.isEmpty()) {
                    reading.and(of(replica, REQUESTS), requests.size())
                            .and(of(replica, REQUEST_LENGTH), medianMegabytes(requests));
                }
            }
            return reading;
        }

        private static double medianMegabytes(List<ServedRequest> requests) {
            Samples lengths = new Samples();
            requests.forEach(request -> lengths.add(request.bytes() / 1e6));
            return lengths.median();
        }

        private Quantity of(int replica, Metric metric) {
            return new Quantity("replica of " + ReplicaPlan.rate(
                    base.get(replica).bytesPerSecond() / 125_000.0) + " Mb/s", metric);
        }

        /** Rows that tell each tool's figures without judging them. */
        private void rowsBesideIdeal(FetchTool tool) {
            Optional<String> why = tool.missing(situation)
                    .or(() -> rounds.failure(all, tool.title()));
            if (why.isPresent()) {
                run.skip(all.setting(), tool.title(), IDEAL, why.get());
                return;
            }
            row(tool, Quantity.of(OF_IDEAL), 1);
            row(tool, Quantity.of(WASTE), 0);
            row(tool, Quantity.of(USED), testbed.replicas());
            double sum = base.stream().mapToLong(ReplicaLine::bytesPerSecond).sum();
            if (situation == ReplicaCase.BASE) {
                for (int replica = 0; replica < testbed.replicas(); replica++) {
                    row(tool, of(replica, SHARE),
                            100 * base.get(replica).bytesPerSecond() / sum);
                }
            }
        }

        private void row(FetchTool tool, Quantity quantity, double ideal) {
            run.row(setting(quantity), quantity.metric(), tool.title(),
                    rounds.samples(all, tool.title(), quantity), IDEAL, ideal);
        }

        private String setting(Quantity quantity) {
            return all.setting() + (quantity.what().isEmpty() ? "" : ", " + quantity.what());
        }

        private void rowsOfAims() {
            rowOfAim(OF_IDEAL, situation.aim());
            if (situation != ReplicaCase.FALSE_BYTES) {
                rowOfAim(WASTE, MAX_WASTE_PERCENT);
                rowOfAim(USED, testbed.replicas());
            }
        }

        private void rowOfAim(Metric metric, double aim) {
            run.row(all.setting(), metric, OURS.title(),
                    rounds.samples(all, OURS.title(), metric), Result.AIM, aim);
        }

        private void rowsBesideOurs(FetchTool peer) {
            Optional<String> why = peer.missing(situation)
                    .or(() -> rounds.failure(all, peer.title()))
                    .or(() -> rounds.failure(all, OURS.title())
                            .map(_ -> OURS.title() + " failed, as said above"));
            if (why.isPresent()) {
                run.skip(all.setting(), OURS.title(), peer.title(), why.get());
                return;
            }
            rounds.row(all, Metric.TIME, OURS.title(), peer.title());
            rounds.row(all, Metric.CPU, OURS.title(), peer.title());
            if (situation == ReplicaCase.BASE) {
                rounds.row(all, START, OURS.title(), peer.title());
                rowsOfRequests(peer);
            }
        }

        /** Requests of each replica, as the paper's figure 5 has them. */
        private void rowsOfRequests(FetchTool peer) {
            for (int replica = 0; replica < testbed.replicas(); replica++) {
                for (Metric metric : List.of(REQUESTS, REQUEST_LENGTH)) {
                    Quantity quantity = of(replica, metric);
                    if (rounds.hasSamples(all, peer.title(), quantity)
                            && rounds.hasSamples(all, OURS.title(), quantity)) {
                        rounds.row(all, setting(quantity), quantity, OURS.title(), peer.title());
                    }
                }
            }
        }
    }
}

package org.gridtorrent.bench.transfer;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.gridtorrent.bench.endpoint.ExpectedRate;
import org.gridtorrent.bench.experiment.RetryOnNoise;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Better;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;

/** The rounds: beside each count of flows in the background, all movers by turns. */
final class FairnessRounds {
    private static final Metric JAIN = new Metric("Jain's index", "of 1", Better.HIGHER);
    private static final List<String> SUBJECTS = List.of(GridTorrentTool.TITLE,
            SocketTool.PTCP, SocketTool.SELF_TUNED);

    private final String experiment;
    private final Fairness.Plan plan;
    private final ExpectedRate speed;
    private final Entrants entrants;
    private final TransferTestbed field;
    private final Map<Point, Samples> found = new LinkedHashMap<>();
    private final Map<Point, Samples> fair = new HashMap<>();

    private record Point(TransferTool mover, int background, Metric metric) {}

    FairnessRounds(String experiment, Fairness.Plan plan, ExpectedRate speed, List<TransferTool> movers,
            TransferTestbed field) {
        this.experiment = experiment;
        this.plan = plan;
        this.speed = speed;
        this.entrants = new Entrants(movers);
        this.field = field;
    }

    void run(Consumer<Result> results) throws IOException, InterruptedException {
        RetryOnNoise undisturbed = RetryOnNoise.byLines(experiment, field.progress());
        for (int background : plan.background()) {
            if (plan.warmUp()) {
                measure(background);
            }
            for (int round = 1; round <= plan.rounds(); round++) {
                Map<TransferTool, BandwidthShares> measured = undisturbed.measure(words(background),
                        () -> measure(background));
                measured.forEach((mover, shares) -> count(mover, background, shares));
                say(round, background, measured);
            }
        }
        entrants.all().stream().filter(mover -> SUBJECTS.contains(mover.title()))
                .forEach(subject -> compare(subject, results));
        tellShares(results);
    }

    private Map<TransferTool, BandwidthShares> measure(int background) throws IOException, InterruptedException {
        Map<TransferTool, BandwidthShares> all = new LinkedHashMap<>();
        for (TransferTool mover : entrants.all()) {
            Optional<TransferJob> load = load(mover, background);
            if (load.isPresent() && entrants.missing(mover, load.get()).isEmpty()) {
                entrants.measure(mover, load.get(), () -> measure(mover, load.get(), background))
                        .ifPresent(shares -> all.put(mover, shares));
            }
        }
        return all;
    }

    /** A fair share, from memory if it can, since the disk is not what is asked about. */
    private Optional<TransferJob> load(TransferTool mover, int background) {
        return Stream.of(Medium.values()).filter(way -> mover.missing(way).isEmpty()).findFirst()
                .map(way -> TransferJob.lasting(way, 1, plan.seconds(),
                        speed.shared(background + 1)));
    }

    private BandwidthShares measure(TransferTool mover, TransferJob load, int background)
            throws IOException, InterruptedException {
        field.prepare(load);
        if (background == 0) {
            return new BandwidthShares(mover.move(load, field), List.of());
        }
        try (BackgroundFlows beside = new BackgroundFlows(field.line(), background, plan.leadSeconds())) {
            long startNanos = System.nanoTime();
            double megabits = mover.move(load, field);
            return new BandwidthShares(megabits, beside.megabits(startNanos, System.nanoTime()));
        }
    }

    private void count(TransferTool mover, int background, BandwidthShares shares) {
        Point goodput = new Point(mover, background, Metric.LINE_GOODPUT);
        add(found, goodput, shares.tool());
        if (background > 0) {
            add(found, new Point(mover, background, JAIN), shares.jain());
            add(fair, goodput, shares.fair());
        }
    }

    private static void add(Map<Point, Samples> samples, Point point, double value) {
        samples.computeIfAbsent(point, _ -> new Samples()).add(value);
    }

    /** What each had beside others: told, and not judged. */
    private void tellShares(Consumer<Result> results) {
        found.forEach((point, samples) -> {
            Samples share = fair.get(point);
            if (share != null) {
                results.accept(Result.Measured.of(experiment, words(point.background),
                        point.metric, point.mover.title(), samples, Result.FAIR_SHARE, share));
            }
        });
    }

    private void compare(TransferTool subject, Consumer<Result> results) {
        for (TransferTool peer : entrants.all()) {
            if (load(peer, 0).isEmpty()) {
                results.accept(new Result.Skipped(experiment, field.line().words(),
                        subject.title(), peer.title(), peer.missing(Medium.DISK).orElseThrow()));
            } else if (!SUBJECTS.contains(peer.title())) {
                found.keySet().stream().filter(point -> point.mover.equals(subject))
                        .filter(point -> !fair.containsKey(point))
                        .map(point -> compare(point, peer)).distinct().forEach(results);
            }
        }
    }

    private Result compare(Point ours, TransferTool peer) {
        Optional<String> failure = load(peer, ours.background)
                .flatMap(load -> entrants.missing(peer, load));
        if (failure.isPresent()) {
            return new Result.Skipped(experiment, words(ours.background), ours.mover.title(),
                    peer.title(), failure.get());
        }
        return Result.Measured.of(experiment, words(ours.background), ours.metric,
                ours.mover.title(), at(ours), peer.title(),
                at(new Point(peer, ours.background, ours.metric)));
    }

    private Samples at(Point point) {
        Samples samples = found.get(point);
        if (samples == null) {
            throw new IllegalArgumentException("nothing was measured at " + point);
        }
        return samples;
    }

    private String words(int background) {
        return field.line().words() + ": beside " + background
                + (background == 1 ? " background flow" : " background flows");
    }

    private void say(int round, int background, Map<TransferTool, BandwidthShares> measured) {
        StringBuilder all = new StringBuilder();
        measured.forEach((mover, shares) -> all.append(String.format(Locale.ROOT,
                ", %s %.1f Mb/s (Jain %.2f)", mover.title(), shares.tool(), shares.jain())));
        field.progress().say(experiment + ": round " + round + " of " + plan.rounds() + ", "
                + words(background) + all);
    }
}

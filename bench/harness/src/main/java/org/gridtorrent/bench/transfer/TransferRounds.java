package org.gridtorrent.bench.transfer;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.gridtorrent.bench.endpoint.ExpectedRate;
import org.gridtorrent.bench.experiment.RetryOnNoise;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;

/** The rounds on one line: in each way, at each count of flows, all movers by turns. */
final class TransferRounds {
    private final String experiment;
    private final Transfer.Plan plan;
    private final ExpectedRate speed;
    private final Entrants entrants;
    private final TransferTestbed field;
    private final Map<TransferJob, Map<TransferTool, Samples>> goodput = new LinkedHashMap<>();

    TransferRounds(String experiment, Transfer.Plan plan, ExpectedRate speed, List<TransferTool> movers,
            TransferTestbed field) {
        this.experiment = experiment;
        this.plan = plan;
        this.speed = speed;
        this.entrants = new Entrants(movers);
        this.field = field;
    }

    void run(Consumer<Result> results) throws IOException, InterruptedException {
        for (Medium way : plan.warmUp() ? Medium.values() : new Medium[0]) {
            measure(load(way, plan.flows().getLast()));
        }
        RetryOnNoise undisturbed = RetryOnNoise.byLines(experiment, field.progress());
        for (int round = 1; round <= plan.rounds(); round++) {
            for (Medium way : Medium.values()) {
                for (int flows : plan.flows()) {
                    TransferJob load = load(way, flows);
                    Map<TransferTool, Double> measured = undisturbed.measure(words(load),
                            () -> measure(load));
                    measured.forEach((mover, megabits) -> samples(load, mover).add(megabits));
                    say(round, load, measured);
                }
            }
        }
        compare(Medium.MEMORY, SocketTool.PTCP, results);
        compare(Medium.DISK, GridTorrentTool.TITLE, results);
        plan.flows().forEach(flows -> diskBesideMemory(flows, results));
    }

    private TransferJob load(Medium way, int flows) {
        return TransferJob.lasting(way, flows, plan.seconds(), speed);
    }

    private Map<TransferTool, Double> measure(TransferJob load) throws IOException, InterruptedException {
        Map<TransferTool, Double> megabits = new LinkedHashMap<>();
        for (TransferTool mover : entrants.all()) {
            if (entrants.missing(mover, load).isEmpty()) {
                entrants.measure(mover, load, () -> mover.move(load, field))
                        .ifPresent(moved -> megabits.put(mover, moved));
            }
        }
        return megabits;
    }

    private Samples samples(TransferJob load, TransferTool mover) {
        return goodput.computeIfAbsent(load, _ -> new LinkedHashMap<>())
                .computeIfAbsent(mover, _ -> new Samples());
    }

    /** Ours beside each of the others. */
    private void compare(Medium way, String title, Consumer<Result> results) {
        TransferTool subject = entrants.named(title);
        for (TransferTool peer : entrants.all()) {
            if (peer.title().equals(title)) {
                continue;
            }
            peer.missing(way).ifPresentOrElse(
                    why -> results.accept(new Result.Skipped(experiment,
                            field.line().words() + ": " + way.words(), title, peer.title(), why)),
                    () -> plan.flows().forEach(flows -> results.accept(
                            compare(load(way, flows), subject, peer))));
        }
    }

    private Result compare(TransferJob load, TransferTool subject, TransferTool peer) {
        return entrants.missing(peer, load)
                .<Result>map(why -> new Result.Skipped(experiment, words(load), subject.title(),
                        peer.title(), why))
                .orElseGet(() -> Result.Measured.of(experiment, words(load),
                        Metric.LINE_GOODPUT, subject.title(), samples(load, subject),
                        peer.title(), samples(load, peer)));
    }

    /** What files and their checks cost us. */
    private void diskBesideMemory(int flows, Consumer<Result> results) {
        TransferJob disk = load(Medium.DISK, flows);
        results.accept(Result.Measured.of(experiment, words(disk), Metric.LINE_GOODPUT,
                GridTorrentTool.TITLE, samples(disk, entrants.named(GridTorrentTool.TITLE)),
                SocketTool.PTCP + ", " + Medium.MEMORY.words(),
                samples(load(Medium.MEMORY, flows), entrants.named(SocketTool.PTCP))));
    }

    private String words(TransferJob load) {
        return field.line().words() + ": " + load.way().words() + ", " + load.flows()
                + (load.flows() == 1 ? " flow" : " flows");
    }

    private void say(int round, TransferJob load, Map<TransferTool, Double> measured) {
        StringBuilder all = new StringBuilder();
        measured.forEach((mover, megabits) -> all.append(
                String.format(Locale.ROOT, ", %s %.1f", mover.title(), megabits)));
        field.progress().say(experiment + ": round " + round + " of " + plan.rounds() + ", "
                + words(load) + all + " Mb/s");
    }
}

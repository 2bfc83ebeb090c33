package org.gridtorrent.bench.dataset;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.experiment.Comparison;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.experiment.Quantity;
import org.gridtorrent.bench.experiment.Reading;
import org.gridtorrent.bench.experiment.Rounds;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.bench.result.TransferCost;
import org.gridtorrent.terminal.CommandFailure;

/** Experiment {@code private}: a data set for one reader, over TLS between two daemons, beside copying programs. */
public final class PrivateExperiment {
    private static final String OURS = PrivateGet.TITLE;
    private static final List<String> OURS_ALL = List.of(OURS, PrivateGet.PTCP_TITLE,
            ClearGet.TITLE);
    private static final Metric RATE = Metric.higher("rate", "MB/s");
    private static final Metric CPU = Metric.lower("cpu", "s/GB");
    private static final Metric OF_RSYNC = Metric.higher("rate ÷ rsync's", "×");
    private static final Metric OF_CLEAR = Metric.lower("cpu ÷ that in the clear", "×");
    private static final double MAX_OF_CLEAR = 1.5;
    /** Rounds that do not count, of our programs alone: a virtual machine compiles meanwhile. */
    private static final int WARM_UP_ROUNDS = 1;

    private final ExperimentRun run;
    private final CopyTestbed testbed;

    private PrivateExperiment(ExperimentRun run, CopyTestbed testbed) {
        this.run = run;
        this.testbed = testbed;
    }

    /**
     * Files with an aim.
     *
     * @param minOfRsync least part of rsync's rate
     */
    private record Aimed(DatasetFiles files, double minOfRsync) {}

    public static void run(ExperimentRun run) throws IOException, InterruptedException {
        Optional<SitePrograms> programs = SitePrograms.find();
        if (programs.isEmpty()) {
            run.skip("all", OURS, "all", SitePrograms.MISSING);
            return;
        }
        List<Aimed> all = List.of(
                new Aimed(run.isQuick()
                        ? DatasetFiles.large("one file of 256 MB", 256_000_000)
                        : DatasetFiles.large("one file of 3 GiB", 3L << 30), 1),
                new Aimed(DatasetFiles.small(run.isQuick() ? 2_000 : 20_000, 20_000), 0.8));
        try (CopyTestbed testbed = new CopyTestbed(programs.get(),
                all.stream().map(Aimed::files).toList(), run.progress())) {
            for (Aimed one : all) {
                new PrivateExperiment(run, testbed).run(one);
            }
        } catch (CommandFailure e) {
            run.skip("all", OURS, "all", e.line());
        }
    }

    private void run(Aimed aimed) throws IOException, InterruptedException {
        Comparison all = new Comparison(aimed.files.title());
        Rounds rounds = run.roundsBoundByProcessors()
                .toleratingFailuresOf(title -> !title.equals(OURS));
        for (CopyTool tool : testbed.tools()) {
            if (OURS_ALL.contains(tool.title())) {
                all.with(tool.title(), () -> reading(tool, aimed.files));
            } else if (tool.missing().isEmpty()) {
                all.withSteady(tool.title(), () -> reading(tool, aimed.files));
            }
        }
        rounds.warmUp(WARM_UP_ROUNDS, List.of(all));
        rounds.run(run.atScale(3, 1, 1), List.of(all));
        rowOfAim(rounds, all, OF_RSYNC, RATE, SshCopy.RSYNC, aimed.minOfRsync);
        rowOfAim(rounds, all, OF_CLEAR, CPU, ClearGet.TITLE, MAX_OF_CLEAR);
        for (CopyTool tool : testbed.tools().subList(1, testbed.tools().size())) {
            rowsBesidePeer(rounds, all, tool);
        }
    }

    private Reading reading(CopyTool tool, DatasetFiles files)
            throws IOException, InterruptedException {
        TransferCost cost = testbed.copy(tool, files);
        return Reading.of(RATE, cost.megabytesPerSecond()).and(CPU, cost.cpuSecondsPerGigabyte());
    }

    /** A row of the medians' ratio beside its aim, where the peer was measured. */
    private void rowOfAim(Rounds rounds, Comparison all, Metric ratio, Metric metric, String peer,
            double aim) {
        if (rounds.hasSamples(all, peer, Quantity.of(metric))) {
            run.row(all.setting(), ratio, OURS, Samples.of(
                    rounds.samples(all, OURS, metric).median()
                            / rounds.samples(all, peer, metric).median()),
                    Result.AIM, aim);
        }
    }

    private void rowsBesidePeer(Rounds rounds, Comparison all, CopyTool peer) {
        Optional<String> why = peer.missing().or(() -> rounds.failure(all, peer.title()));
        if (why.isPresent()) {
            run.skip(all.setting(), OURS, peer.title(), why.get());
            return;
        }
        rounds.row(all, RATE, OURS, peer.title());
        rounds.row(all, CPU, OURS, peer.title());
    }
}

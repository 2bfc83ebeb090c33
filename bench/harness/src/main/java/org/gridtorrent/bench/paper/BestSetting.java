package org.gridtorrent.bench.paper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.Testbed;
import org.gridtorrent.bench.experiment.ContentFolder;
import org.gridtorrent.bench.experiment.RetryOnNoise;
import org.gridtorrent.bench.peer.FixedStreamsTransport;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Better;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.engine.transport.PtcpTransport;
import org.gridtorrent.terminal.CommandFailure;

/** The paper's search for the best number of streams and seeders, and what PTCP finds by itself beside it. */
public final class BestSetting implements Experiment {
    private static final PaperLine LINE = PaperLine.WAN;
    private static final String SUBJECT = "GridTorrent";
    private static final String BEST = "the best found";
    /** With five streams to each of eight seeders. */
    private static final double PAPERS_BEST = 160;
    private static final double AIM_OF_BEST = 0.95;
    private static final Metric OF_BEST = new Metric("self-tuned ÷ the best fixed", "×",
            Better.HIGHER);

    private final Testbed ground;

    public BestSetting(Testbed ground) {
        this.ground = ground;
    }

    @Override
    public String name() {
        return "gtf-best";
    }

    @Override
    public String question() {
        return "Which number of streams and seeders is the best on the paper's WAN, and how near does the self-tuned number come?";
    }

    @Override
    public void run(Scale scale, Progress progress, Consumer<Result> results)
            throws IOException, InterruptedException {
        SettingGrid grid = SettingGrid.of(scale).upTo(PaperTestbed.mostSeeders(ground));
        int seeders = Collections.max(grid.seeders());
        long seed = new SplittableRandom().nextLong(1_000_000);
        try (PaperTestbed field = new PaperTestbed(LINE,
                ground.network(name(), LINE.spec(seeders, seed)), ContentFolder.DISK, seeders,
                progress)) {
            String words = field.words(seed);
            progress.say(name() + ": " + words);
            ThroughputCurve searched = search(grid, field, progress);
            ThroughputCurve finals = finals(grid, searched, field, progress, results);
            Samples best = finals.at(finals.best());
            searched.points().forEach(point -> results.accept(Result.Measured.of(name(),
                    setting(field, words(point)), Metric.LINE_GOODPUT, SUBJECT,
                    searched.at(point), BEST, best)));
            progress.crossed(words + ": " + field.line().health());
        } catch (CommandFailure e) {
            results.accept(new Result.Skipped(name(), LINE.name(), SUBJECT, BEST, e.line()));
        }
    }

    private ThroughputCurve search(SettingGrid grid, PaperTestbed field, Progress progress)
            throws IOException, InterruptedException {
        ThroughputCurve curve = new ThroughputCurve();
        RetryOnNoise undisturbed = RetryOnNoise.byLines(name(), progress);
        if (grid.search().warmsUp()) {
            var _ = fixed(grid.search(), field, grid.points().getLast());
        }
        for (StreamSetting point : grid.points()) {
            double megabits = undisturbed.measure(words(point),
                    () -> fixed(grid.search(), field, point));
            curve.add(point, megabits);
            say(progress, words(point), megabits);
        }
        return curve;
    }

    private static double fixed(PaperPlan plan, PaperTestbed field, StreamSetting point)
            throws IOException, InterruptedException {
        return field.gridTorrent(plan.length(field.reach(), point), point.seeders(),
                new FixedStreamsTransport(point.streamsEach()).name()).megabitsPerSecond();
    }

    /** The best of the search by turns, then the self-tuned, with the seeders of the best. */
    private ThroughputCurve finals(SettingGrid grid, ThroughputCurve searched, PaperTestbed field, Progress progress,
            Consumer<Result> results) throws IOException, InterruptedException {
        List<StreamSetting> finalists = searched.ranking().stream().limit(grid.finalists()).toList();
        StreamSetting first = finalists.getFirst();
        PaperPlan plan = grid.finals();
        ThroughputCurve curve = new ThroughputCurve();
        Samples tuned = new Samples();
        Samples tunedStreams = new Samples();
        RetryOnNoise undisturbed = RetryOnNoise.byLines(name(), progress);
        for (int round = 1; round <= plan.rounds(); round++) {
            Round taken = undisturbed.measure("round " + round,
                    () -> round(plan, finalists, field));
            for (int i = 0; i < finalists.size(); i++) {
                curve.add(finalists.get(i), taken.fixed.get(i));
                say(progress, "again, " + words(finalists.get(i)), taken.fixed.get(i));
            }
            tuned.add(taken.tuned.megabitsPerSecond());
            // Each seeder has a control channel.
            tunedStreams.add(taken.tuned.fetched().connections() - first.seeders());
            say(progress, "self-tuned", taken.tuned.megabitsPerSecond());
        }
        Samples best = curve.at(curve.best());
        results.accept(Result.Measured.of(name(),
                setting(field, "self-tuned, " + first.seeders() + " seeders, "
                        + Math.round(tunedStreams.median()) + " streams in all at the end"),
                Metric.LINE_GOODPUT, SUBJECT, tuned, "the best fixed: " + words(curve.best()),
                best));
        results.accept(Result.Measured.of(name(),
                setting(field, "self-tuned beside the best of the search"), OF_BEST, SUBJECT,
                Samples.of(tuned.median() / best.median()), Result.AIM,
                Samples.of(AIM_OF_BEST)));
        results.accept(Result.Measured.of(name(),
                setting(field, "the best fixed, " + words(curve.best())), Metric.LINE_GOODPUT,
                SUBJECT, best, ScenarioRounds.PAPER,
                Samples.of(PAPERS_BEST)));
        return curve;
    }

    private record Round(List<Double> fixed, PaperTestbed.Run tuned) {}

    private static Round round(PaperPlan plan, List<StreamSetting> finalists, PaperTestbed field)
            throws IOException, InterruptedException {
        List<Double> fixed = new ArrayList<>();
        for (StreamSetting point : finalists) {
            fixed.add(fixed(plan, field, point));
        }
        StreamSetting first = finalists.getFirst();
        return new Round(fixed,
                field.gridTorrent(plan.length(field.reach(), first), first.seeders(),
                        PtcpTransport.NAME));
    }

    private static String words(StreamSetting point) {
        return point.seeders() + (point.seeders() == 1 ? " seeder × " : " seeders × ")
                + point.streamsEach() + (point.streamsEach() == 1 ? " stream" : " streams");
    }

    private static String setting(PaperTestbed field, String what) {
        return field.where() + LINE.name() + ": " + what;
    }

    private void say(Progress progress, String what, double megabits) {
        progress.say(String.format(Locale.ROOT, "%s: %s: %.1f Mb/s", name(), what, megabits));
    }
}

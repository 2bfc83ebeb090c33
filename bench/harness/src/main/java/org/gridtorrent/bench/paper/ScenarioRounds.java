package org.gridtorrent.bench.paper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.gridtorrent.bench.endpoint.EndpointPair;
import org.gridtorrent.bench.experiment.Experiment.Progress;
import org.gridtorrent.bench.experiment.RetryOnNoise;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Better;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;

/** The rounds of one scenario: at each point GridTorrent and PTCP by turns. */
final class ScenarioRounds {
    static final String GRIDTORRENT = "GridTorrent";
    static final String PAPER = "the paper";
    private static final String PTCP = "PTCP";
    /** Up to so many the paper saw no fall. */
    private static final int PAPERS_MOST_STREAMS = 40;
    /** No fall: less would be a difference. */
    private static final double ALL_BUT_NOISE = 0.95;
    private static final Metric GAIN = new Metric("best of GridTorrent ÷ best of PTCP", "×",
            Better.HIGHER);
    private static final Metric LEFT = new Metric("left of the best, up to 40 streams", "×",
            Better.HIGHER);

    private final Scenario scenario;
    private final PaperPlan plan;
    private final List<StreamSetting> points;
    private final PaperTestbed field;
    private final Progress progress;
    private final ThroughputCurve gridTorrent = new ThroughputCurve();
    private final ThroughputCurve ptcp = new ThroughputCurve();
    private final Samples gridTorrentCpu = new Samples();
    private final Samples ptcpCpu = new Samples();

    ScenarioRounds(Scenario scenario, PaperPlan plan, List<StreamSetting> points, PaperTestbed field,
            Progress progress) {
        this.scenario = scenario;
        this.plan = plan;
        this.points = points;
        this.field = field;
        this.progress = progress;
    }

    private record Pair(PaperTestbed.Run gridTorrent, EndpointPair.Transfer ptcp) {}

    void run(Consumer<Result> results) throws IOException, InterruptedException {
        if (plan.warmsUp()) {
            say("to warm up");
            var _ = measure(points.getLast());
        }
        RetryOnNoise undisturbed = RetryOnNoise.byLines(scenario.experiment, progress);
        for (int round = 1; round <= plan.rounds(); round++) {
            String title = "round " + round + " of " + plan.rounds() + ", ";
            List<Pair> pairs = new ArrayList<>();
            for (StreamSetting point : points) {
                Pair pair = undisturbed.measure(title + point.words(), () -> measure(point));
                count(point, pair);
                pairs.add(pair);
                say(String.format(Locale.ROOT,
                        "%s%s: GridTorrent %d MB in %.1f s, %.1f Mb/s; PTCP %.1f Mb/s", title,
                        point.words(), pair.gridTorrent.length() / 1_000_000,
                        pair.gridTorrent.fetched().seconds(),
                        pair.gridTorrent.megabitsPerSecond(), pair.ptcp.megabitsPerSecond()));
            }
            gridTorrentCpu.add(mean(pairs, pair -> pair.gridTorrent.cpuSecondsPerGibibyte()));
            ptcpCpu.add(mean(pairs, pair -> pair.ptcp.cpuSecondsPerGibibyte()));
        }
        points.forEach(point -> results.accept(Result.Measured.of(scenario.experiment,
                setting(point.words()), Metric.LINE_GOODPUT, GRIDTORRENT, gridTorrent.at(point),
                PTCP, ptcp.at(point))));
        summary(results);
    }

    private Pair measure(StreamSetting point) throws IOException, InterruptedException {
        return new Pair(
                field.gridTorrent(plan.length(field.reach(), point), point.seeders(),
                        scenario.transport()),
                field.ptcp(point.streams(), plan.ptcpSeconds(field.reach(), point)));
    }

    private void count(StreamSetting point, Pair pair) {
        gridTorrent.add(point, pair.gridTorrent.megabitsPerSecond());
        ptcp.add(point, pair.ptcp.megabitsPerSecond());
    }

    private static double mean(List<Pair> pairs, ToDoubleFunction<Pair> quantity) {
        return pairs.stream().mapToDouble(quantity).average().orElseThrow();
    }

    private void summary(Consumer<Result> results) {
        Samples ours = gridTorrent.at(gridTorrent.best());
        Samples theirs = ptcp.at(ptcp.best());
        String best = "best of each, " + gridTorrent.best().words() + " beside PTCP's "
                + ptcp.best().streams();
        tell(best, Metric.LINE_GOODPUT, GRIDTORRENT, ours, PTCP, theirs, results);
        tell(best, GAIN, GRIDTORRENT, Samples.of(ours.median() / theirs.median()), PAPER,
                Samples.of(scenario.papersGridTorrent / scenario.papersPtcp), results);
        scenario.aim().ifPresent(aim -> tell(best, GAIN, GRIDTORRENT,
                Samples.of(ours.median() / theirs.median()), Result.AIM, Samples.of(aim),
                results));
        tell("best of GridTorrent, " + gridTorrent.best().words(), Metric.LINE_GOODPUT,
                GRIDTORRENT, ours, PAPER, Samples.of(scenario.papersGridTorrent), results);
        tell("best of PTCP, " + ptcp.best().streams() + " streams", Metric.LINE_GOODPUT, PTCP,
                theirs, PAPER, Samples.of(scenario.papersPtcp), results);
        // Behind the best there has to be something.
        if (!gridTorrent.best().equals(points.getLast())
                || points.getLast().streams() >= PAPERS_MOST_STREAMS) {
            left(results);
        }
        tell("mean of all points", Metric.CPU, GRIDTORRENT, gridTorrentCpu, PTCP, ptcpCpu, results);
    }

    private void left(Consumer<Result> results) {
        Samples ours = Samples.of(gridTorrent.left(PAPERS_MOST_STREAMS));
        tell("from the best on", LEFT, GRIDTORRENT, ours, PTCP,
                Samples.of(ptcp.left(PAPERS_MOST_STREAMS)), results);
        tell("from the best on", LEFT, GRIDTORRENT, ours, Result.AIM, Samples.of(ALL_BUT_NOISE),
                results);
    }

    private void tell(String what, Metric metric, String subject, Samples samples, String peer,
            Samples theirs, Consumer<Result> results) {
        results.accept(Result.Measured.of(scenario.experiment, setting(what), metric, subject,
                samples, peer, theirs));
    }

    private String setting(String what) {
        return field.where() + scenario.title() + ", " + what;
    }

    private void say(String text) {
        progress.say(scenario.experiment + ": " + text);
    }
}

package org.gridtorrent.bench.paper;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.Testbed;
import org.gridtorrent.bench.experiment.ContentFolder;
import org.gridtorrent.bench.link.Iperf3;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.terminal.CommandFailure;

/** One of the paper's scenarios: a leech with more and more seeders beside PTCP with more and more streams. */
public final class PaperScenario implements Experiment {
    /** As the paper asked iperf. */
    private static final int PAPERS_IPERF_STREAMS = 50;
    private static final double PAPERS_IPERF_WAN = 30.2;
    private static final double PAPERS_IPERF_LAN = 857;

    private final Scenario scenario;
    private final Testbed ground;

    private PaperScenario(Scenario scenario, Testbed ground) {
        this.scenario = scenario;
        this.ground = ground;
    }

    /** All three. */
    public static List<Experiment> all(Testbed ground) {
        return Arrays.stream(Scenario.values())
                .<Experiment>map(scenario -> new PaperScenario(scenario, ground)).toList();
    }

    @Override
    public String name() {
        return scenario.experiment;
    }

    @Override
    public String question() {
        return "The paper's scenario " + scenario + ": on a " + scenario.line
                + ", how fast are 1 to 16 seeders, "
                + (scenario.streamsEach == 1
                        ? "a connection each"
                        : scenario.streamsEach + " streams each")
                + ", beside as many PTCP streams?";
    }

    @Override
    public void run(Scale scale, Progress progress, Consumer<Result> results)
            throws IOException, InterruptedException {
        int mostSeeders = PaperTestbed.mostSeeders(ground);
        List<StreamSetting> points = scenario.points(scale).stream()
                .filter(point -> point.seeders() <= mostSeeders).toList();
        int seeders = points.stream().mapToInt(StreamSetting::seeders).max().orElseThrow();
        long seed = new SplittableRandom().nextLong(1_000_000);
        try (PaperTestbed field = new PaperTestbed(scenario.line,
                ground.network(name(), scenario.line.spec(seeders, seed)), ContentFolder.DISK,
                seeders, progress)) {
            String words = field.words(seed);
            progress.say(name() + ": " + words);
            new ScenarioRounds(scenario, PaperPlan.of(scale), points, field, progress)
                    .run(results);
            iperf3(scale, field, results);
            progress.crossed(words + ": " + field.line().health());
        } catch (CommandFailure e) {
            results.accept(new Result.Skipped(name(), scenario.title(),
                    ScenarioRounds.GRIDTORRENT, ScenarioRounds.PAPER, e.line()));
        }
    }

    /** The line as the paper measured it. */
    private void iperf3(Scale scale, PaperTestbed field, Consumer<Result> results)
            throws IOException, InterruptedException {
        int window = scenario.line.windowBytes();
        String setting = field.where() + scenario.title() + ", the line, windows of "
                + window / 1024 + " KiB";
        String subject = "iperf3 -P " + PAPERS_IPERF_STREAMS;
        Optional<String> missing = Iperf3.missing();
        if (missing.isPresent()) {
            results.accept(new Result.Skipped(name(), setting, subject, ScenarioRounds.PAPER,
                    missing.get()));
            return;
        }
        boolean quick = scale == Scale.QUICK;
        double measured = field.line().iperf3(PAPERS_IPERF_STREAMS, window, quick ? 0 : 1,
                quick ? 1 : 8);
        results.accept(Result.Measured.of(name(), setting, Metric.LINE_GOODPUT, subject,
                Samples.of(measured), ScenarioRounds.PAPER, Samples.of(
                        scenario.line == PaperLine.LAN ? PAPERS_IPERF_LAN : PAPERS_IPERF_WAN)));
    }
}

package org.gridtorrent.bench.paper;

import java.io.IOException;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gridtorrent.bench.experiment.Comparison;
import org.gridtorrent.bench.experiment.Experiment.Scale;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.experiment.Reading;
import org.gridtorrent.bench.experiment.Rounds;
import org.gridtorrent.bench.peer.Fetch;
import org.gridtorrent.bench.peer.FixedStreamsTransport;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.engine.transport.PtcpTransport;

/** Experiment {@code gtf-best}: search for the best number of streams and seeders, beside self-tuned PTCP. */
public final class BestSetting {
    private static final PaperLine LINE = PaperLine.WAN;
    private static final String SUBJECT = PaperScenario.GRIDTORRENT;
    private static final String BEST = "the best found";
    private static final String TUNED = "self-tuned";
    /** With five streams to each of eight seeders. */
    private static final double PAPERS_BEST = 160;
    private static final double AIM_OF_BEST = 0.95;
    private static final Metric OF_BEST = Metric.higher("self-tuned ÷ the best fixed", "×");
    private static final Metric STREAMS = Metric.higher("streams in all", "streams");

    private BestSetting() {}

    /**
     * Settings among which the best is searched, and for how long.
     *
     * @param streams to each seeder
     * @param searchSeconds of each setting, once
     * @param finalists the best of the search, which are measured again
     * @param finals how they are measured: the search alone would prefer those who were lucky
     */
    record Grid(List<Integer> streams, List<Integer> seeders, double searchSeconds, int finalists,
            PaperPlan finals) {
        static Grid of(Scale scale) {
            PaperPlan finals = PaperPlan.of(scale);
            return switch (scale) {
                case FULL -> new Grid(List.of(1, 2, 4, 5, 8), List.of(1, 2, 4, 8, 12), 8, 3,
                        finals);
                case BRIEF -> new Grid(List.of(2, 4, 5, 8), List.of(2, 4, 8), 5, 2, finals);
                case QUICK -> new Grid(List.of(1, 4), List.of(2), 0.2, 1, finals);
            };
        }

        /** The same where there are so many seeders at most. */
        Grid upTo(int maxSeeders) {
            List<Integer> few = seeders.stream().map(count -> Math.min(count, maxSeeders))
                    .distinct().toList();
            return new Grid(streams, few, searchSeconds, finalists, finals);
        }

        List<StreamSetting> settings() {
            return seeders.stream().flatMap(count -> streams.stream()
                    .map(each -> new StreamSetting(count, each))).toList();
        }

        PaperPlan search() {
            return new PaperPlan(1, searchSeconds, finals.maxBytes());
        }
    }

    public static void run(ExperimentRun run) throws IOException, InterruptedException {
        Grid grid = Grid.of(run.scale()).upTo(PaperTestbed.maxSeeders(run.testbed()));
        int seeders = Collections.max(grid.seeders);
        run.onLine(seed -> LINE.spec(seeders, seed), LINE.name(), SUBJECT, BEST,
                (line, seed) -> {
                    try (var testbed = new PaperTestbed(LINE, line, ContentFolder.DISK, seeders,
                            run.progress())) {
                        String description = testbed.describe(seed);
                        run.message(description);
                        ThroughputCurve searched = search(run, grid, testbed);
                        Samples best = finals(run, grid, searched, testbed);
                        searched.settings().forEach(setting -> run.row(
                                where(testbed) + describe(setting), Metric.LINE_GOODPUT, SUBJECT,
                                searched.at(setting), BEST, best));
                        return description;
                    }
                });
    }

    private static ThroughputCurve search(ExperimentRun run, Grid grid, PaperTestbed testbed)
            throws IOException, InterruptedException {
        Map<StreamSetting, Comparison> cases = new LinkedHashMap<>();
        for (StreamSetting setting : grid.settings()) {
            cases.put(setting, new Comparison(where(testbed) + describe(setting)).with(SUBJECT,
                    () -> fixed(grid.search(), testbed, setting)));
        }
        List<Comparison> all = List.copyOf(cases.values());
        Rounds rounds = run.roundsBoundByLine();
        rounds.warmUp(grid.search().warmsUp() ? 1 : 0, List.of(all.getLast()));
        return ThroughputCurve.of(cases, rounds.run(1, all), SUBJECT);
    }

    private static Reading fixed(PaperPlan plan, PaperTestbed testbed, StreamSetting setting)
            throws IOException, InterruptedException {
        return Reading.of(Metric.LINE_GOODPUT, testbed.fetch(
                plan.length(testbed.expected(), setting), setting.seeders(),
                new FixedStreamsTransport(setting.streamsEach()).name()).cost()
                .megabitsPerSecond());
    }

    /** Measures the best of the search again, beside self-tuned PTCP; returns the samples of the best. */
    private static Samples finals(ExperimentRun run, Grid grid, ThroughputCurve searched,
            PaperTestbed testbed) throws IOException, InterruptedException {
        PaperPlan plan = grid.finals;
        List<StreamSetting> finalists = searched.ranking().stream().limit(grid.finalists)
                .toList();
        StreamSetting first = finalists.getFirst();
        Comparison all = new Comparison(where(testbed) + "again");
        finalists.forEach(
                setting -> all.with(describe(setting), () -> fixed(plan, testbed, setting)));
        all.with(TUNED, () -> {
            Fetch fetch = testbed.fetch(plan.length(testbed.expected(), first),
                    first.seeders(), PtcpTransport.NAME);
            return Reading.of(Metric.LINE_GOODPUT, fetch.cost().megabitsPerSecond())
                    // Each seeder has a control channel.
                    .and(STREAMS, fetch.fetched().connections() - first.seeders());
        });
        Rounds rounds = run.roundsBoundByLine().run(plan.rounds(), List.of(all));
        StreamSetting winner = finalists.stream().max(Comparator.comparingDouble(
                setting -> goodput(rounds, all, describe(setting)).median())).orElseThrow();
        Samples best = goodput(rounds, all, describe(winner));
        Samples tuned = goodput(rounds, all, TUNED);
        run.row(where(testbed) + "self-tuned, " + first.seeders() + " seeders, "
                + Math.round(rounds.samples(all, TUNED, STREAMS).median())
                + " streams in all at the end", Metric.LINE_GOODPUT, SUBJECT, tuned,
                "the best fixed: " + describe(winner), best);
        run.row(where(testbed) + "self-tuned beside the best of the search", OF_BEST, SUBJECT,
                Samples.of(tuned.median() / best.median()), Result.AIM, AIM_OF_BEST);
        run.row(where(testbed) + "the best fixed, " + describe(winner), Metric.LINE_GOODPUT,
                SUBJECT, best, PaperScenario.PAPER, PAPERS_BEST);
        return best;
    }

    private static Samples goodput(Rounds rounds, Comparison all, String subject) {
        return rounds.samples(all, subject, Metric.LINE_GOODPUT);
    }

    private static String where(PaperTestbed testbed) {
        return testbed.prefix() + LINE.name() + ": ";
    }

    private static String describe(StreamSetting setting) {
        return Comparison.counted(setting.seeders(), "seeder") + " × "
                + Comparison.counted(setting.streamsEach(), "stream");
    }
}

package org.gridtorrent.bench.paper;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.bench.endpoint.EndpointPair;
import org.gridtorrent.bench.experiment.Comparison;
import org.gridtorrent.bench.experiment.Experiment.Scale;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.experiment.Reading;
import org.gridtorrent.bench.experiment.Rounds;
import org.gridtorrent.bench.peer.ClientProgram;
import org.gridtorrent.bench.peer.FixedStreamsTransport;
import org.gridtorrent.bench.process.Iperf3;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.bench.result.TransferCost;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.engine.transport.TcpTransport;

/** Experiments {@code gtf-1} to {@code gtf-3}: a leech with more and more seeders, beside PTCP's streams. */
public enum PaperScenario {
    /** Section 4.1: on the LAN the machines bounded, at 80 to 100 Mb/s whatever the number. */
    I(PaperLine.LAN, 1, 100, 100, 857),
    /** Section 4.2.1: "almost four times" iperf's 30.2 Mb/s for both, PTCP at its best with 15 streams. */
    II(PaperLine.WAN, 1, 118, 118, 30.2),
    /** Section 4.2.3: no fall up to 40 streams in all. */
    III(PaperLine.WAN, 4, 118, 145, 30.2);

    static final String GRIDTORRENT = ClientProgram.GRIDTORRENT.title();
    static final String PAPER = "the paper";
    private static final String PTCP = "PTCP";
    private static final int PAPERS_IPERF_STREAMS = 50;
    /** Up to so many streams the paper saw no fall. */
    private static final int PAPERS_MAX_STREAMS = 40;
    private static final double AIM_OF_GAIN = 1.23;
    /** Aim for what is left of the best: less would be a fall. */
    private static final double ALL_BUT_NOISE = 0.95;
    private static final Metric GAIN = Metric.higher("best of GridTorrent ÷ best of PTCP", "×");
    private static final Metric LEFT = Metric.higher("left of the best, up to 40 streams", "×");

    private final PaperLine line;
    private final int streamsEach;
    /** Mb/s at best. */
    private final double papersPtcp;
    private final double papersGridTorrent;
    private final double papersIperf;

    PaperScenario(PaperLine line, int streamsEach, double papersPtcp, double papersGridTorrent,
            double papersIperf) {
        this.line = line;
        this.streamsEach = streamsEach;
        this.papersPtcp = papersPtcp;
        this.papersGridTorrent = papersGridTorrent;
        this.papersIperf = papersIperf;
    }

    private String title() {
        return "scenario " + name();
    }

    List<StreamSetting> settings(Scale scale) {
        List<Integer> seeders = switch (scale) {
            case QUICK -> List.of(1, 2);
            case BRIEF -> this == III ? List.of(1, 2, 4, 5, 7, 10) : List.of(1, 4, 8, 13, 15, 16);
            case FULL -> switch (this) {
                case I -> List.of(1, 2, 4, 8, 12, 16);
                case II -> List.of(1, 2, 4, 6, 8, 10, 13, 15, 16);
                case III -> List.of(1, 2, 3, 4, 5, 7, 10, 16);
            };
        };
        return seeders.stream().map(count -> new StreamSetting(count, streamsEach)).toList();
    }

    /** Transport to seeders: one TCP connection, or PTCP with a fixed number of streams. */
    String transport() {
        return streamsEach == 1
                ? TcpTransport.NAME
                : new FixedStreamsTransport(streamsEach).name();
    }

    public void run(ExperimentRun run) throws IOException, InterruptedException {
        int maxSeeders = PaperTestbed.maxSeeders(run.testbed());
        List<StreamSetting> settings = settings(run.scale()).stream()
                .filter(setting -> setting.seeders() <= maxSeeders).toList();
        int seeders = settings.stream().mapToInt(StreamSetting::seeders).max().orElseThrow();
        run.onLine(seed -> line.spec(seeders, seed), title(), GRIDTORRENT, PAPER,
                (network, seed) -> {
                    try (var testbed = new PaperTestbed(line, network, ContentFolder.DISK, seeders,
                            run.progress())) {
                        String description = testbed.describe(seed);
                        run.message(description);
                        measure(run, PaperPlan.of(run.scale()), settings, testbed);
                        iperf3(run, testbed);
                        return description;
                    }
                });
    }

    /** At each setting GridTorrent and PTCP by turns. */
    void measure(ExperimentRun run, PaperPlan plan, List<StreamSetting> settings,
            PaperTestbed testbed) throws IOException, InterruptedException {
        Map<StreamSetting, Comparison> cases = new LinkedHashMap<>();
        for (StreamSetting setting : settings) {
            cases.put(setting, new Comparison(where(testbed) + setting.describe())
                    .with(GRIDTORRENT, () -> reading(testbed.fetch(
                            plan.length(testbed.expected(), setting), setting.seeders(),
                            transport()).cost()))
                    .with(PTCP, () -> reading(testbed.ptcp(setting.streams(),
                            plan.ptcpSeconds(testbed.expected(), setting)))));
        }
        List<Comparison> all = List.copyOf(cases.values());
        Rounds rounds = run.roundsBoundByLine();
        rounds.warmUp(plan.warmsUp() ? 1 : 0, List.of(all.getLast()));
        rounds.run(plan.rounds(), all);
        all.forEach(one -> rounds.row(one, Metric.LINE_GOODPUT, GRIDTORRENT, PTCP));
        summary(run, cases, rounds, testbed);
    }

    private static Reading reading(TransferCost cost) {
        return Reading.of(Metric.LINE_GOODPUT, cost.megabitsPerSecond())
                .and(Metric.CPU, cost.cpuSecondsPerGibibyte());
    }

    private static Reading reading(EndpointPair.Transfer transfer) {
        return Reading.of(Metric.LINE_GOODPUT, transfer.megabitsPerSecond())
                .and(Metric.CPU, transfer.cpuSecondsPerGibibyte());
    }

    private String where(PaperTestbed testbed) {
        return testbed.prefix() + title() + ", ";
    }

    private void summary(ExperimentRun run, Map<StreamSetting, Comparison> cases, Rounds rounds,
            PaperTestbed testbed) {
        String where = where(testbed);
        var gridTorrent = ThroughputCurve.of(cases, rounds, GRIDTORRENT);
        var ptcp = ThroughputCurve.of(cases, rounds, PTCP);
        StreamSetting best = gridTorrent.best();
        Samples ours = gridTorrent.at(best);
        Samples theirs = ptcp.at(ptcp.best());
        Samples gain = Samples.of(ours.median() / theirs.median());
        String both = where + "best of each, " + best.describe() + " beside PTCP's "
                + ptcp.best().streams();
        run.row(both, Metric.LINE_GOODPUT, GRIDTORRENT, ours, PTCP, theirs);
        run.row(both, GAIN, GRIDTORRENT, gain, PAPER, papersGridTorrent / papersPtcp);
        if (papersGridTorrent > papersPtcp) {
            run.row(both, GAIN, GRIDTORRENT, gain, Result.AIM, AIM_OF_GAIN);
        }
        run.row(where + "best of GridTorrent, " + best.describe(), Metric.LINE_GOODPUT,
                GRIDTORRENT, ours, PAPER, papersGridTorrent);
        run.row(where + "best of PTCP, " + ptcp.best().streams() + " streams",
                Metric.LINE_GOODPUT, PTCP, theirs, PAPER, papersPtcp);
        StreamSetting last = gridTorrent.settings().getLast();
        // Behind the best there has to be something.
        if (!best.equals(last) || last.streams() >= PAPERS_MAX_STREAMS) {
            Samples left = Samples.of(gridTorrent.left(PAPERS_MAX_STREAMS));
            run.row(where + "from the best on", LEFT, GRIDTORRENT, left, PTCP,
                    ptcp.left(PAPERS_MAX_STREAMS));
            run.row(where + "from the best on", LEFT, GRIDTORRENT, left, Result.AIM,
                    ALL_BUT_NOISE);
        }
        run.row(where + "mean of all points", Metric.CPU, GRIDTORRENT,
                meanCpu(cases, rounds, GRIDTORRENT), PTCP, meanCpu(cases, rounds, PTCP));
    }

    /** Mean over all settings, round by round. */
    private static Samples meanCpu(Map<StreamSetting, Comparison> cases, Rounds rounds,
            String subject) {
        return Samples.mean(cases.values().stream()
                .map(one -> rounds.samples(one, subject, Metric.CPU)).toList());
    }

    /** The line as the paper measured it. */
    private void iperf3(ExperimentRun run, PaperTestbed testbed)
            throws IOException, InterruptedException {
        int window = line.windowBytes();
        String setting = where(testbed) + "the line, windows of " + window / 1024 + " KiB";
        String subject = "iperf3 -P " + PAPERS_IPERF_STREAMS;
        Optional<String> missing = Iperf3.missing();
        if (missing.isPresent()) {
            run.skip(setting, subject, PAPER, missing.get());
            return;
        }
        double measured = testbed.line().iperf3(PAPERS_IPERF_STREAMS, window,
                run.isQuick() ? 0 : 1, run.isQuick() ? 1 : 8);
        run.row(setting, Metric.LINE_GOODPUT, subject, Samples.of(measured), PAPER, papersIperf);
    }
}

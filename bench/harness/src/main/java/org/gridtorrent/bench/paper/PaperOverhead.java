package org.gridtorrent.bench.paper;

import java.io.IOException;
import java.util.List;
import org.gridtorrent.bench.engine.HashRate;
import org.gridtorrent.bench.experiment.Comparison;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.experiment.Reading;
import org.gridtorrent.bench.experiment.Rounds;
import org.gridtorrent.bench.ptcp.LoopbackTransfer;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.bench.testbed.TempFolder;
import org.gridtorrent.bench.tracker.ClientStartup;
import org.gridtorrent.bench.tracker.EnrolledDevice;
import org.gridtorrent.bench.tracker.SiteDatabase;
import org.gridtorrent.bench.tracker.TrackerProcess;

/**
 * Experiment {@code gtf-overhead}: tracker, control messages, hashing, splitting and merging (section
 * 4.3).
 */
public final class PaperOverhead {
    private static final String SUBJECT = PaperScenario.GRIDTORRENT;
    private static final String PAPER = PaperScenario.PAPER;
    private static final Metric TRACKER_TIME = Metric.lower("time", "ms");
    private static final Metric CONTROL = Metric.lower("control bytes", "KB");
    /** Lower ends of the paper's ranges. */
    private static final double PAPERS_TRACKER_MILLIS = 300;
    private static final double PAPERS_CONTROL_KILOBYTES = 148;
    private static final double PAPERS_LENGTH = 300_000_000;
    private static final double PAPERS_MEGABITS = 145;
    private static final int SEEDERS = 8;
    private static final int STREAMS = 4;
    private static final int WARM_UP_ROUNDS = 2;

    private PaperOverhead() {}

    private record Plan(long length, int rounds, int starts) {
        String describe() {
            return length / 1_000_000 + " MB";
        }
    }

    public static void run(ExperimentRun run) throws IOException, InterruptedException {
        Plan plan = run.atScale(new Plan(300_000_000, 7, 20), new Plan(300_000_000, 3, 10),
                new Plan(6_000_000, 1, 2));
        run.message("a client's start with its tracker");
        tracker(run, plan);
        splitting(run, plan);
        try (ContentFolder content = ContentFolder.create(ContentFolder.memoryOrDisk(), plan.length,
                1)) {
            run.message("control messages");
            run.row(plan.describe() + " from " + SEEDERS + " seeders, control messages", CONTROL,
                    SUBJECT, Samples.of(ControlTraffic.bytes(content, SEEDERS) / 1e3), PAPER,
                    PAPERS_CONTROL_KILOBYTES * plan.length / PAPERS_LENGTH);
            hashing(run, plan, content);
        }
    }

    /** Over the loopback interface: a line's round trips come on top. */
    private static void tracker(ExperimentRun run, Plan plan)
            throws IOException, InterruptedException {
        try (TempFolder folder = TempFolder.create(ContentFolder.DISK);
                SiteDatabase database = SiteDatabase.Kind.H2.open(folder.make("site"));
                TrackerProcess tracker = TrackerProcess.start(folder.make("tracker"),
                        database.login())) {
            EnrolledDevice device = tracker.enrol(1, 1).devices().getFirst();
            String content = tracker.publish(1, device).getFirst();
            List<Double> millis = ClientStartup.millis(folder.make("client"), tracker.address(),
                    device, content, plan.starts);
            run.row("tracker, the client's first start in a process", TRACKER_TIME, SUBJECT,
                    Samples.of(millis.getFirst()), PAPER, PAPERS_TRACKER_MILLIS);
            run.row("tracker, the client's later starts", TRACKER_TIME, SUBJECT,
                    ClientStartup.later(millis), PAPER, PAPERS_TRACKER_MILLIS);
        }
    }

    private static void splitting(ExperimentRun run, Plan plan)
            throws IOException, InterruptedException {
        String setting = "splitting and merging, loopback, " + STREAMS + " streams, "
                + plan.describe();
        Comparison ptcp = new Comparison(setting).with("PTCP", () -> Reading.of(Metric.CPU,
                LoopbackTransfer.ptcp(STREAMS, plan.length).cpuSecondsPerGibibyte()));
        Comparison channel = new Comparison(setting).with("SocketChannel", () -> Reading.of(
                Metric.CPU, LoopbackTransfer.channel(plan.length).cpuSecondsPerGibibyte()));
        Rounds rounds = run.roundsBoundByProcessors();
        rounds.warmUp(WARM_UP_ROUNDS, List.of(ptcp, channel));
        rounds.run(plan.rounds, List.of(ptcp, channel));
        rounds.row(ptcp, Metric.CPU, "PTCP", "SocketChannel");
    }

    /** Hashing beside the time of the paper's fastest transfer of as much. */
    private static void hashing(ExperimentRun run, Plan plan, ContentFolder content)
            throws IOException, InterruptedException {
        Comparison hashing = new Comparison("hashing " + plan.describe() + " into a .torrent")
                .with(SUBJECT, () -> Reading.of(Metric.TIME,
                        HashRate.buildSeconds(content.content())));
        Rounds rounds = run.roundsBoundByProcessors().run(plan.rounds, List.of(hashing));
        run.row(hashing.setting(), Metric.TIME, SUBJECT,
                rounds.samples(hashing, SUBJECT, Metric.TIME), "the paper's transfer of them",
                plan.length * 8 / PAPERS_MEGABITS / 1e6);
    }
}

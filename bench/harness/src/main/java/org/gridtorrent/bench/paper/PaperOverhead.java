package org.gridtorrent.bench.paper;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.gridtorrent.bench.experiment.Carrier;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.TempFolder;
import org.gridtorrent.bench.experiment.ContentFolder;
import org.gridtorrent.bench.experiment.RetryOnNoise;
import org.gridtorrent.bench.process.CpuClock;
import org.gridtorrent.bench.ptcp.PlainCarrier;
import org.gridtorrent.bench.ptcp.PtcpCarrier;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Better;
import org.gridtorrent.bench.result.Result.Measured;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.bench.tracker.ClientStartup;
import org.gridtorrent.bench.tracker.TrackerProcess;
import org.gridtorrent.bench.tracker.EnrolledDevice;
import org.gridtorrent.bench.tracker.SiteDatabase;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.create.MetainfoBuilder;

/** What the paper's section 4.3 counts as overhead: tracker, control messages, hashing, splitting and merging. */
public final class PaperOverhead implements Experiment {
    private static final String SUBJECT = "GridTorrent";
    private static final Metric TRACKER_TIME = new Metric("time", "ms", Better.LOWER);
    private static final Metric CONTROL = new Metric("control bytes", "KB", Better.LOWER);
    /** The least of the paper's ranges. */
    private static final double PAPERS_TRACKER_MILLIS = 300;
    private static final double PAPERS_CONTROL_KILOBYTES = 148;
    private static final double PAPERS_MEGABITS = 145;
    private static final int SEEDERS = 8;
    private static final int STREAMS = 4;
    private static final int WARM_UP_ROUNDS = 2;

    @Override
    public String name() {
        return "gtf-overhead";
    }

    @Override
    public String question() {
        return "What do the tracker, control messages, hashing, splitting and merging cost for 300 MB, beside the paper's?";
    }

    private record Plan(long length, int rounds, int starts) {
        static Plan of(Scale scale) {
            return switch (scale) {
                case FULL -> new Plan(300_000_000, 7, 20);
                case BRIEF -> new Plan(300_000_000, 3, 10);
                case QUICK -> new Plan(6_000_000, 1, 2);
            };
        }

        String words() {
            return length / 1_000_000 + " MB";
        }
    }

    @Override
    public void run(Scale scale, Progress progress, Consumer<Result> results)
            throws IOException, InterruptedException {
        Plan plan = Plan.of(scale);
        progress.say(name() + ": a client's start with its tracker");
        tracker(plan, results);
        progress.say(name() + ": splitting and merging");
        splitting(plan, progress, results);
        try (ContentFolder content = ContentFolder.create(ContentFolder.cheapest(), plan.length, 1)) {
            progress.say(name() + ": control messages");
            results.accept(Measured.of(name(),
                    plan.words() + " from " + SEEDERS + " seeders, control messages", CONTROL,
                    SUBJECT, Samples.of(ControlTraffic.of(content, SEEDERS) / 1e3),
                    ScenarioRounds.PAPER, Samples.of(
                            PAPERS_CONTROL_KILOBYTES * plan.length / 300_000_000)));
            progress.say(name() + ": hashing");
            hashing(plan, content, progress, results);
        }
    }

    /** Over the loopback interface: a line's round trips come on top. */
    private void tracker(Plan plan, Consumer<Result> results)
            throws IOException, InterruptedException {
        try (TempFolder folder = TempFolder.create(ContentFolder.DISK);
                SiteDatabase database = SiteDatabase.Kind.H2.open(folder.make("site"));
                TrackerProcess tracker = TrackerProcess.start(folder.make("tracker"),
                        database.login())) {
            EnrolledDevice machine = tracker.applicants(1).run(1).machines().getFirst();
            String content = tracker.publish(1, machine).getFirst();
            List<Double> millis = ClientStartup.millis(folder.make("client"), tracker.address(),
                    machine, content, plan.starts);
            Samples later = new Samples();
            millis.subList(millis.size() / 2, millis.size()).forEach(later::add);
            Samples paper = Samples.of(PAPERS_TRACKER_MILLIS);
            results.accept(Measured.of(name(), "tracker, the client's first start in a process",
                    TRACKER_TIME, SUBJECT, Samples.of(millis.getFirst()), ScenarioRounds.PAPER,
                    paper));
            results.accept(Measured.of(name(), "tracker, the client's later starts",
                    TRACKER_TIME, SUBJECT, later, ScenarioRounds.PAPER, paper));
        }
    }

    private void splitting(Plan plan, Progress progress, Consumer<Result> results)
            throws IOException, InterruptedException {
        List<Carrier> carriers = List.of(new PtcpCarrier(STREAMS), new PlainCarrier());
        List<Samples> cpu = List.of(new Samples(), new Samples());
        RetryOnNoise undisturbed = RetryOnNoise.byProcessors(name(), progress);
        for (int round = 1; round <= WARM_UP_ROUNDS; round++) {
            for (Carrier carrier : carriers) {
                var _ = carrier.carry(plan.length);
            }
        }
        for (int round = 1; round <= plan.rounds; round++) {
            for (int i = 0; i < carriers.size(); i++) {
                Carrier carrier = carriers.get(i);
                cpu.get(i).add(undisturbed.measure(carrier.name(),
                        () -> carrier.carry(plan.length)).cpuSecondsPerGibibyte());
            }
        }
        results.accept(Measured.of(name(),
                "splitting and merging, loopback, " + STREAMS + " streams, " + plan.words(),
                Metric.CPU, carriers.getFirst().name(), cpu.getFirst(),
                carriers.getLast().name(), cpu.getLast()));
    }

    /** Beside the time in which the paper's best carried as much. */
    private void hashing(Plan plan, ContentFolder content, Progress progress,
            Consumer<Result> results) throws IOException, InterruptedException {
        Samples seconds = new Samples();
        RetryOnNoise undisturbed = RetryOnNoise.byProcessors(name(), progress);
        for (int round = 1; round <= plan.rounds; round++) {
            seconds.add(undisturbed.measure("hashing", () -> hash(content)));
        }
        results.accept(Measured.of(name(), "hashing " + plan.words() + " into a .torrent",
                Metric.TIME, SUBJECT, seconds, "the paper's transfer of them",
                Samples.of(plan.length * 8 / PAPERS_MEGABITS / 1e6)));
    }

    private static double hash(ContentFolder content) throws IOException, InterruptedException {
        CpuClock clock = new CpuClock();
        try {
            var _ = new MetainfoBuilder(content.content()).build();
        } catch (MetainfoException e) {
            throw new IOException(e);
        }
        return clock.seconds();
    }
}

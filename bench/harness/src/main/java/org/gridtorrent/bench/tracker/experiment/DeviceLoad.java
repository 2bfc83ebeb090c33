package org.gridtorrent.bench.tracker.experiment;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gridtorrent.bench.experiment.Comparison;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.experiment.Rounds;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.bench.tracker.AnnouncingDevices;
import org.gridtorrent.bench.tracker.ClientStartup;
import org.gridtorrent.bench.tracker.EnrolledDevice;
import org.gridtorrent.bench.tracker.LatencySamples;
import org.gridtorrent.bench.tracker.LoadGenerator;
import org.gridtorrent.bench.tracker.LongPolls;
import org.gridtorrent.bench.tracker.TrackerProcess;

/** Load of a site's devices on their tracker, over SOAP and mutual TLS, on one database. */
final class DeviceLoad {
    static final Metric ANNOUNCES = Metric.higher("announces", "1/s");
    static final Metric CPU = Metric.lower("cpu of the server", "µs/announce");
    static final Metric MEDIAN = Metric.lower("p50", "ms");
    static final Metric LATE = Metric.lower("p99", "ms");
    private static final Metric ENROLMENTS = Metric.higher("enrolments", "1/s");
    private static final Metric START = Metric.lower("start with the tracker", "ms");
    /** Announces a second of the steady rate. */
    private static final int RATE = 1000;
    private static final int LATE_AIM_MS = 200;
    /** All of one processor; the other is the generator's. */
    private static final double CPU_AIM_MICROS = 1e6 / RATE;
    private static final int PUSH_AIM_MS = 1000;
    private static final int MEMORY_AIM_MIB = 1024;
    private static final int START_AIM_MS = 60;
    private static final int PAPERS_START_MS = 300;
    private static final int ENROLLING_AT_ONCE = 8;
    private static final int OTHER_DESCRIPTORS = 300;
    private static final Duration BETWEEN_PUSHES = Duration.ofMillis(50);
    private static final double MEBIBYTE = 1 << 20;
    private static final String SUBJECT = TrackerLoad.SUBJECT;

    private final ExperimentRun run;
    private final String database;
    private final Plan plan;
    private final TrackerProcess tracker;
    private final Path folder;

    DeviceLoad(ExperimentRun run, String database, TrackerProcess tracker, Path folder) {
        this.run = run;
        this.database = database;
        this.plan = Plan.of(run);
        this.tracker = tracker;
        this.folder = folder;
    }

    /**
     * Plan of a run.
     *
     * @param devices that enrol, and then poll
     * @param announcers of them that announce
     * @param contents that each of those announces
     * @param sustained for how long they announce at a steady rate
     * @param greatest for how long as fast as they are answered
     * @param pushes tasks made for devices that wait
     * @param starts of a client in one process
     * @param processes for which that is done
     */
    private record Plan(int devices, int announcers, int contents, Duration warmUp,
            Duration sustained, Duration greatest, int pushes, int starts, int processes) {
        static Plan of(ExperimentRun run) {
            return run.atScale(
                    new Plan(5000, 200, 20, Duration.ofSeconds(20), Duration.ofSeconds(20),
                            Duration.ofSeconds(10), 200, 30, 3),
                    new Plan(5000, 200, 20, Duration.ofSeconds(15), Duration.ofSeconds(10),
                            Duration.ofSeconds(5), 100, 20, 2),
                    new Plan(20, 4, 5, Duration.ofMillis(200), Duration.ofSeconds(1),
                            Duration.ofMillis(500), 5, 2, 1));
        }
    }

    void run() throws IOException, InterruptedException {
        List<EnrolledDevice> devices = enrol();
        List<String> contents = tracker.publish(plan.contents, devices.getFirst());
        announce(devices.subList(0, plan.announcers), contents);
        start(devices.getFirst(), contents.getFirst());
        poll(devices, contents.getFirst());
    }

    private String setting(String what) {
        return database + ": " + what;
    }

    private void compareToTarget(String setting, Metric metric, Samples found, double aim) {
        run.row(setting, metric, SUBJECT, found, Result.AIM, aim);
    }

    private void compareToTarget(String setting, Metric metric, double found, double aim) {
        compareToTarget(setting, metric, Samples.of(found), aim);
    }

    private List<EnrolledDevice> enrol() throws IOException, InterruptedException {
        run.message(setting(plan.devices + " enrolments"));
        int alone = plan.devices / 20;
        TrackerProcess.Enrolled first = tracker.enrol(alone, 1);
        TrackerProcess.Enrolled others = tracker.enrol(plan.devices - alone, ENROLLING_AT_ONCE);
        run.row(setting(ENROLLING_AT_ONCE + " machines enrol at a time"), ENROLMENTS, SUBJECT,
                Samples.of(others.load().perSecond()), "one at a time",
                first.load().perSecond());
        List<EnrolledDevice> devices = new ArrayList<>(first.devices());
        devices.addAll(others.devices());
        return devices;
    }

    private void announce(List<EnrolledDevice> devices, List<String> contents)
            throws IOException, InterruptedException {
        long seconds = plan.sustained.toSeconds();
        try (AnnouncingDevices clients = AnnouncingDevices.connect(tracker.address(), devices,
                contents)) {
            run.message(setting("announces, to warm up"));
            var _ = greatest(clients, plan.warmUp);
            Comparison steady = new Comparison(
                    setting(RATE + " announces/s asked for, " + seconds + " s")).with(SUBJECT,
                            () -> StockClientLoad.reading(tracker::cpu,
                                    () -> LoadGenerator.openLoop(RATE, plan.sustained,
                                            clients.callers(), Thread.ofVirtual().factory())));
            Comparison fast = new Comparison(
                    setting(devices.size() + " connections, each as fast as answered"))
                    .with(SUBJECT, () -> StockClientLoad.reading(tracker::cpu,
                            () -> greatest(clients, plan.greatest)));
            Rounds rounds = run.roundsBoundByProcessors().run(1, List.of(steady, fast));
            compareToTarget(steady, ANNOUNCES, RATE, rounds);
            compareToTarget(steady, LATE, LATE_AIM_MS, rounds);
            compareToTarget(steady, MEDIAN, LATE_AIM_MS, rounds);
            compareToTarget(steady, CPU, CPU_AIM_MICROS, rounds);
            compareToTarget(fast, ANNOUNCES, RATE, rounds);
            compareToTarget(fast, CPU, CPU_AIM_MICROS, rounds);
        }
    }

    private void compareToTarget(Comparison one, Metric metric, double aim, Rounds rounds) {
        compareToTarget(one.setting(), metric, rounds.samples(one, SUBJECT, metric), aim);
    }

    private static LoadGenerator.Load greatest(AnnouncingDevices clients, Duration time)
            throws IOException, InterruptedException {
        return LoadGenerator.closedLoop(time, clients.callers(), Thread.ofVirtual().factory());
    }

    private void start(EnrolledDevice device, String content)
            throws IOException, InterruptedException {
        run.message(setting("a client's start"));
        Samples cold = new Samples();
        Samples warm = new Samples();
        for (int i = 0; i < plan.processes; i++) {
            List<Double> millis = ClientStartup.millis(
                    Files.createDirectory(folder.resolve("client" + i)), tracker.address(),
                    device, content, plan.starts);
            cold.add(millis.getFirst());
            ClientStartup.later(millis).addTo(warm);
        }
        compareToTarget(setting("the client's first in a process"), START, cold, START_AIM_MS);
        compareToTarget(setting("the client's later ones"), START, warm, START_AIM_MS);
        run.row(setting("the client's later ones"), START, SUBJECT, warm, "the paper",
                PAPERS_START_MS);
    }

    private void poll(List<EnrolledDevice> devices, String content)
            throws IOException, InterruptedException {
        String setting = setting(String.format(Locale.ROOT, "%,d held polls", devices.size()));
        long mayOpen = ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
                .getMaxFileDescriptorCount();
        if (mayOpen < devices.size() + OTHER_DESCRIPTORS) {
            run.skip(setting, SUBJECT, Result.AIM, String.format(Locale.ROOT,
                    "that takes %d open files in each of two processes, and one may have %d"
                            + " (ulimit -n)",
                    devices.size() + OTHER_DESCRIPTORS, mayOpen));
            return;
        }
        run.message(setting(devices.size() + " machines connect and poll"));
        try (LongPolls polls = LongPolls.open(tracker, devices)) {
            run.message(setting(plan.pushes + " pushes"));
            LatencySamples pushed = polls.push(plan.pushes, BETWEEN_PUSHES, content);
            if (polls.busy() > 0) {
                run.message(setting(polls.busy()
                        + " polls were told that the tracker is busy, and came again"));
            }
            compareToTarget(setting + ", a push", MEDIAN, pushed.millis(0.5), PUSH_AIM_MS);
            compareToTarget(setting + ", a push", LATE, pushed.millis(0.99), PUSH_AIM_MS);
            compareToTarget(setting, Metric.RESIDENT, tracker.stats().residentBytes() / MEBIBYTE,
                    MEMORY_AIM_MIB);
            compareToTarget(setting, Metric.HEAP, tracker.heapAfterCollection() / MEBIBYTE,
                    MEMORY_AIM_MIB);
        }
    }
}

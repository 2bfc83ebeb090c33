package org.gridtorrent.bench.tracker.rounds;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gridtorrent.bench.experiment.Experiment.Progress;
import org.gridtorrent.bench.experiment.RetryOnNoise;
import org.gridtorrent.bench.result.Result.Better;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.bench.tracker.AnnounceClients;
import org.gridtorrent.bench.tracker.ClientStartup;
import org.gridtorrent.bench.tracker.Enrolments;
import org.gridtorrent.bench.tracker.LongPolls;
import org.gridtorrent.bench.tracker.TrackerProcess;
import org.gridtorrent.bench.tracker.LatencySamples;
import org.gridtorrent.bench.tracker.LoadGenerator;
import org.gridtorrent.bench.tracker.EnrolledDevice;

/** Machines of a site and their tracker, on one database: all that they do over SOAP and mutual TLS. */
final class MachineRounds {
    private static final Metric ENROLMENTS = higher("enrolments", "1/s");
    private static final Metric ANNOUNCES = higher("announces", "1/s");
    private static final Metric MEDIAN = lower("p50", "ms");
    private static final Metric LATE = lower("p99", "ms");
    private static final Metric CPU = lower("cpu of the server", "µs/announce");
    private static final Metric START = lower("start with the tracker", "ms");
    private static final int LATE_AIM_MS = 200;
    /** Of one processor, the other being the generator's. */
    private static final double CPU_AIM_MICROS = 1e6 / MachinePlan.RATE;
    private static final int PUSH_AIM_MS = 1000;
    private static final int MEMORY_AIM_MIB = 1024;
    private static final int START_AIM_MS = 60;
    private static final int PAPERS_START_MS = 300;
    private static final int ENROLLING_AT_ONCE = 8;
    private static final int OTHER_DESCRIPTORS = 300;
    private static final Duration BETWEEN_PUSHES = Duration.ofMillis(50);
    private static final double MEBIBYTE = 1 << 20;

    private final String database;
    private final MachinePlan plan;
    private final TrackerProcess tracker;
    private final Path folder;
    private final Progress progress;
    private final Aims aims;

    MachineRounds(String database, MachinePlan plan, TrackerProcess tracker, Path folder,
            Progress progress, Aims aims) {
        this.database = database;
        this.plan = plan;
        this.tracker = tracker;
        this.folder = folder;
        this.progress = progress;
        this.aims = aims;
    }

    private static Metric higher(String name, String unit) {
        return new Metric(name, unit, Better.HIGHER);
    }

    private static Metric lower(String name, String unit) {
        return new Metric(name, unit, Better.LOWER);
    }

    void run() throws IOException, InterruptedException {
        List<EnrolledDevice> machines = enrol();
        List<String> contents = tracker.publish(plan.contents(), machines.getFirst());
        announce(machines.subList(0, plan.announcers()), contents);
        start(machines.getFirst(), contents.getFirst());
        poll(machines, contents.getFirst());
    }

    private String setting(String what) {
        return database + ": " + what;
    }

    private void say(String what) {
        progress.say("tracker, " + database + ": " + what);
    }

    private List<EnrolledDevice> enrol() throws IOException, InterruptedException {
        say(plan.machines() + " enrolments");
        int alone = plan.machines() / 20;
        Enrolments.Done first = tracker.applicants(alone).run(1);
        Enrolments.Done others = tracker.applicants(plan.machines() - alone)
                .run(ENROLLING_AT_ONCE);
        aims.tell(setting(ENROLLING_AT_ONCE + " machines enrol at a time"), ENROLMENTS,
                Samples.of(others.load().perSecond()), "one at a time",
                Samples.of(first.load().perSecond()));
        List<EnrolledDevice> machines = new ArrayList<>(first.machines());
        machines.addAll(others.machines());
        return machines;
    }

    private void announce(List<EnrolledDevice> machines, List<String> contents)
            throws IOException, InterruptedException {
        try (AnnounceClients announcers = AnnounceClients.connect(tracker.address(), machines, contents)) {
            say("announces, to warm up");
            var _ = greatest(announcers, plan.warmUp());
            sustained(announcers);
            say("announces, as many as are answered");
            Taken taken = measured(() -> greatest(announcers, plan.greatest()));
            String setting = setting(machines.size() + " connections, each as fast as answered");
            aims.tell(setting, ANNOUNCES, taken.load().perSecond(), MachinePlan.RATE);
            aims.tell(setting, CPU, taken.cpuMicros(), CPU_AIM_MICROS);
        }
    }

    private void sustained(AnnounceClients announcers) throws IOException, InterruptedException {
        long seconds = plan.sustained().toSeconds();
        say(MachinePlan.RATE + " announces a second for " + seconds + " s");
        Taken taken = measured(() -> LoadGenerator.atRate(MachinePlan.RATE, plan.sustained(),
                announcers.callers(), Thread.ofVirtual().factory()));
        String setting = setting(MachinePlan.RATE + " announces/s asked for, " + seconds + " s");
        LatencySamples latencies = taken.load().latencies();
        aims.tell(setting, ANNOUNCES, taken.load().perSecond(), MachinePlan.RATE);
        aims.tell(setting, LATE, latencies.millis(0.99), LATE_AIM_MS);
        aims.tell(setting, MEDIAN, latencies.millis(0.5), LATE_AIM_MS);
        aims.tell(setting, CPU, taken.cpuMicros(), CPU_AIM_MICROS);
    }

    /** @param cpuMicros of the server, for each announce */
    private record Taken(LoadGenerator load, double cpuMicros) {}

    private Taken measured(RetryOnNoise.Measurement<LoadGenerator> measurement)
            throws IOException, InterruptedException {
        return RetryOnNoise.byProcessors(aims.experiment(), progress).measure("announces", () -> {
            Duration before = tracker.cpu();
            LoadGenerator load = measurement.take();
            return new Taken(load, tracker.cpu().minus(before).toNanos() / 1e3
                    / load.latencies().count());
        });
    }

    private static LoadGenerator greatest(AnnounceClients announcers, Duration time)
            throws IOException, InterruptedException {
        return LoadGenerator.greatest(time, announcers.callers(), Thread.ofVirtual().factory());
    }

    private void start(EnrolledDevice machine, String content) throws IOException, InterruptedException {
        say("a client's start");
        Samples cold = new Samples();
        Samples warm = new Samples();
        for (int i = 0; i < plan.processes(); i++) {
            List<Double> millis = ClientStartup.millis(
                    Files.createDirectory(folder.resolve("client" + i)), tracker.address(),
                    machine, content, plan.starts());
            cold.add(millis.getFirst());
            millis.subList(millis.size() / 2, millis.size()).forEach(warm::add);
        }
        aims.tell(setting("the client's first in a process"), START, cold, START_AIM_MS);
        aims.tell(setting("the client's later ones"), START, warm, START_AIM_MS);
        aims.tell(setting("the client's later ones"), START, warm, "the paper",
                Samples.of(PAPERS_START_MS));
    }

    private void poll(List<EnrolledDevice> machines, String content)
            throws IOException, InterruptedException {
        String setting = setting(String.format(Locale.ROOT, "%,d held polls", machines.size()));
        long mayOpen = ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
                .getMaxFileDescriptorCount();
        if (mayOpen < machines.size() + OTHER_DESCRIPTORS) {
            aims.skipped(setting, String.format(Locale.ROOT,
                    "that takes %d open files in each of two processes, and one may have %d"
                            + " (ulimit -n)",
                    machines.size() + OTHER_DESCRIPTORS, mayOpen));
            return;
        }
        say(machines.size() + " machines connect and poll");
        try (LongPolls polls = LongPolls.open(tracker, machines)) {
            say(plan.pushes() + " pushes");
            LatencySamples pushed = polls.push(plan.pushes(), BETWEEN_PUSHES, content);
            if (polls.busy() > 0) {
                say(polls.busy() + " polls were told that the tracker is busy, and came again");
            }
            aims.tell(setting + ", a push", MEDIAN, pushed.millis(0.5), PUSH_AIM_MS);
            aims.tell(setting + ", a push", LATE, pushed.millis(0.99), PUSH_AIM_MS);
            aims.tell(setting, Metric.RESIDENT, tracker.footprint().residentBytes() / MEBIBYTE,
                    MEMORY_AIM_MIB);
            aims.tell(setting, Metric.HEAP, tracker.heapAfterCollection() / MEBIBYTE,
                    MEMORY_AIM_MIB);
        }
    }
}

package org.gridtorrent.bench.tracker.experiment;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.gridtorrent.bench.experiment.Comparison;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.experiment.Measurement;
import org.gridtorrent.bench.experiment.Reading;
import org.gridtorrent.bench.experiment.Rounds;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.tracker.LatencySamples;
import org.gridtorrent.bench.tracker.LoadGenerator;
import org.gridtorrent.bench.tracker.OpenTracker;
import org.gridtorrent.bench.tracker.StockClients;
import org.gridtorrent.bench.tracker.TrackerProcess;
import org.gridtorrent.bench.tracker.UdpAnnouncer;

/** Load of stock clients, over HTTP and UDP, on our tracker and opentracker by turns. */
final class StockClientLoad {
    private static final Metric ANNOUNCES = DeviceLoad.ANNOUNCES;
    private static final Metric CPU = DeviceLoad.CPU;
    private static final int CONTENTS = 20;
    private static final int HOSTS = 16;

    private StockClientLoad() {}

    /** Announces of all clients to a tracker for so long. */
    private interface Announcing {
        LoadGenerator.Load announce(InetSocketAddress tracker, Duration time)
                throws IOException, InterruptedException;
    }

    static void run(ExperimentRun run, TrackerProcess tracker, Path folder)
            throws IOException, InterruptedException {
        var publisher = tracker.enrol(1, 1).devices().getFirst();
        List<String> contents = tracker.publish(CONTENTS, publisher);
        StockClients clients = new StockClients(contents, HOSTS, run.isQuick() ? 5 : 50);
        clients.awaitKnown(tracker.address().announce());
        try (OpenTracker theirs = OpenTracker.start(
                Files.createDirectory(folder.resolve(OpenTracker.NAME)), contents)) {
            beside(run, "strangers over HTTP, a connection each time", tracker, theirs,
                    (address, time) -> LoadGenerator.closedLoop(time, clients.overHttp(address),
                            Thread.ofPlatform().factory()));
            beside(run, "strangers over UDP", tracker, theirs,
                    (address, time) -> overUdp(clients, address, time));
        }
        run.skip("strangers over HTTP, connections kept", TrackerLoad.SUBJECT, OpenTracker.NAME,
                "it closes them");
    }

    private static LoadGenerator.Load overUdp(StockClients clients, InetSocketAddress tracker,
            Duration time) throws IOException, InterruptedException {
        List<UdpAnnouncer> callers = clients.overUdp(tracker);
        try {
            return LoadGenerator.closedLoop(time, callers, Thread.ofPlatform().factory());
        } finally {
            callers.forEach(UdpAnnouncer::close);
        }
    }

    private static void beside(ExperimentRun run, String setting, TrackerProcess ours,
            OpenTracker theirs, Announcing announcing) throws IOException, InterruptedException {
        InetSocketAddress address = ours.address().announce();
        Duration time = run.isQuick() ? Duration.ofMillis(300) : Duration.ofSeconds(3);
        Duration warmUp = run.isQuick() ? Duration.ofMillis(100) : Duration.ofSeconds(10);
        run.message(setting + ": to warm up");
        var _ = announcing.announce(address, warmUp);
        var _ = announcing.announce(theirs.address(), warmUp.dividedBy(5));
        Comparison all = new Comparison(setting)
                .with(TrackerLoad.SUBJECT,
                        () -> reading(ours::cpu, () -> announcing.announce(address, time)))
                .with(OpenTracker.NAME, () -> reading(theirs::cpu,
                        () -> announcing.announce(theirs.address(), time)));
        Rounds rounds = run.roundsBoundByProcessors().run(run.atScale(5, 3, 1), List.of(all));
        rounds.row(all, ANNOUNCES, TrackerLoad.SUBJECT, OpenTracker.NAME);
        rounds.row(all, CPU, TrackerLoad.SUBJECT, OpenTracker.NAME);
    }

    /** Announces a second, and what each takes of the server's processors. */
    static Reading reading(Supplier<Duration> cpu, Measurement<LoadGenerator.Load> announcing)
            throws IOException, InterruptedException {
        Duration before = cpu.get();
        LoadGenerator.Load load = announcing.take();
        LatencySamples latencies = load.latencies();
        return Reading.of(ANNOUNCES, load.perSecond())
                .and(CPU, cpu.get().minus(before).toNanos() / 1e3 / latencies.count())
                .and(DeviceLoad.LATE, latencies.millis(0.99))
                .and(DeviceLoad.MEDIAN, latencies.millis(0.5));
    }
}

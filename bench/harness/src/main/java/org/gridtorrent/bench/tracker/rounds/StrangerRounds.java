package org.gridtorrent.bench.tracker.rounds;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.gridtorrent.bench.experiment.Experiment.Progress;
import org.gridtorrent.bench.experiment.Experiment.Scale;
import org.gridtorrent.bench.experiment.RetryOnNoise;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Better;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.bench.tracker.TrackerProcess;
import org.gridtorrent.bench.tracker.LoadGenerator;
import org.gridtorrent.bench.tracker.OpenTracker;
import org.gridtorrent.bench.tracker.StockClients;
import org.gridtorrent.bench.tracker.UdpAnnouncer;

/** Announces of stock clients over HTTP and UDP, to our tracker and to opentracker by turns. */
final class StrangerRounds {
    private static final Metric ANNOUNCES = new Metric("announces", "1/s", Better.HIGHER);
    private static final Metric CPU = new Metric("cpu of the server", "µs/announce",
            Better.LOWER);
    private static final int CONTENTS = 20;
    private static final int HOSTS = 16;

    private final int ofHost;
    private final int rounds;
    private final Duration time;
    private final Duration warmUp;
    private final TrackerProcess tracker;
    private final Path folder;
    private final Progress progress;
    private final Aims aims;

    StrangerRounds(Scale scale, TrackerProcess tracker, Path folder, Progress progress,
            Aims aims) {
        boolean quick = scale == Scale.QUICK;
        this.ofHost = quick ? 5 : 50;
        this.rounds = scale == Scale.FULL ? 5 : quick ? 1 : 3;
        this.time = quick ? Duration.ofMillis(300) : Duration.ofSeconds(3);
        this.warmUp = quick ? Duration.ofMillis(100) : Duration.ofSeconds(10);
        this.tracker = tracker;
        this.folder = folder;
        this.progress = progress;
        this.aims = aims;
    }

    void run() throws IOException, InterruptedException {
        var publisher = tracker.applicants(1).run(1).machines().getFirst();
        List<String> contents = tracker.publish(CONTENTS, publisher);
        StockClients strangers = new StockClients(contents, HOSTS, ofHost);
        strangers.awaitKnown(tracker.address().announce());
        try (OpenTracker theirs = OpenTracker.start(
                Files.createDirectory(folder.resolve(OpenTracker.NAME)), contents)) {
            Server ours = new Server(tracker.address().announce(), tracker::cpu);
            Server their = new Server(theirs.address(), theirs::cpu);
            beside("strangers over HTTP, a connection each time", ours, their,
                    (address, length) -> LoadGenerator.greatest(length, strangers.overHttp(address),
                            Thread.ofPlatform().factory()));
            beside("strangers over UDP", ours, their,
                    (address, length) -> overUdp(strangers, address, length));
        }
        aims.results().accept(new Result.Skipped(aims.experiment(),
                "strangers over HTTP, connections kept", TrackerLoad.SUBJECT, OpenTracker.NAME,
                "it closes them"));
    }

    private static LoadGenerator overUdp(StockClients strangers, InetSocketAddress tracker, Duration time)
            throws IOException, InterruptedException {
        List<UdpAnnouncer> callers = strangers.overUdp(tracker);
        try {
            return LoadGenerator.greatest(time, callers, Thread.ofPlatform().factory());
        } finally {
            callers.forEach(UdpAnnouncer::close);
        }
    }

    private record Server(InetSocketAddress address, Supplier<Duration> cpu) {
        Taken measure(Asking asking, Duration time) throws IOException, InterruptedException {
            Duration before = cpu.get();
            LoadGenerator load = asking.ask(address, time);
            return new Taken(load.perSecond(),
                    cpu.get().minus(before).toNanos() / 1e3 / load.latencies().count());
        }
    }

    /** What one round of a server gave. */
    private record Taken(double perSecond, double cpuMicros) {}

    private record Both(Taken ours, Taken theirs) {}

    private interface Asking {
        LoadGenerator ask(InetSocketAddress tracker, Duration time) throws IOException, InterruptedException;
    }

    private void beside(String setting, Server ours, Server theirs, Asking asking)
            throws IOException, InterruptedException {
        progress.say("tracker, " + setting + ": to warm up");
        var _ = asking.ask(ours.address(), warmUp);
        var _ = asking.ask(theirs.address(), warmUp.dividedBy(5));
        Samples ourRate = new Samples();
        Samples theirRate = new Samples();
        Samples ourCpu = new Samples();
        Samples theirCpu = new Samples();
        for (int round = 1; round <= rounds; round++) {
            String what = "tracker, " + setting + ": round " + round + " of " + rounds;
            progress.say(what);
            Both both = RetryOnNoise.byProcessors(aims.experiment(), progress).measure(what,
                    () -> new Both(ours.measure(asking, time), theirs.measure(asking, time)));
            ourRate.add(both.ours().perSecond());
            theirRate.add(both.theirs().perSecond());
            ourCpu.add(both.ours().cpuMicros());
            theirCpu.add(both.theirs().cpuMicros());
        }
        aims.tell(setting, ANNOUNCES, ourRate, OpenTracker.NAME, theirRate);
        aims.tell(setting, CPU, ourCpu, OpenTracker.NAME, theirCpu);
    }
}

package org.gridtorrent.bench.gridjet;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.dataset.SitePrograms;
import org.gridtorrent.bench.experiment.Comparison;
import org.gridtorrent.bench.experiment.Experiment.Scale;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.experiment.Quantity;
import org.gridtorrent.bench.experiment.Reading;
import org.gridtorrent.bench.experiment.RetryOnNoise;
import org.gridtorrent.bench.experiment.Rounds;
import org.gridtorrent.bench.gridjet.ReadingCase.Buffers;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.terminal.CommandFailure;

/** Experiment {@code gridjet}: remote files read as if they were local, beside other programs, the line's bound and the paper. */
public final class GridjetExperiment {
    private static final Metric OF_BOUND = Metric.lower("time ÷ the line's bound", "×");
    private static final Metric OF_RTT = Metric.lower("time ÷ round trip", "×");
    private static final Metric OVERHEAD = Metric.lower("bytes over the line ÷ bytes read", "×");
    private static final Metric CACHED = Metric.higher("rate of a cached file", "GB/s");
    private static final Quantity COLD = new Quantity("cold", Metric.TIME);
    private static final Quantity WARM = new Quantity("warm", Metric.TIME);
    private static final String BOUND = "the line's bound";
    /** Length in bytes from which a file takes long beside a round trip. */
    private static final long LONG_FILE = 4 << 20;
    private static final double MAX_OF_BOUND = 1.1;
    private static final double MAX_OF_BOUND_GIGABIT = 1.25;
    private static final double MAX_OF_RTT_SHORT = 1.2;
    private static final double MAX_OF_RTT_RANDOM = 1.1;
    private static final double MAX_OVERHEAD = 1.1;
    private static final double MIN_CACHED = 1;
    private static final long GIGABIT = 1_000_000_000;
    private static final int READERS = 4;
    private static final int CACHED_READS = 5;
    private static final long SHORTEST = 256 << 10;
    private static final long LONGEST = 64 << 20;
    private static final double MAX_SECONDS_HELD = 12;
    /** Round trips that a cold read may take beyond those of connection and request. */
    private static final double EXTRA_ROUND_TRIPS = 3;
    /** Longest reads over held windows. */
    private static final double MAX_OWN_SECONDS = 45;
    private static final double MAX_HTTP_SECONDS = 170;
    private static final double MAX_OTHER_SECONDS = 15;
    private static final long SPARE_SECONDS = 15;
    private static final double LIMIT_BOUNDS = 6;
    /** Round trips before the first byte of a file: for the request; and for a connection before it. */
    private static final int WARM_ROUND_TRIPS = 1;
    private static final int COLD_ROUND_TRIPS = 2;

    private final ExperimentRun run;
    private final ReadingCase situation;
    private final ReadingTestbed testbed;

    private GridjetExperiment(ExperimentRun run, ReadingCase situation, ReadingTestbed testbed) {
        this.run = run;
        this.situation = situation;
        this.testbed = testbed;
    }

    public static void run(ExperimentRun run) throws IOException, InterruptedException {
        Optional<SitePrograms> programs = SitePrograms.find();
        if (programs.isEmpty()) {
            run.skip("all", MountRead.TITLE, "all", SitePrograms.MISSING);
            return;
        }
        for (ReadingCase situation : cases(run)) {
            try (var testbed = new ReadingTestbed(run.experiment(), situation, programs.get(),
                    run.progress())) {
                new GridjetExperiment(run, situation, testbed).measure();
                run.progress().linkTraffic(testbed.describe());
            } catch (CommandFailure e) {
                run.skip(situation.title(), MountRead.TITLE, "all", e.line());
            }
        }
    }

    /** The first is the paper's line. */
    private static List<ReadingCase> cases(ExperimentRun run) {
        Duration rtt = Duration.ofMillis(600);
        List<Long> all = mebibytes(0.25, 1, 4, 16, 64);
        return run.atScale(
                List.of(new ReadingCase(rtt, GIGABIT / 10, Buffers.AUTO_TUNED,
                        List.of(Workstation.DEFAULT_TRANSPORT, "tcp"), all),
                        new ReadingCase(rtt, GIGABIT / 10, Buffers.HELD,
                                List.of("ptcp:1", "ptcp:16", "ptcp:64", "ptcp:128"), all),
                        new ReadingCase(rtt, GIGABIT / 100, Buffers.AUTO_TUNED,
                                List.of(Workstation.DEFAULT_TRANSPORT), mebibytes(0.25, 4, 16)),
                        new ReadingCase(rtt, GIGABIT, Buffers.AUTO_TUNED,
                                List.of(Workstation.DEFAULT_TRANSPORT), mebibytes(0.25, 4, 64)),
                        new ReadingCase(Duration.ofMillis(60), GIGABIT / 10, Buffers.HELD,
                                List.of("ptcp:64"), mebibytes(16)),
                        new ReadingCase(Duration.ofMillis(200), GIGABIT / 10, Buffers.HELD,
                                List.of("ptcp:64"), mebibytes(16))),
                List.of(new ReadingCase(rtt, GIGABIT / 10, Buffers.AUTO_TUNED,
                        List.of(Workstation.DEFAULT_TRANSPORT, "tcp"), mebibytes(0.25, 4, 16)),
                        new ReadingCase(rtt, GIGABIT / 10, Buffers.HELD, List.of("ptcp:64"),
                                mebibytes(0.25, 4))),
                List.of(new ReadingCase(Duration.ofMillis(20), GIGABIT / 10, Buffers.AUTO_TUNED,
                        List.of(Workstation.DEFAULT_TRANSPORT), mebibytes(0.25, 1))));
    }

    private static List<Long> mebibytes(double... sizes) {
        List<Long> bytes = new ArrayList<>();
        for (double size : sizes) {
            bytes.add(Math.round(size * (1 << 20)));
        }
        return bytes;
    }

    /**
     * Files of a size.
     *
     * @param forMount which the gateway did not bring before
     */
    private record Sample(long length, SampleFiles forMount, SampleFiles forGateway) {
        SampleFiles of(ReadTool tool) {
            return tool.title().equals(MountRead.TITLE) ? forMount : forGateway;
        }
    }

    private void measure() throws IOException, InterruptedException {
        SampleFiles warmUp = testbed.publishWarmUp();
        List<Sample> samples = new ArrayList<>();
        for (long size : situation.sizes()) {
            samples.add(new Sample(size, testbed.publish("mount-" + size, size, 2),
                    testbed.publish("gateway-" + size, size, 2)));
        }
        Rounds rounds = new Rounds(run, RetryOnNoise.never(run)) // what was read is cached
                .toleratingFailuresOf(title -> !title.startsWith("GridTorrent"));
        for (String transport : situation.transports()) {
            boolean isFirst = transport.equals(situation.transports().getFirst());
            for (int round = 0; round < rounds(); round++) {
                testbed.restartReader(transport, warmUp);
                rounds.run(1, samples.stream().map(sample -> own(sample, transport)).toList());
                if (isFirst) {
                    rounds.run(1, samples.stream().map(this::others).toList());
                }
            }
            for (Sample sample : samples) {
                rows(rounds, sample, transport);
            }
            if (isTuned() && isFirst) {
                readers();
                openFile(samples.getLast());
            }
        }
    }

    private boolean isTuned() {
        return situation.buffers() == Buffers.AUTO_TUNED;
    }

    private int rounds() {
        return isTuned() ? run.atScale(2, 1, 1) : 1;
    }

    /** Number of TCP streams of a transport; 1 of the default, whose number is the daemon's choice. */
    private static int streams(String transport) {
        return transport.startsWith("ptcp:")
                ? Integer.parseInt(transport.replace("ptcp:", ""))
                : 1;
    }

    private static boolean isDefault(String transport) {
        return transport.equals(Workstation.DEFAULT_TRANSPORT);
    }

    private String title(long length) {
        return situation.title() + ": " + ReadingCase.size(length);
    }

    private String title(long length, String transport) {
        return isDefault(transport)
                ? title(length)
                : situation.title() + ", " + Comparison.counted(streams(transport), "stream")
                        + ": " + ReadingCase.size(length);
    }

    /** Mount and gateway over the default transport; the mount alone over others, since the gateway reads as it does. */
    private List<ReadTool> ownTools(String transport) {
        return isDefault(transport) ? testbed.own() : List.of(testbed.mount());
    }

    private Comparison own(Sample sample, String transport) {
        Comparison own = new Comparison(title(sample.length, transport));
        if (situation.oneStream(sample.length) / streams(transport) <= MAX_OWN_SECONDS) {
            ownTools(transport).forEach(tool -> own.with(tool.title(),
                    () -> withOverhead(tool, sample.of(tool))));
        }
        return own;
    }

    private Reading withOverhead(ReadTool tool, SampleFiles files)
            throws IOException, InterruptedException {
        long before = testbed.bytesToReader();
        Reading reading = reading(tool, files);
        return reading.and(OVERHEAD, (double) (testbed.bytesToReader() - before)
                / (files.length() * files.count()));
    }

    private Reading reading(ReadTool tool, SampleFiles files)
            throws IOException, InterruptedException {
        List<Double> seconds = tool.read(files, limitSeconds(files.length()));
        Reading reading = Reading.of(COLD, seconds.getFirst());
        return seconds.size() == 1 ? reading : reading.and(WARM, seconds.get(1));
    }

    private long limitSeconds(long length) {
        return SPARE_SECONDS + Math.round(LIMIT_BOUNDS
                * (isTuned()
                        ? situation.bound(COLD_ROUND_TRIPS, length)
                        : situation.oneStream(length)));
    }

    /** Other programs' reads. With held windows they read one file, and only HTTP reads the long ones, as in the paper. */
    private Comparison others(Sample sample) {
        Comparison others = new Comparison(title(sample.length));
        for (ReadTool tool : testbed.others()) {
            if (tool.missing().isEmpty() && tooLong(tool, sample.length).isEmpty()) {
                others.with(tool.title(), () -> reading(tool,
                        isTuned() ? sample.forMount : sample.forMount.first()));
            }
        }
        return others;
    }

    private Optional<String> tooLong(ReadTool tool, long length) {
        if (isTuned()) {
            return run.scale() == Scale.BRIEF && length > SHORTEST
                    && !tool.title().equals(ReadingTestbed.HTTP)
                            ? Optional.of("in a full run only")
                            : Optional.empty();
        }
        double seconds = situation.oneStream(length);
        double most = tool.title().equals(ReadingTestbed.HTTP)
                ? MAX_HTTP_SECONDS
                : MAX_OTHER_SECONDS;
        return seconds <= most
                ? Optional.empty()
                : Optional.of("one stream takes %.0f s at least".formatted(seconds));
    }

    private void rows(Rounds rounds, Sample sample, String transport) {
        Comparison own = own(sample, transport);
        Comparison others = others(sample);
        for (ReadTool tool : ownTools(transport)) {
            if (rounds.hasSamples(own, tool.title())) {
                rowsOfAims(rounds, own, tool, sample.length, transport);
                for (ReadTool other : testbed.others()) {
                    rowsBeside(rounds, own, tool, others, other, sample.length);
                }
                rowsOfPaper(rounds.samples(own, tool.title(), COLD), own.setting(), tool.title(),
                        sample.length, List.of(PaperTable.HTTP, PaperTable.ofStreams(
                                isTuned() ? 64 : streams(transport))));
            }
        }
        if (!isTuned() && rounds.hasSamples(others, ReadingTestbed.HTTP)) {
            rowsOfPaper(rounds.samples(others, ReadingTestbed.HTTP, COLD), others.setting(),
                    ReadingTestbed.HTTP, sample.length, List.of(PaperTable.HTTP));
        }
    }

    private void rowsOfAims(Rounds rounds, Comparison own, ReadTool tool, long length,
            String transport) {
        Samples cold = rounds.samples(own, tool.title(), COLD);
        Samples warm = rounds.samples(own, tool.title(), WARM);
        double coldBound = situation.bound(COLD_ROUND_TRIPS, length);
        double warmBound = situation.bound(WARM_ROUND_TRIPS, length);
        run.row(own.setting() + ", cold", Metric.TIME, tool.title(), cold, BOUND, coldBound);
        run.row(own.setting() + ", warm", Metric.TIME, tool.title(), warm, BOUND, warmBound);
        if (!isTuned()) {
            if (isPaperLine() && streams(transport) == 64 && length == LONGEST) {
                aim(own.setting() + ", cold", Metric.TIME, tool, cold, MAX_SECONDS_HELD);
            }
            return;
        }
        aim(own.setting() + ", cold", OF_BOUND, tool, cold.dividedBy(coldBound),
                1 + EXTRA_ROUND_TRIPS * situation.rttSeconds() / coldBound);
        if (length >= LONG_FILE) {
            aim(own.setting() + ", warm", OF_BOUND, tool, warm.dividedBy(warmBound),
                    situation.bitsPerSecond() >= GIGABIT ? MAX_OF_BOUND_GIGABIT : MAX_OF_BOUND);
            aim(own.setting(), OVERHEAD, tool, rounds.samples(own, tool.title(), OVERHEAD),
                    MAX_OVERHEAD);
        } else if (length == SHORTEST) {
            aim(own.setting() + ", warm", OF_RTT, tool,
                    warm.dividedBy(situation.rttSeconds()), MAX_OF_RTT_SHORT);
        }
    }

    private void aim(String setting, Metric metric, ReadTool tool, Samples samples, double aim) {
        run.row(setting, metric, tool.title(), samples, Result.AIM, aim);
    }

    private void rowsBeside(Rounds rounds, Comparison own, ReadTool tool, Comparison others,
            ReadTool other, long length) {
        Optional<String> why = other.missing().or(() -> tooLong(other, length))
                .or(() -> rounds.failure(others, other.title()));
        if (why.isPresent()) {
            run.skip(own.setting(), tool.title(), other.title(), why.get());
            return;
        }
        for (Quantity quantity : isTuned() ? List.of(COLD, WARM) : List.of(COLD)) {
            run.row(own.setting() + ", " + quantity.what(), Metric.TIME, tool.title(),
                    rounds.samples(own, tool.title(), quantity), other.title(),
                    rounds.samples(others, other.title(), quantity));
        }
    }

    private boolean isPaperLine() {
        return situation.rtt().toMillis() == 600 && situation.bitsPerSecond() == GIGABIT / 10;
    }

    /** The paper's times are from the command on, so they stand beside cold reads. */
    private void rowsOfPaper(Samples seconds, String setting, String subject, long length,
            List<PaperTable> columns) {
        if (isPaperLine()) {
            for (PaperTable column : columns) {
                column.seconds(length).ifPresent(theirs -> run.row(setting + ", cold",
                        Metric.TIME, subject, seconds, column.title(), theirs));
            }
        }
    }

    /** Several programs read at once, each its own file. */
    private void readers() throws IOException, InterruptedException {
        long length = situation.sizes().getLast() / READERS;
        SampleFiles files = testbed.publish("readers", length, READERS);
        String setting = situation.title() + ": " + READERS + " programs at once, "
                + ReadingCase.size(length) + " each, cold";
        long limit = limitSeconds(length * READERS);
        Samples seconds = Samples.of(testbed.mount().readAtOnce(files, limit));
        run.row(setting, Metric.TIME, MountRead.TITLE, seconds, BOUND,
                situation.bound(COLD_ROUND_TRIPS, length * READERS));
        for (ReadTool other : testbed.others()) {
            try {
                Optional<String> why = other.missing().or(() -> tooLong(other, length));
                if (why.isPresent()) {
                    run.skip(setting, MountRead.TITLE, other.title(), why.get());
                } else {
                    run.row(setting, Metric.TIME, MountRead.TITLE, seconds, other.title(),
                            Samples.of(other.readAtOnce(files, limit)));
                }
            } catch (IOException e) {
                run.skip(setting, MountRead.TITLE, other.title(), "it failed: " + e.getMessage());
            }
        }
    }

    /** Reads of a file at random, after one that connected; and of one that was read before. */
    private void openFile(Sample last) throws IOException, InterruptedException {
        SampleFiles files = testbed.publish("random", last.length, 2);
        Path mounted = testbed.reader().folder(testbed.id(files));
        var _ = OpenFileReads.random(mounted.resolve(files.name(0)), files.path(0), 1, 1);
        Samples random = OpenFileReads.random(mounted.resolve(files.name(1)), files.path(1),
                run.atScale(30, 10, 5), 2);
        ReadTool mount = testbed.mount();
        aim(situation.title() + ": 4 KiB at random of " + ReadingCase.size(last.length)
                + ", warm", OF_RTT, mount, random.dividedBy(situation.rttSeconds()),
                MAX_OF_RTT_RANDOM);
        Path cached = testbed.reader().folder(testbed.id(last.forMount))
                .resolve(last.forMount.name(1));
        Samples kernel = new Samples();
        Samples daemon = new Samples();
        for (int read = 0; read < CACHED_READS; read++) {
            kernel.add(OpenFileReads.kernelCacheRate(cached) / 1e9);
            daemon.add(OpenFileReads.daemonCacheRate(cached) / 1e9);
        }
        String setting = situation.title() + ": " + ReadingCase.size(last.length);
        aim(setting + " from the kernel's cache", CACHED, mount, kernel, MIN_CACHED);
        aim(setting + " from the daemon's cache", CACHED, mount, daemon, MIN_CACHED);
    }
}

package org.gridtorrent.bench.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.experiment.CloseStack;
import org.gridtorrent.bench.experiment.Comparison;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.experiment.Quantity;
import org.gridtorrent.bench.experiment.Reading;
import org.gridtorrent.bench.experiment.Rounds;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.peer.ClientProgram;
import org.gridtorrent.bench.peer.Fetch;
import org.gridtorrent.bench.peer.FetchResult;
import org.gridtorrent.bench.process.Iperf3;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.TransferCost;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.bench.testbed.Network;
import org.gridtorrent.bench.testbed.SampledLine;
import org.gridtorrent.engine.transport.PtcpTransport;
import org.gridtorrent.engine.transport.TcpTransport;

/** Experiment {@code engine-wan}: one seed to one leech over a long line, beside libtorrent and iperf3. */
public final class EngineWan {
    private static final Duration RTT = Duration.ofMillis(30);
    private static final double LOSS = 1e-4;
    private static final int BUFFER_BYTES = 256 * 1024;
    private static final String STRIPED = "GridTorrent over PTCP";
    private static final String SINGLE = "GridTorrent over TCP";
    private static final String LIBTORRENT = "libtorrent, one connection";
    private static final int MANY = 16;
    /** Time that a line of the sample takes for the content, at its full rate. */
    private static final int SAMPLE_SECONDS = 10;
    private static final int SAMPLE_OMIT_SECONDS = 8;
    private static final Quantity SECOND_HALF = new Quantity("second half of",
            Metric.LINE_GOODPUT);
    private static final Quantity ALL = new Quantity("all of", Metric.LINE_GOODPUT);
    private static final Quantity CPU = Quantity.of(Metric.CPU);
    /** For the user alone: where both ends take all processors, the machine is the bound, not the line. */
    private static final Quantity PROCESSORS = new Quantity("both ends took",
            Metric.lower("processors", "processors"));
    private static final Quantity STREAMS = Quantity.of(Metric.higher("streams", "streams"));

    private EngineWan() {}

    /**
     * Plan of a run.
     *
     * @param buffers that sockets have, one after the other
     * @param warmUps rounds that do not count
     * @param stripedLength bytes that are brought over many streams: the time of the second half is to
     *     be ten seconds or more, since the count of streams climbs for seconds
     * @param singleLength bytes that are brought over one
     * @param omitSeconds of iperf3's that do not count
     * @param iperf3Seconds that do
     */
    private record Plan(List<Buffers> buffers, int warmUps, int rounds, long stripedLength,
            long singleLength, int omitSeconds, int iperf3Seconds) {
        static Plan of(ExperimentRun run) {
            List<Buffers> both = List.of(Buffers.values());
            return run.atScale(new Plan(both, 1, 3, 2560L << 20, 128 << 20, 3, 10),
                    new Plan(both, 1, 2, 2560L << 20, 64 << 20, 3, 10),
                    new Plan(List.of(Buffers.HELD), 0, 1, 8 << 20, 1 << 20, 0, 1));
        }
    }

    /** Buffers of each socket, as the kernel counts them: it gives twice what a program asks for. */
    private enum Buffers {
        HELD(BUFFER_BYTES, "buffers held to 256 KiB"),
        ASKED(2 * BUFFER_BYTES, "buffers of 256 KiB asked for");

        private final int bytes;
        private final String title;

        Buffers(int bytes, String title) {
            this.bytes = bytes;
            this.title = title;
        }
    }

    public static void run(ExperimentRun run) throws IOException, InterruptedException {
        Plan plan = Plan.of(run);
        boolean hasLine = true;
        for (Buffers buffers : run.testbed().distinct(plan.buffers)) {
            hasLine = hasLine && run.onLine(seed -> LineSpec.ofTwo(RTT, LOSS, seed), buffers.title,
                    STRIPED, "iperf3", (line, seed) -> {
                        String setting = line.describe() + ", " + (line.holdBuffers(buffers.bytes)
                                ? buffers.title
                                : "buffers as the hosts have them");
                        run.message(setting + ", seed " + seed);
                        measure(run, plan, line, setting);
                        return line.describe();
                    });
        }
        if (hasLine && run.testbed().realHosts().isEmpty()) {
            runSample(run);
        }
    }

    /** The engine over PTCP on lines of the sample that {@code ptcp-wan} has, beside iperf3's streams. */
    private static void runSample(ExperimentRun run) throws IOException, InterruptedException {
        for (SampledLine sampled : SampledLine.first(run.atScale(20, 2, 0))) {
            var _ = run.onLine(_ -> sampled.spec(), "sample", STRIPED, iperf3(MANY),
                    (line, _) -> {
                        String setting = sampled.prepare(line);
                        run.message(setting);
                        measure(run, sampled, line, setting);
                        return setting;
                    });
        }
    }

    private static void measure(ExperimentRun run, SampledLine sampled, Network line,
            String setting) throws IOException, InterruptedException {
        long length = sampled.spec().bitsPerSecond() / 8 * SAMPLE_SECONDS;
        Comparison all = new Comparison(setting);
        try (CloseStack opened = new CloseStack(run.progress())) {
            ContentFolder content = opened.add(folder(length, line));
            add(all, STRIPED, opened.add(pair(ClientProgram.GRIDTORRENT, PtcpTransport.NAME,
                    content, line)));
            if (Iperf3.missing().isEmpty()) {
                all.withSteady(iperf3(MANY), () -> Reading.of(ALL,
                        line.iperf3(MANY, 0, SAMPLE_OMIT_SECONDS, SAMPLE_SECONDS)));
            }
            Rounds rounds = run.roundsBoundByLine().run(1, List.of(all));
            rows(run, rounds, all, STRIPED, (length >> 20) + " MiB", iperf3(MANY),
                    Iperf3.missing(), List.of(ALL));
        }
    }

    private static void measure(ExperimentRun run, Plan plan, Network line, String setting)
            throws IOException, InterruptedException {
        boolean withIperf3 = Iperf3.missing().isEmpty();
        Comparison all = new Comparison(setting);
        try (CloseStack opened = new CloseStack(run.progress())) {
            ContentFolder large = opened.add(folder(plan.stripedLength, line));
            ContentFolder small = opened.add(folder(plan.singleLength, line));
            add(all, STRIPED, opened.add(pair(ClientProgram.GRIDTORRENT, PtcpTransport.NAME,
                    large, line)));
            add(all, SINGLE, opened.add(pair(ClientProgram.GRIDTORRENT, TcpTransport.NAME,
                    small, line)));
            if (ClientProgram.LIBTORRENT.missing().isEmpty()) {
                add(all, LIBTORRENT, opened.add(pair(ClientProgram.LIBTORRENT, TcpTransport.NAME,
                        small, line)));
            }
            for (int flows : withIperf3 ? new int[]{1, MANY} : new int[0]) {
                all.withSteady(iperf3(flows), () -> {
                    double goodput = line.iperf3(flows, 0, plan.omitSeconds,
                            plan.iperf3Seconds);
                    return Reading.of(SECOND_HALF, goodput).and(ALL, goodput);
                });
            }
            Rounds rounds = run.roundsBoundByLine();
            rounds.warmUp(plan.warmUps, List.of(all));
            rows(run, rounds.run(plan.rounds, List.of(all)), all, plan);
        }
    }

    private static ContentFolder folder(long length, Network line)
            throws IOException, InterruptedException {
        return ContentFolder.create(ContentFolder.memoryOrDisk(), length, 1,
                List.of(line.sender(), line.receiver()));
    }

    private static SeedAndLeech pair(ClientProgram client, String transport, ContentFolder folder,
            Network line) throws IOException, InterruptedException {
        return new SeedAndLeech(client, transport, folder, line.sender(), line.receiver());
    }

    private static String iperf3(int flows) {
        return "iperf3 -P " + flows;
    }

    private static void add(Comparison all, String subject, SeedAndLeech pair) {
        all.with(subject, () -> reading(pair.fetch()));
    }

    private static Reading reading(Fetch fetch) {
        FetchResult fetched = fetch.fetched();
        TransferCost cost = fetch.cost();
        return Reading.of(ALL, cost.megabitsPerSecond())
                .and(SECOND_HALF, fetched.laterBytes() * 8 / fetched.laterSeconds() / 1e6)
                .and(CPU, cost.cpuSecondsPerGibibyte())
                .and(PROCESSORS, cost.cpuSeconds() / cost.seconds())
                // Of PTCP's connections one is for control.
                .and(STREAMS, Math.max(1, fetched.connections() - 1));
    }

    private static void rows(ExperimentRun run, Rounds rounds, Comparison all, Plan plan) {
        String striping = (plan.stripedLength >> 20) + " MiB, "
                + Math.round(rounds.samples(all, STRIPED, STREAMS).median())
                + " streams at the end, self-tuned";
        String streaming = (plan.singleLength >> 20) + " MiB";
        rows(run, rounds, all, STRIPED, striping, iperf3(MANY), Iperf3.missing(),
                List.of(SECOND_HALF, ALL));
        rows(run, rounds, all, SINGLE, streaming, iperf3(1), Iperf3.missing(),
                List.of(SECOND_HALF, ALL));
        Optional<String> noLibtorrent = ClientProgram.LIBTORRENT.missing();
        if (noLibtorrent.isPresent()) {
            run.skip(all.setting() + ": all", STRIPED, "libtorrent", noLibtorrent.get());
            return;
        }
        List<Quantity> quantities = List.of(SECOND_HALF, ALL, CPU);
        rows(run, rounds, all, STRIPED, striping, LIBTORRENT, noLibtorrent, quantities);
        rows(run, rounds, all, SINGLE, streaming, LIBTORRENT, noLibtorrent, quantities);
    }

    private static void rows(ExperimentRun run, Rounds rounds, Comparison all, String subject,
            String how, String peer, Optional<String> missing, List<Quantity> quantities) {
        missing.ifPresentOrElse(
                why -> run.skip(all.setting() + ": " + how, subject, peer, why),
                () -> quantities.forEach(quantity -> rounds.row(all, all.setting() + ": "
                        + (quantity.what() + " " + how).strip(), quantity, subject, peer)));
    }
}

package org.gridtorrent.bench.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.experiment.CloseStack;
import org.gridtorrent.bench.experiment.Comparison;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.experiment.Measurement;
import org.gridtorrent.bench.experiment.Quantity;
import org.gridtorrent.bench.experiment.Reading;
import org.gridtorrent.bench.experiment.Rounds;
import org.gridtorrent.bench.peer.ClientProgram;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.TransferCost;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.engine.transport.TcpTransport;

/**
 * Experiment {@code engine-loopback}: one seed to one leech, each client with its own kind, beside the
 * least work.
 */
public final class EngineLoopback {
    /**
     * Rounds that do not count. A virtual machine goes on compiling for some gibibytes; the first round is
     * reported by itself.
     */
    private static final int WARM_UP_ROUNDS = 4;
    private static final String SUBJECT = ClientProgram.GRIDTORRENT.title();
    private static final List<Metric> METRICS = List.of(Metric.TIME, Metric.CPU);

    private EngineLoopback() {}

    public static void run(ExperimentRun run) throws IOException, InterruptedException {
        long length = (run.isQuick() ? 16L : 1024L) << 20;
        boolean memory = Files.isWritable(ContentFolder.TMPFS);
        if (!run.isQuick() || !memory) {
            run(run, "disk", ContentFolder.DISK, length, List.of(SendfileBaseline.values()));
        }
        if (memory) {
            run(run, "tmpfs", ContentFolder.TMPFS, length, List.of(SendfileBaseline.TO_MEMORY));
        } else {
            run.skip("tmpfs", SUBJECT, SendfileBaseline.TO_MEMORY.title(),
                    ContentFolder.TMPFS + " is not there");
        }
    }

    private static void run(ExperimentRun run, String setting, Path below, long length,
            List<SendfileBaseline> baselines) throws IOException, InterruptedException {
        try (CloseStack opened = new CloseStack(run.progress())) {
            ContentFolder folder = opened.add(ContentFolder.create(below, length, 1));
            Comparison all = new Comparison(setting);
            for (ClientProgram client : ClientProgram.values()) {
                if (client.missingOverLoopback().isEmpty()) {
                    SeedAndLeech pair = opened.add(new SeedAndLeech(client, TcpTransport.NAME,
                            folder, Host.HERE, Host.HERE));
                    all.with(client.title(), () -> reading(folder, () -> pair.fetch().cost()));
                }
            }
            for (SendfileBaseline baseline : baselines) {
                all.with(baseline.title(), () -> reading(folder, () -> folder.into("baseline",
                        directory -> baseline.copy(folder.content(),
                                directory.resolve("content")))));
            }
            Rounds rounds = run.roundsBoundByProcessors();
            rounds.warmUp(run.isQuick() ? 1 : WARM_UP_ROUNDS, List.of(all));
            rounds.run(run.scale().rounds(), List.of(all));
            rows(run, rounds, all, baselines);
        }
    }

    /** Writes out what the last subject wrote before the clock starts; all find memory alike. */
    private static Reading reading(ContentFolder folder, Measurement<TransferCost> transfer)
            throws IOException, InterruptedException {
        folder.warmMemory();
        Tool.run(List.of("sync"));
        TransferCost cost = transfer.take();
        return Reading.of(Metric.TIME, cost.seconds())
                .and(Metric.CPU, cost.cpuSecondsPerGibibyte());
    }

    private static void rows(ExperimentRun run, Rounds rounds, Comparison all,
            List<SendfileBaseline> baselines) {
        for (ClientProgram client : ClientProgram.thirdParty()) {
            Optional<String> missing = client.missingOverLoopback();
            if (missing.isPresent()) {
                run.skip(all.setting(), SUBJECT, client.title(), missing.get());
                continue;
            }
            METRICS.forEach(metric -> rounds.row(all, metric, SUBJECT, client.title()));
            METRICS.forEach(metric -> run.row(all.setting() + ", a process's first", metric,
                    SUBJECT, rounds.first(all, SUBJECT, Quantity.of(metric)), client.title(),
                    rounds.first(all, client.title(), Quantity.of(metric))));
        }
        for (SendfileBaseline baseline : baselines) {
            METRICS.forEach(metric -> rounds.row(all, metric, SUBJECT, baseline.title()));
        }
    }
}

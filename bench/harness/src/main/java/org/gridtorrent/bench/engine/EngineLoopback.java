package org.gridtorrent.bench.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Consumer;
import org.gridtorrent.bench.experiment.Carrier;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.ContentFolder;
import org.gridtorrent.bench.experiment.RetryOnNoise;
import org.gridtorrent.bench.peer.ClientProgram;
import org.gridtorrent.bench.peer.PeerSettings;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.engine.transport.TcpTransport;

/** One seed to one leech over the loopback interface, each client with its own kind, beside the least work that it is. */
public final class EngineLoopback implements Experiment {
    private static final long MEBIBYTE = 1 << 20;
    /**
     * What a process does first takes longer, above all where it compiles itself, which goes on for
     * some gibibytes: the first round stands by itself, and what counts begins when it is steady.
     */
    private static final int WARM_UP_ROUNDS = 4;

    @Override
    public String name() {
        return "engine-loopback";
    }

    @Override
    public String question() {
        return "How fast is a seed to a leech, and what CPU do both take, beside libtorrent, aria2 and a bare loop?";
    }

    @Override
    public void run(Scale scale, Progress progress, Consumer<Result> results)
            throws IOException, InterruptedException {
        long length = (scale == Scale.QUICK ? 16 : 1024) * MEBIBYTE;
        boolean memory = Files.isWritable(ContentFolder.TMPFS);
        if (scale != Scale.QUICK || !memory) {
            try (ContentFolder folder = ContentFolder.create(ContentFolder.DISK, length, 1)) {
                run("disk", folder, List.of(SendfileBaseline.values()), scale, progress, results);
            }
        }
        if (memory) {
            try (ContentFolder folder = ContentFolder.create(ContentFolder.TMPFS, length, 1)) {
                run("tmpfs", folder, List.of(SendfileBaseline.TO_MEMORY), scale, progress, results);
            }
        } else {
            results.accept(new Result.Skipped(name(), "tmpfs", ClientProgram.GRIDTORRENT.title(),
                    SendfileBaseline.TO_MEMORY.title(), ContentFolder.TMPFS + " is not there"));
        }
    }

    private void run(String setting, ContentFolder folder, List<SendfileBaseline> loops, Scale scale,
            Progress progress, Consumer<Result> results)
            throws IOException, InterruptedException {
        List<SeedAndLeech> pairs = new ArrayList<>();
        List<Bare> bares = loops.stream().map(Bare::new).toList();
        try {
            for (ClientProgram client : ClientProgram.values()) {
                if (client.missingOverLoopback().isEmpty()) {
                    pairs.add(new SeedAndLeech(client, folder, place(folder, client + "-seed"),
                            place(folder, client + "-leech"), TcpTransport.NAME));
                }
            }
            int first = scale == Scale.QUICK ? 0 : 1 - WARM_UP_ROUNDS;
            for (int number = first; number <= 0; number++) {
                Round round = round("a round to warm up", setting, folder, pairs, bares, progress);
                for (int i = 0; number == first && i < pairs.size(); i++) {
                    pairs.get(i).first.add(round.transfers.get(i));
                }
            }
            RetryOnNoise undisturbed = RetryOnNoise.byProcessors(name(), progress);
            for (int number = 1; number <= scale.rounds(); number++) {
                String title = "round " + number + " of " + scale.rounds();
                Round round = undisturbed.measure(setting + ", " + title,
                        () -> round(title, setting, folder, pairs, bares, progress));
                for (int i = 0; i < pairs.size(); i++) {
                    pairs.get(i).warm.add(round.transfers.get(i));
                }
                for (int i = 0; i < bares.size(); i++) {
                    bares.get(i).time().add(round.trips.get(i).seconds());
                    bares.get(i).cpu().add(round.trips.get(i).cpuSecondsPerGibibyte());
                }
            }
            SeedAndLeech ours = pairs.getFirst();
            for (ClientProgram client : ClientProgram.values()) {
                if (client != ClientProgram.GRIDTORRENT) {
                    compare(setting, ours, client, pairs, results);
                }
            }
            for (Bare bare : bares) {
                String title = bare.loop().title();
                accept(setting, Metric.TIME, ours.warm.time, title, bare.time(), results);
                accept(setting, Metric.CPU, ours.warm.cpu, title, bare.cpu(), results);
            }
        } finally {
            pairs.forEach(SeedAndLeech::close);
        }
    }

    /** What all of them did once. */
    private record Round(List<SeedAndLeech.Transfer> transfers, List<Carrier.Trip> trips) {}

    private Round round(String title, String setting, ContentFolder folder, List<SeedAndLeech> pairs,
            List<Bare> bares, Progress progress) throws IOException, InterruptedException {
        progress.say(name() + ", " + setting + ": " + title);
        StringJoiner took = new StringJoiner(", ");
        List<SeedAndLeech.Transfer> transfers = new ArrayList<>();
        for (SeedAndLeech pair : pairs) {
            settle(folder);
            SeedAndLeech.Transfer transfer = pair.transfer();
            took.add(words(pair.client.title(), transfer.fetched().seconds(),
                    transfer.cpuSeconds()));
            transfers.add(transfer);
        }
        List<Carrier.Trip> trips = new ArrayList<>();
        for (Bare bare : bares) {
            settle(folder);
            Carrier.Trip trip = folder.into("bare", directory -> bare.loop()
                    .carry(folder.content(), directory.resolve("content")));
            took.add(words(bare.loop().title(), trip.seconds(), trip.cpuSeconds()));
            trips.add(trip);
        }
        progress.say(name() + ", " + setting + ": " + title + ": " + took);
        return new Round(transfers, trips);
    }

    private static String words(String title, double seconds, double cpuSeconds) {
        return String.format(Locale.ROOT, "%s in %.2f s (%.2f s of a processor)", title, seconds,
                cpuSeconds);
    }

    private record Bare(SendfileBaseline loop, Samples time, Samples cpu) {
        Bare(SendfileBaseline loop) {
            this(loop, new Samples(), new Samples());
        }
    }

    private static PeerSettings place(ContentFolder folder, String name) throws IOException {
        return PeerSettings.here(Files.createDirectory(folder.path(name)));
    }

    /** What the last one wrote shall not be written out during the next one's time; all find memory alike. */
    private static void settle(ContentFolder folder) throws IOException, InterruptedException {
        folder.warmMemory();
        Tool.run(List.of("sync"));
    }

    private void compare(String setting, SeedAndLeech ours, ClientProgram client, List<SeedAndLeech> pairs,
            Consumer<Result> results) {
        Optional<SeedAndLeech> theirs = pairs.stream().filter(pair -> pair.client == client)
                .findFirst();
        if (theirs.isPresent()) {
            compare(setting, ours.warm, client, theirs.get().warm, results);
            compare(setting + ", a process's first", ours.first, client, theirs.get().first,
                    results);
        } else {
            results.accept(new Result.Skipped(name(), setting, ours.client.title(),
                    client.title(), client.missingOverLoopback().orElse("not run")));
        }
    }

    private void compare(String setting, SeedAndLeech.Costs ours, ClientProgram client,
            SeedAndLeech.Costs theirs, Consumer<Result> results) {
        accept(setting, Metric.TIME, ours.time, client.title(), theirs.time, results);
        accept(setting, Metric.CPU, ours.cpu, client.title(), theirs.cpu, results);
    }

    private void accept(String setting, Metric metric, Samples ours, String peer, Samples theirs,
            Consumer<Result> results) {
        results.accept(Result.Measured.of(name(), setting, metric, ClientProgram.GRIDTORRENT.title(),
                ours, peer, theirs));
    }
}

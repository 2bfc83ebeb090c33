package org.gridtorrent.bench.swarm;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.ContentFolder;
import org.gridtorrent.bench.experiment.RetryOnNoise;
import org.gridtorrent.bench.peer.ClientProgram;
import org.gridtorrent.bench.peer.PeerSettings;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.engine.transport.TcpTransport;

/**
 * One seed and some leeches, each held to one rate of upload, so that the swarm bounds the time and not
 * the machine: the time until the last leech has everything, beside the least that is possible.
 */
public final class SwarmTime implements Experiment {
    private static final long MEBIBYTE = 1 << 20;
    private static final long BYTES_PER_SECOND = 10_000_000;
    /** A swarm that takes so many times the bound, and as many seconds, is taken for one that does not end. */
    private static final double PATIENCE = 20;
    private static final String MIXED = "GridTorrent's seed, leeches of every kind";

    @Override
    public String name() {
        return "swarm";
    }

    @Override
    public String question() {
        return "How long does a swarm take beside the Kumar–Ross bound, of ours, libtorrent, aria2, and mixed?";
    }

    private record Plan(int rounds, int leeches, long length) {
        String words() {
            return "%d leeches, %d MiB, each gives %d MB/s".formatted(leeches, length / MEBIBYTE,
                    BYTES_PER_SECOND / 1_000_000);
        }
    }

    /** Clients, the seed first, and what their swarms took. */
    private record Entry(String title, List<ClientProgram> clients, Samples times, Samples cpu) {
        Entry(String title, List<ClientProgram> clients) {
            this(title, clients, new Samples(), new Samples());
        }
    }

    @Override
    public void run(Scale scale, Progress progress, Consumer<Result> results)
            throws IOException, InterruptedException {
        Plan plan = scale == Scale.QUICK
                ? new Plan(1, 2, 4 * MEBIBYTE)
                : new Plan(scale == Scale.BRIEF ? 2 : 3, 8, 256 * MEBIBYTE);
        List<Entry> entries = entries(plan.leeches);
        var undisturbed = RetryOnNoise.byLines(name(), progress);
        try (ContentFolder folder = ContentFolder.create(ContentFolder.cheapest(), plan.length,
                plan.leeches)) {
            for (int round = 1; round <= plan.rounds; round++) {
                String title = "round " + round + " of " + plan.rounds;
                Map<Entry, SwarmProcesses.Run> runs = undisturbed.measure(title,
                        () -> round(title, entries, folder, progress));
                runs.forEach((entry, run) -> {
                    entry.times.add(run.seconds() / bound(folder, entry));
                    entry.cpu.add(run.cpuSeconds()
                            / (plan.leeches * ((double) plan.length / (1 << 30))));
                });
            }
        }
        results(plan, entries, results);
    }

    private static List<Entry> entries(int leeches) {
        List<ClientProgram> present = Arrays.stream(ClientProgram.values())
                .filter(client -> client.missingOverLoopback().isEmpty()).toList();
        List<Entry> entries = new ArrayList<>();
        for (ClientProgram client : present) {
            entries.add(new Entry(client.title(), Collections.nCopies(leeches + 1, client)));
        }
        if (present.size() > 1) {
            List<ClientProgram> mixed = new ArrayList<>(List.of(ClientProgram.GRIDTORRENT));
            for (int i = 0; i < leeches; i++) {
                mixed.add(present.get(i % present.size()));
            }
            entries.add(new Entry(MIXED, mixed));
        }
        return entries;
    }

    private static double bound(ContentFolder folder, Entry entry) {
        return KumarRossBound.seconds(folder.length(), List.of(BYTES_PER_SECOND),
                Collections.nCopies(entry.clients.size() - 1, BYTES_PER_SECOND));
    }

    private Map<Entry, SwarmProcesses.Run> round(String title, List<Entry> entries, ContentFolder folder,
            Progress progress) throws IOException, InterruptedException {
        Map<Entry, SwarmProcesses.Run> runs = new LinkedHashMap<>();
        for (Entry entry : entries) {
            double bound = bound(folder, entry);
            SwarmProcesses.Run run;
            try (SwarmProcesses swarm = new SwarmProcesses(folder, entry.clients, 1, TcpTransport.NAME,
                    (_, own) -> PeerSettings.here(own).giving(BYTES_PER_SECOND))) {
                run = swarm.run(Duration.ofMillis((long) (1000 * PATIENCE * Math.max(1, bound))));
            }
            progress.say(String.format(Locale.ROOT,
                    "%s: %s, %s: the first leech had all after %.1f s, the last after %.1f s,"
                            + " %.2f times the bound; all took %.2f of %d processors",
                    name(), title, entry.title, run.firstSeconds(), run.seconds(),
                    run.seconds() / bound, run.cpuSeconds() / run.seconds(),
                    Runtime.getRuntime().availableProcessors()));
            runs.put(entry, run);
        }
        return runs;
    }

    private void results(Plan plan, List<Entry> entries, Consumer<Result> results) {
        Entry ours = entries.getFirst();
        for (ClientProgram client : ClientProgram.values()) {
            if (client == ClientProgram.GRIDTORRENT) {
                continue;
            }
            entries.stream().filter(entry -> entry.title.equals(client.title())).findFirst()
                    .ifPresentOrElse(theirs -> compare(plan, ours, theirs, results),
                            () -> results.accept(new Result.Skipped(name(), plan.words(),
                                    ours.title, client.title(),
                                    client.missingOverLoopback().orElse("not run"))));
        }
        entries.stream().filter(entry -> entry.title.equals(MIXED)).findFirst()
                .ifPresent(mixed -> compare(plan, mixed, ours, results));
    }

    private void compare(Plan plan, Entry subject, Entry peer, Consumer<Result> results) {
        results.accept(Result.Measured.of(name(), plan.words(), Metric.OF_BOUND, subject.title,
                subject.times, peer.title, peer.times));
        results.accept(Result.Measured.of(name(), plan.words(), Metric.CPU, subject.title,
                subject.cpu, peer.title, peer.cpu));
    }
}

package org.gridtorrent.bench.swarm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.gridtorrent.bench.experiment.CloseStack;
import org.gridtorrent.bench.experiment.Comparison;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.experiment.Quantity;
import org.gridtorrent.bench.experiment.Reading;
import org.gridtorrent.bench.experiment.Rounds;
import org.gridtorrent.bench.peer.ClientProgram;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.TransferCost;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.bench.testbed.Network;
import org.gridtorrent.engine.transport.PtcpTransport;
import org.gridtorrent.engine.transport.TcpTransport;

/**
 * Experiments {@code clients} and {@code swarm}: clients by turns, each in swarms of its own kind.
 *
 * <p>In {@code clients} processes stay, over the loopback interface and on hosts of their own; in {@code
 * swarm} they are new each round, and one swarm is mixed. Only one swarm moves at a time. Another's client
 * that fails takes no further part in swarms of that size.
 */
public final class SwarmComparison {
    private static final long RATE = 10_000_000;
    private static final ClientProgram OURS = ClientProgram.GRIDTORRENT;
    private static final String MIXED = "GridTorrent's seed, leeches of every kind";
    private static final Quantity FIRST = new Quantity("the first leecher", Metric.TIME);
    private static final Quantity MEDIAN = new Quantity("the median leecher", Metric.TIME);
    private static final Quantity LAST = new Quantity("the last leecher", Metric.TIME);
    private static final Quantity CPU = new Quantity("all processes", Metric.CPU);
    private static final Quantity MEMORY = new Quantity("the largest process in the end",
            Metric.OWN);
    private static final Quantity OF_BOUND = Quantity.of(Metric.OF_BOUND);

    private final ExperimentRun run;
    private final SwarmSpec spec;
    private final Comparison all;
    private final Rounds rounds;

    /** @param setting the swarm's size and rates, as the case of a row says it */
    SwarmComparison(ExperimentRun run, String setting, SwarmSpec spec) {
        this.run = run;
        this.spec = spec;
        all = new Comparison(setting);
        rounds = (spec.onHosts() || spec.boundSeconds().isPresent()
                ? run.roundsBoundByLine()
                : run.roundsBoundByProcessors())
                .toleratingFailuresOf(subject -> !subject.startsWith(OURS.title()));
    }

    /** Every client in swarms of several sizes and rates. */
    public static void clients(ExperimentRun run) throws IOException, InterruptedException {
        Optional<Network> hosts = run.testbed().realHosts();
        if (hosts.isPresent()) {
            SwarmSpec spec = SwarmSpec.unlimited(1, hosts.get().hosts().size() - 1,
                    run.atScale(256, 64, 4)).withHosts();
            run.onLine(spec::lines, "all", OURS.title(), "all", (line, _) -> {
                run.message(line.describe());
                onHosts(run, line, spec, line.describe() + ": " + spec.describe());
                return line.describe();
            });
            return;
        }
        for (SwarmSpec spec : specs(run)) {
            if (spec.onHosts()) {
                run.onLine(spec::lines, spec.describe(), OURS.title(), "all", (line, seed) -> {
                    run.message(line.describe() + ", seed " + seed);
                    onHosts(run, line, spec, spec.describe());
                    return line.describe();
                });
            } else {
                try (ContentFolder folder = ContentFolder.create(ContentFolder.memoryOrDisk(),
                        spec.length(), spec.leeches())) {
                    clients(run, spec, spec.describe(), folder, _ -> Host.HERE);
                }
            }
        }
    }

    private static List<SwarmSpec> specs(ExperimentRun run) {
        return run.atScale(
                List.of(SwarmSpec.unlimited(1, 1, 1024), SwarmSpec.unlimited(1, 4, 256),
                        SwarmSpec.unlimited(8, 16, 128), SwarmSpec.equal(1, 1, RATE, 128),
                        SwarmSpec.equal(1, 4, RATE, 128), SwarmSpec.equal(1, 16, RATE, 128),
                        SwarmSpec.equal(4, 4, RATE, 128), SwarmSpec.equal(8, 16, RATE, 128),
                        SwarmSpec.unequal(2, 8, 128), SwarmSpec.unequal(4, 16, 128),
                        SwarmSpec.equal(1, 1, RATE, 128).withHosts(),
                        SwarmSpec.equal(1, 4, RATE, 128).withHosts(),
                        SwarmSpec.unequal(2, 8, 128).withHosts()),
                List.of(SwarmSpec.unlimited(1, 1, 512), SwarmSpec.equal(1, 4, RATE, 64),
                        SwarmSpec.unequal(2, 8, 64), SwarmSpec.equal(8, 16, RATE, 64),
                        SwarmSpec.equal(1, 4, RATE, 32).withHosts()),
                List.of(SwarmSpec.equal(1, 2, RATE, 4)));
    }

    /** Each peer on a host of its own. */
    private static void onHosts(ExperimentRun run, Network line, SwarmSpec spec, String setting)
            throws IOException, InterruptedException {
        try (ContentFolder folder = ContentFolder.create(ContentFolder.memoryOrDisk(),
                spec.length(),
                spec.leeches(), line.hosts())) {
            clients(run, spec, setting, folder, number -> line.host(number + 1));
        }
    }

    private static void clients(ExperimentRun run, SwarmSpec spec, String setting,
            ContentFolder folder, IntFunction<Host> hosts)
            throws IOException, InterruptedException {
        new SwarmComparison(run, setting, spec).clients(spec::missing, folder, hosts,
                run.isQuick() ? 0 : spec.warmUps(), run.atScale(3, 2, 1));
    }

    /** @param missing why a client takes no part */
    void clients(Function<ClientProgram, Optional<String>> missing, ContentFolder folder,
            IntFunction<Host> hosts, int warmUps, int count)
            throws IOException, InterruptedException {
        try (CloseStack opened = new CloseStack(run.progress())) {
            for (ClientProgram client : ClientProgram.values()) {
                if (missing.apply(client).isEmpty()) {
                    var swarms = opened.add(new Swarms(client, folder, hosts));
                    all.with(client.title(), swarms::take);
                }
            }
            rounds.warmUp(warmUps, List.of(all));
            rounds.run(count, List.of(all));
        }
        for (ClientProgram client : ClientProgram.thirdParty()) {
            beside(client, missing.apply(client), () -> {
                row(FIRST, client);
                row(MEDIAN, client);
                row(LAST, client);
                run.row(all.setting() + ": the last leecher, of what processes do first",
                        Metric.TIME, OURS.title(), rounds.first(all, OURS.title(), LAST),
                        client.title(), rounds.first(all, client.title(), LAST));
                row(CPU, client);
                row(MEMORY, client);
            });
        }
        spec.boundSeconds().ifPresent(bound -> run.row(all.setting() + ": " + LAST.what(),
                Metric.TIME, OURS.title(), rounds.samples(all, OURS.title(), LAST),
                "the Kumar–Ross bound", bound));
    }

    /** Rows of ours beside a client's, or the reason why there are none. */
    private void beside(ClientProgram client, Optional<String> missing, Runnable rows) {
        missing.or(() -> rounds.failure(all, client.title())).ifPresentOrElse(
                why -> run.skip(all.setting(), OURS.title(), client.title(), why), rows);
    }

    private void row(Quantity quantity, ClientProgram client) {
        rounds.row(all, all.setting() + ": " + quantity.what(), quantity, OURS.title(),
                client.title());
    }

    /** Processes of one client, which are started at their first turn and stay. */
    private final class Swarms implements AutoCloseable {
        private final ClientProgram client;
        private final ContentFolder folder;
        private final IntFunction<Host> hosts;
        private Optional<SwarmProcesses> processes = Optional.empty();

        Swarms(ClientProgram client, ContentFolder folder, IntFunction<Host> hosts) {
            this.client = client;
            this.folder = folder;
            this.hosts = hosts;
        }

        Reading take() throws IOException, InterruptedException {
            try {
                if (processes.isEmpty()) {
                    // Over long lines ours as it is meant to be; nobody else knows more than TCP.
                    processes = Optional.of(new SwarmProcesses(folder, spec,
                            Collections.nCopies(spec.size(), client),
                            spec.onHosts() && client == OURS
                                    ? PtcpTransport.NAME
                                    : TcpTransport.NAME,
                            hosts));
                }
                return reading(processes.get().run());
            } catch (IOException e) {
                close();
                throw e;
            }
        }

        @Override
        public void close() throws IOException {
            Optional<SwarmProcesses> closing = processes;
            processes = Optional.empty();
            if (closing.isPresent()) {
                closing.get().close();
            }
        }
    }

    private Reading reading(SwarmProcesses.Run taken) {
        Reading reading = Reading.of(FIRST, taken.firstSeconds())
                .and(MEDIAN, taken.medianSeconds()).and(LAST, taken.lastSeconds())
                .and(CPU, new TransferCost(spec.leeches() * spec.length(), taken.lastSeconds(),
                        taken.cpuSeconds()).cpuSecondsPerGibibyte())
                .and(MEMORY, taken.ownMemory() / (double) (1 << 20));
        spec.boundSeconds().ifPresent(
                bound -> reading.and(OF_BOUND, taken.lastSeconds() / bound));
        return reading;
    }

    /** A seed and leeches of each client, and of our seed with leeches of every kind. */
    public static void swarm(ExperimentRun run) throws IOException, InterruptedException {
        SwarmSpec spec = run.isQuick()
                ? SwarmSpec.equal(1, 2, RATE, 4)
                : SwarmSpec.equal(1, 8, RATE, 256);
        String setting = String.format(Locale.ROOT, "%d leeches, %d MiB, each gives %d MB/s",
                spec.leeches(), spec.length() >> 20, RATE / 1_000_000);
        try (ContentFolder folder = ContentFolder.create(ContentFolder.memoryOrDisk(),
                spec.length(),
                spec.leeches())) {
            new SwarmComparison(run, setting, spec).swarm(folder, run.atScale(3, 2, 1));
        }
    }

    private void swarm(ContentFolder folder, int count) throws IOException, InterruptedException {
        List<ClientProgram> present = Arrays.stream(ClientProgram.values())
                .filter(client -> client.missingOverLoopback().isEmpty()).toList();
        present.forEach(client -> all.with(client.title(),
                () -> fresh(folder, Collections.nCopies(spec.size(), client))));
        if (present.size() > 1) {
            List<ClientProgram> mixed = new ArrayList<>(List.of(OURS));
            for (int i = 0; i < spec.leeches(); i++) {
                mixed.add(present.get(i % present.size()));
            }
            all.with(MIXED, () -> fresh(folder, mixed));
        }
        rounds.run(count, List.of(all));
        for (ClientProgram client : ClientProgram.thirdParty()) {
            beside(client, client.missingOverLoopback(),
                    () -> rowsOfBound(OURS.title(), client.title()));
        }
        if (present.size() > 1) {
            rowsOfBound(MIXED, OURS.title());
        }
    }

    private void rowsOfBound(String subject, String peer) {
        rounds.row(all, all.setting(), OF_BOUND, subject, peer);
        rounds.row(all, all.setting(), CPU, subject, peer);
    }

    /** Lets new processes distribute the content once. */
    private Reading fresh(ContentFolder folder, List<ClientProgram> clients)
            throws IOException, InterruptedException {
        try (var processes = new SwarmProcesses(folder, spec, clients, TcpTransport.NAME,
                _ -> Host.HERE)) {
            return reading(processes.run());
        }
    }
}

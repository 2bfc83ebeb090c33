package org.gridtorrent.bench.clients;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.ContentFolder;
import org.gridtorrent.bench.experiment.RetryOnNoise;
import org.gridtorrent.bench.peer.ClientProgram;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.bench.swarm.SwarmProcesses;

/** The rounds of one crew: every client by turns, in processes that stay. Only one swarm moves at a time. */
final class ClientRounds implements AutoCloseable {
    private final String experiment;
    private final String words;
    private final SwarmSpec crew;
    private final Experiment.Progress progress;
    private final RetryOnNoise undisturbed;
    private final List<Troupe> troupes = new ArrayList<>();
    /** Why others' clients take no further part. */
    private final Map<ClientProgram, String> failures = new EnumMap<>(ClientProgram.class);

    /** @param words for the crew and where it is, as the case of a result says it */
    ClientRounds(String experiment, String words, SwarmSpec crew, List<ClientProgram> clients,
            ContentFolder folder, SwarmProcesses.Ground ground, Experiment.Progress progress)
            throws IOException, InterruptedException {
        this.experiment = experiment;
        this.words = words;
        this.crew = crew;
        this.progress = progress;
        undisturbed = crew.onHosts() || crew.boundSeconds().isPresent()
                ? RetryOnNoise.byLines(experiment, progress)
                : RetryOnNoise.byProcessors(experiment, progress);
        try {
            for (ClientProgram client : clients) {
                start(client, folder, ground);
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void start(ClientProgram client, ContentFolder folder, SwarmProcesses.Ground ground)
            throws IOException, InterruptedException {
        try {
            troupes.add(new Troupe(client, crew, folder, ground));
        } catch (IOException e) {
            failed(client, e);
        }
    }

    /** Another's client that fails is out, and its row says why; that ours fails ends the crew's rounds. */
    private void failed(ClientProgram client, IOException why) throws IOException {
        if (client == ClientProgram.GRIDTORRENT) {
            throw why;
        }
        failures.put(client, "it failed: " + why.getMessage());
        progress.say(experiment + ": " + words + ": " + client.title() + " failed: "
                + why.getMessage());
    }

    /**
     * What processes do at first stands by itself: a virtual machine compiles itself meanwhile.
     *
     * @param warmUps rounds that do not count; without any, the first that counts is also what processes do at first
     */
    void run(int warmUps, int rounds) throws IOException, InterruptedException {
        for (int round = 1 - warmUps; round <= rounds; round++) {
            boolean counts = round > 0;
            String title = counts ? "round " + round + " of " + rounds : "to warm up";
            Map<Troupe, SwarmProcesses.Run> runs = counts
                    ? undisturbed.measure(words + ", " + title, () -> runAll(title))
                    : runAll(title);
            boolean isFirst = round == 1 - warmUps;
            runs.forEach((troupe, run) -> {
                if (isFirst) {
                    troupe.first.add(run);
                }
                if (counts) {
                    troupe.warm.add(run);
                }
            });
        }
    }

    private Map<Troupe, SwarmProcesses.Run> runAll(String title)
            throws IOException, InterruptedException {
        Map<Troupe, SwarmProcesses.Run> runs = new LinkedHashMap<>();
        for (Troupe troupe : List.copyOf(troupes)) {
            try {
                runs.put(troupe, run(title, troupe));
            } catch (IOException e) {
                failed(troupe.client, e);
                troupes.remove(troupe);
                close(troupe);
            }
        }
        return runs;
    }

    /** Of one that failed; what it leaves behind goes with the folder. */
    private void close(Troupe troupe) {
        try {
            troupe.close();
        } catch (IOException e) {
            progress.say(experiment + ": " + troupe.client.title()
                    + " left something behind: " + e.getMessage());
        }
    }

    private SwarmProcesses.Run run(String title, Troupe troupe)
            throws IOException, InterruptedException {
        SwarmProcesses.Run run = troupe.run();
        OptionalDouble bound = crew.boundSeconds();
        progress.say(String.format(Locale.ROOT,
                "%s: %s, %s, %s: the first leecher had all after %.2f s, the last after %.2f s%s",
                experiment, words, title, troupe.client.title(), run.firstSeconds(),
                run.seconds(), bound.isPresent()
                        ? String.format(Locale.ROOT, " (at least %.2f s)", bound.getAsDouble())
                        : ""));
        return run;
    }

    /** Ours beside each other client's. */
    void tell(Consumer<Result> results) {
        Troupe ours = troupes.getFirst();
        for (ClientProgram client : ClientProgram.values()) {
            if (client == ours.client) {
                continue;
            }
            Optional<Troupe> theirs = troupes.stream().filter(each -> each.client == client)
                    .findFirst();
            if (theirs.isPresent()) {
                tell(ours, theirs.get(), results);
            } else {
                results.accept(new Result.Skipped(experiment, words, ours.client.title(),
                        client.title(), crew.missing(client)
                                .orElseGet(() -> failures.getOrDefault(client, "not run"))));
            }
        }
        crew.boundSeconds().ifPresent(bound -> accept("the last leecher", Metric.TIME, ours,
                ours.warm.last, "the Kumar–Ross bound", Samples.of(bound), results));
    }

    private void tell(Troupe ours, Troupe theirs, Consumer<Result> results) {
        String peer = theirs.client.title();
        accept("the first leecher", Metric.TIME, ours, ours.warm.first, peer, theirs.warm.first,
                results);
        accept("the median leecher", Metric.TIME, ours, ours.warm.median, peer,
                theirs.warm.median, results);
        accept("the last leecher", Metric.TIME, ours, ours.warm.last, peer, theirs.warm.last,
                results);
        accept("the last leecher, of what processes do first", Metric.TIME, ours, ours.first.last,
                peer, theirs.first.last, results);
        accept("all processes", Metric.CPU, ours, ours.warm.cpu, peer, theirs.warm.cpu, results);
        accept("the largest process in the end", Metric.OWN, ours, ours.warm.memory, peer,
                theirs.warm.memory, results);
    }

    private void accept(String what, Metric metric, Troupe ours, Samples samples, String peer,
            Samples theirs, Consumer<Result> results) {
        results.accept(Result.Measured.of(experiment, words + ": " + what, metric,
                ours.client.title(), samples, peer, theirs));
    }

    @Override
    public void close() throws IOException {
        Optional<IOException> failure = Optional.empty();
        for (Troupe troupe : troupes) {
            try {
                troupe.close();
            } catch (IOException e) {
                failure = Optional.of(e);
            }
        }
        if (failure.isPresent()) {
            throw failure.get();
        }
    }
}

package org.gridtorrent.bench.clients;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.Testbed;
import org.gridtorrent.bench.experiment.Network;
import org.gridtorrent.bench.experiment.ContentFolder;
import org.gridtorrent.bench.peer.ClientProgram;
import org.gridtorrent.bench.peer.PeerSettings;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.swarm.SwarmProcesses;
import org.gridtorrent.terminal.CommandFailure;

/** Every client in swarms of its own kind, of several sizes and rates, over the loopback interface and on hosts of their own. */
public final class ClientSwarms implements Experiment {
    private static final long RATE = 10_000_000;

    private final Testbed ground;

    public ClientSwarms(Testbed ground) {
        this.ground = ground;
    }

    @Override
    public String name() {
        return "clients";
    }

    @Override
    public String question() {
        return "How long do swarms of 1 to 8 seeders and 1 to 16 leechers take, of ours and of other clients?";
    }

    private static List<SwarmSpec> crews(Scale scale) {
        return switch (scale) {
            case QUICK -> List.of(SwarmSpec.equal(1, 2, RATE, 4));
            case BRIEF -> List.of(SwarmSpec.unlimited(1, 1, 512), SwarmSpec.equal(1, 4, RATE, 64),
                    SwarmSpec.unequal(2, 8, 64), SwarmSpec.equal(8, 16, RATE, 64),
                    SwarmSpec.equal(1, 4, RATE, 32).withHosts());
            case FULL -> List.of(SwarmSpec.unlimited(1, 1, 1024), SwarmSpec.unlimited(1, 4, 256),
                    SwarmSpec.unlimited(8, 16, 128), SwarmSpec.equal(1, 1, RATE, 128),
                    SwarmSpec.equal(1, 4, RATE, 128), SwarmSpec.equal(1, 16, RATE, 128),
                    SwarmSpec.equal(4, 4, RATE, 128), SwarmSpec.equal(8, 16, RATE, 128),
                    SwarmSpec.unequal(2, 8, 128), SwarmSpec.unequal(4, 16, 128),
                    SwarmSpec.equal(1, 1, RATE, 128).withHosts(),
                    SwarmSpec.equal(1, 4, RATE, 128).withHosts(),
                    SwarmSpec.unequal(2, 8, 128).withHosts());
        };
    }

    @Override
    public void run(Scale scale, Progress progress, Consumer<Result> results)
            throws IOException, InterruptedException {
        if (ground.given().isPresent()) {
            runOnGivenHosts(ground.given().get(), scale, progress, results);
            return;
        }
        for (SwarmSpec crew : crews(scale)) {
            if (crew.onHosts()) {
                runOnHosts(crew, scale, progress, results);
            } else {
                try (ContentFolder folder = ContentFolder.create(ContentFolder.cheapest(),
                        crew.length(), crew.leeches())) {
                    run(crew, crew.words(), folder,
                            (number, own) -> PeerSettings.here(own).giving(crew.rate(number)), scale,
                            progress, results);
                }
            }
        }
    }

    private void runOnGivenHosts(Network hosts, Scale scale, Progress progress,
            Consumer<Result> results) throws IOException, InterruptedException {
        SwarmSpec crew = SwarmSpec.given(hosts.hosts().size(), switch (scale) {
            case QUICK -> 4;
            case BRIEF -> 64;
            case FULL -> 256;
        });
        progress.say(name() + ": " + hosts.words());
        runOn(hosts, crew, hosts.words() + ": " + crew.words(), scale, progress, results);
    }

    private void runOnHosts(SwarmSpec crew, Scale scale, Progress progress, Consumer<Result> results)
            throws IOException, InterruptedException {
        long seed = new SplittableRandom().nextLong(1_000_000);
        try (Network line = ground.network(name(), crew.lines(seed))) {
            progress.say(name() + ": " + line.words() + ", seed " + seed);
            runOn(line, crew, crew.words(), scale, progress, results);
            progress.crossed(line.words() + ": " + line.health());
        } catch (CommandFailure e) {
            results.accept(new Result.Skipped(name(), crew.words(), ClientProgram.GRIDTORRENT.title(),
                    "all", e.line()));
        }
    }

    /** Each peer on a host of its own. */
    private void runOn(Network line, SwarmSpec crew, String words, Scale scale, Progress progress,
            Consumer<Result> results) throws IOException, InterruptedException {
        try (ContentFolder folder = ContentFolder.create(ContentFolder.cheapest(), crew.length(),
                crew.leeches(), line.hosts())) {
            run(crew, words, folder, (number, own) -> PeerSettings.on(line.host(number + 1), own), scale,
                    progress, results);
        }
    }

    private void run(SwarmSpec crew, String words, ContentFolder folder, SwarmProcesses.Testbed places,
            Scale scale, Progress progress, Consumer<Result> results)
            throws IOException, InterruptedException {
        List<ClientProgram> present = Arrays.stream(ClientProgram.values())
                .filter(client -> crew.missing(client).isEmpty()).toList();
        try (var rounds = new ClientRounds(name(), words, crew, present, folder, places,
                progress)) {
            rounds.run(scale == Scale.QUICK ? 0 : crew.warmUps(), switch (scale) {
                case QUICK -> 1;
                case BRIEF -> 2;
                case FULL -> 3;
            });
            rounds.tell(results);
        }
    }
}

package org.gridtorrent.bench.dataset;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.gridtorrent.bench.experiment.CloseStack;
import org.gridtorrent.bench.experiment.Comparison;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.experiment.Reading;
import org.gridtorrent.bench.experiment.Rounds;
import org.gridtorrent.bench.process.ProcessStats;
import org.gridtorrent.bench.process.TimedCommand;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.bench.testbed.TempFolder;
import org.gridtorrent.engine.transport.TcpTransport;
import org.gridtorrent.terminal.CommandFailure;

/** Experiment {@code start-up}: how soon the programs answer, and what memory they take while nothing happens. */
public final class StartUpExperiment {
    private static final String OURS = "gridtorrent";
    private static final String SERVER = "gridtorrent-server";
    private static final Metric MILLIS = Metric.lower("time", "ms");
    private static final double COMMAND_AIM_MS = 150;
    private static final double SERVER_AIM_SECONDS = 2.5;
    private static final double DAEMON_AIM_MIB = 90;
    private static final double SERVER_AIM_MIB = 250;
    private static final long LIMIT_SECONDS = 60;
    private static final int CONTENT_LENGTH = 1 << 20;
    private static final Duration POLL = Duration.ofMillis(10);

    private final ExperimentRun run;
    private final SitePrograms programs;
    private final TempFolder folder;

    private StartUpExperiment(ExperimentRun run, SitePrograms programs, TempFolder folder) {
        this.run = run;
        this.programs = programs;
        this.folder = folder;
    }

    public static void run(ExperimentRun run) throws IOException, InterruptedException {
        Optional<SitePrograms> programs = SitePrograms.find();
        if (programs.isEmpty()) {
            run.skip("all", OURS, "all", SitePrograms.MISSING);
            return;
        }
        try (TempFolder folder = TempFolder.create(ContentFolder.DISK)) {
            StartUpExperiment experiment = new StartUpExperiment(run, programs.get(), folder);
            experiment.timeCommands();
            experiment.timeServer();
            experiment.weighPrograms();
        } catch (CommandFailure e) {
            run.skip("all", OURS, "all", e.line());
        }
    }

    /** A command and what stands beside it. */
    private record Other(String title, String program, String debianPackage, List<String> command) {
        Optional<String> missing() {
            return Tool.missing(program, debianPackage);
        }
    }

    private void timeCommands() throws IOException, InterruptedException {
        Path torrent = createTorrent();
        List<Other> others = List.of(
                new Other("aria2c --version", "aria2c", "aria2", List.of("aria2c", "--version")),
                new Other("syncthing cli", "syncthing", "syncthing",
                        List.of("syncthing", "cli", "--help")));
        Comparison commands = new Comparison("torrent show")
                .with(OURS, () -> millis(SitePrograms.command(programs.client(),
                        List.of("torrent", "show", torrent.toString()))));
        others.stream().filter(other -> other.missing().isEmpty())
                .forEach(other -> commands.with(other.title, () -> millis(other.command)));
        Rounds rounds = run.roundsBoundByProcessors();
        rounds.warmUp(1, List.of(commands));
        rounds.run(run.atScale(21, 11, 2), List.of(commands));
        run.row(commands.setting(), MILLIS, OURS, rounds.samples(commands, OURS, MILLIS),
                Result.AIM, COMMAND_AIM_MS);
        for (Other other : others) {
            other.missing().ifPresentOrElse(
                    why -> run.skip(commands.setting(), OURS, other.title, why),
                    () -> rounds.row(commands, MILLIS, OURS, other.title));
        }
    }

    private Path createTorrent() throws IOException, InterruptedException {
        byte[] content = new byte[CONTENT_LENGTH];
        new Random(1).nextBytes(content);
        Path home = folder.make("torrent");
        Path file = Files.write(home.resolve("content"), content);
        Path torrent = home.resolve("content.torrent");
        var _ = Tool.run(SitePrograms.command(programs.client(), List.of("torrent", "create",
                file.toString(), "-o", torrent.toString())));
        return torrent;
    }

    private Reading millis(List<String> command) throws IOException, InterruptedException {
        return Reading.of(MILLIS, 1_000 * TimedCommand
                .run(LIMIT_SECONDS, folder.path("command.log"), command).seconds());
    }

    private void timeServer() throws IOException, InterruptedException {
        Path home = folder.make("restarted");
        SiteProcess.start(programs, home).close();
        Comparison server = new Comparison("a site that exists, to /ready").with(SERVER,
                () -> Reading.of(Metric.TIME, secondsToReady(home)));
        Rounds rounds = run.roundsBoundByProcessors();
        rounds.run(run.atScale(7, 5, 1), List.of(server));
        run.row(server.setting(), Metric.TIME, SERVER, rounds.samples(server, SERVER, Metric.TIME),
                Result.AIM, SERVER_AIM_SECONDS);
    }

    private double secondsToReady(Path home) throws IOException, InterruptedException {
        String pages = SiteProcess.freeAddress();
        long begunNs = System.nanoTime();
        Process server = Tool.startTied(List.of(), SitePrograms.command(programs.server(),
                List.of("run", "--home", home.toString(), "--http", pages, "--tracker",
                        SiteProcess.freeAddress())));
        try (HttpClient http = HttpClient.newHttpClient()) {
            Tool.discardOutput(server);
            URI ready = URI.create("http://" + pages + "/ready");
            while (!answers(http, ready)) {
                if (!server.isAlive()) {
                    throw new IOException("the server ended before it was ready");
                }
                Thread.sleep(POLL);
            }
            return (System.nanoTime() - begunNs) / 1e9;
        } finally {
            Tool.end(server);
        }
    }

    private static boolean answers(HttpClient http, URI address) throws InterruptedException {
        try {
            return http.send(HttpRequest.newBuilder(address).build(),
                    HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false; // it does not listen yet
        }
    }

    private void weighPrograms() throws IOException, InterruptedException {
        try (CloseStack opened = new CloseStack(run.progress())) {
            SiteProcess site = opened.add(SiteProcess.start(programs, folder.make("site")));
            MachineProcess machine = opened.add(
                    MachineProcess.start(programs, site, "idle",
                            TcpTransport.NAME, folder.make("machine")));
            Comparison memory = new Comparison("nothing happens")
                    .with(OURS, () -> resident(machine.process()))
                    .with(SERVER, () -> resident(site.process()));
            Thread.sleep(run.atScale(Duration.ofSeconds(60), Duration.ofSeconds(30),
                    Duration.ofSeconds(3)));
            Rounds rounds = run.roundsBoundByProcessors();
            rounds.run(run.atScale(3, 1, 1), List.of(memory));
            run.row(memory.setting(), Metric.RESIDENT, OURS,
                    rounds.samples(memory, OURS, Metric.RESIDENT), Result.AIM, DAEMON_AIM_MIB);
            run.row(memory.setting(), Metric.RESIDENT, SERVER,
                    rounds.samples(memory, SERVER, Metric.RESIDENT), Result.AIM,
                    SERVER_AIM_MIB);
        }
    }

    /** Resident memory of the one Java process below a tied one. */
    private static Reading resident(Process tied) throws IOException {
        ProcessHandle java = tied.descendants()
                .filter(one -> one.info().command().orElse("").endsWith("/java")).findFirst()
                .orElseThrow(() -> new IOException("the program has ended"));
        return Reading.of(Metric.RESIDENT,
                ProcessStats.of(java.pid()).residentBytes() / (double) (1 << 20));
    }
}

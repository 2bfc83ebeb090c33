package org.gridtorrent.client.train;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.gridtorrent.client.Main;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.fetch.FetchCommand;
import org.gridtorrent.client.tracker.TrackerClient;
import org.gridtorrent.client.tracker.call.TrackerException;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.engine.transport.PtcpTransport;
import org.gridtorrent.engine.transport.TcpTransport;
import org.gridtorrent.identity.IdentityException;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.create.MetainfoBuilder;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Output;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code train}: what one use of the program calls often, done within this one process, so that the virtual
 * machine learns it while the program is built (JEP 515). The launcher hands on what it learnt.
 */
@Command(name = "train", hidden = true, description = "Moves a content within this process, for the build.")
public final class TrainCommand implements Callable<Integer> {
    private static final int LENGTH = 32 << 20;
    private static final int BRIEF_LENGTH = 1 << 20;
    private static final int PEERS = 5;
    private static final int UNLIMITED_ROUNDS = 5;
    private static final int LIMITED_ROUNDS = 2;
    private static final long LIMIT = 25_000_000;
    private static final String CONTENT = "content";
    private static final URI NOBODY = URI.create("https://127.0.0.1:1/");

    /** What is learnt together: one start-up cache. */
    enum Use {
        /** Short commands: all of the cache is loaded at each start, so it has what most of them need. */
        COMMANDS,
        TORRENT, FETCH,
        /** The daemon. */
        RUN, ALL;

        boolean includes(Use use) {
            return this == use || this == ALL;
        }
    }

    @Parameters(index = "0", paramLabel = "USE", description = "${COMPLETION-CANDIDATES}")
    @SuppressWarnings("NullAway.Init") // picocli refuses a command line without it
    private Use use;

    @Parameters(index = "1", paramLabel = "DIR", description = "A new folder for all of it; it is deleted in the end.")
    @SuppressWarnings("NullAway.Init") // picocli refuses a command line without it
    private Path folder;

    @Option(names = "--brief", description = "Load the classes, and run none of them for long.")
    private boolean brief;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Files.createDirectory(folder);
        try {
            if (use.includes(Use.COMMANDS)) {
                runCommands();
            }
            if (use.includes(Use.RUN)) {
                callTracker();
            }
            if (use != Use.COMMANDS) {
                moveContent();
            }
        } catch (MetainfoException | IdentityException | ExecutionException
                | TimeoutException e) {
            throw new IOException(e);
        } finally {
            delete(folder);
        }
        return ExitStatus.DONE;
    }

    private void moveContent() throws IOException, InterruptedException, MetainfoException,
            IdentityException, ExecutionException, TimeoutException {
        Path source = Files.createDirectory(folder.resolve("source"));
        Metainfo metainfo = content(source);
        if (use.includes(Use.FETCH)) {
            fetchFromWebServers(source.resolve(CONTENT));
        }
        if (use.includes(Use.RUN)) {
            moveBetweenDevices(metainfo, source);
        }
        if (use != Use.FETCH) {
            moveInTheClear(metainfo, source);
        }
    }

    /** Short commands on this machine alone, some of which say that it is not enrolled. */
    private void runCommands() throws IOException {
        Path home = Files.createDirectory(folder.resolve("commands"));
        Path file = Files.write(home.resolve(CONTENT), new byte[BRIEF_LENGTH]);
        String torrent = home.resolve("torrent").toString();
        for (List<String> words : List.of(
                List.of("torrent", "create", file.toString(), "-o", torrent),
                List.of("torrent", "show", torrent), List.of("torrent", "show", torrent, "--json"),
                List.of("paths"), List.of("daemon", "status"), List.of("task", "list"),
                List.of("dataset", "list"), List.of("dataset", "get", "--help"),
                List.of("folder", "list"))) {
            var _ = Main.run(new Invocation(Map.of("HOME", home.toString()), silent()),
                    words.toArray(String[]::new));
        }
    }

    private static Output silent() {
        return new Output(OutputStream.nullOutputStream(),
                new PrintStream(OutputStream.nullOutputStream(), false, UTF_8), false);
    }

    /** One that is not there: what it takes to ask it is loaded all the same. */
    private static void callTracker() {
        try {
            new TrackerClient(NOBODY, SSLContext.getDefault()).offerRoom(0, false);
        } catch (TrackerException e) {
            // As expected.
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has a TLS context", e);
        }
    }

    private Metainfo content(Path source)
            throws IOException, InterruptedException, MetainfoException {
        byte[] bytes = new byte[brief ? BRIEF_LENGTH : LENGTH];
        new Random(1).nextBytes(bytes);
        Path file = Files.write(source.resolve(CONTENT), bytes);
        return new MetainfoBuilder(file).build().metainfo();
    }

    /** Fetches the file from web servers of two rates, as {@code gridtorrent fetch} does. */
    private void fetchFromWebServers(Path file) throws IOException {
        Path home = Files.createDirectory(folder.resolve("home"));
        Invocation invocation = new Invocation(Map.of("HOME", home.toString()), silent());
        try (TrainingServer slow = new TrainingServer(file, LIMIT / 2);
                TrainingServer fast = new TrainingServer(file, LIMIT)) {
            for (int round = 0; round < rounds(LIMITED_ROUNDS); round++) {
                int status = new CommandLine(new FetchCommand(invocation)).execute(
                        slow.uri().toString(), fast.uri().toString(), "-o",
                        folder.resolve("fetched" + round).toString());
                if (status != ExitStatus.DONE) {
                    throw new IOException("the fetch ended with status " + status);
                }
            }
        }
    }

    /** With TLS and tickets, as private data sets are moved. */
    private void moveBetweenDevices(Metainfo metainfo, Path source) throws IOException,
            IdentityException, InterruptedException, ExecutionException, TimeoutException {
        TrainingSite site = new TrainingSite(Files.createDirectory(folder.resolve("site")));
        try (SwarmTraining swarm = new SwarmTraining(metainfo, source,
                List.of(site.gate("d1", metainfo.infoHash()),
                        site.gate("d2", metainfo.infoHash())))) {
            swarm.run(TcpTransport.NAME, rounds(UNLIMITED_ROUNDS), folder.resolve("devices"));
        }
    }

    private void moveInTheClear(Metainfo metainfo, Path source)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        try (SwarmTraining swarm = new SwarmTraining(metainfo, source,
                Collections.nCopies(PEERS, new OpenGate()))) {
            swarm.run(PtcpTransport.NAME, 1, folder.resolve("ptcp"));
            swarm.run(TcpTransport.NAME, rounds(UNLIMITED_ROUNDS), folder.resolve("tcp"));
            if (!brief) {
                swarm.limit(LIMIT);
                swarm.run(TcpTransport.NAME, LIMITED_ROUNDS, folder.resolve("limited"));
            }
        }
    }

    private int rounds(int most) {
        return brief ? 1 : most;
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}

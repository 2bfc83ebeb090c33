package org.gridtorrent.client.torrent;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.fetch.FetchCommand;
import org.gridtorrent.client.tracker.TrackerClient;
import org.gridtorrent.client.tracker.TrackerException;
import org.gridtorrent.engine.Engine;
import org.gridtorrent.engine.limit.RateSchedule;
import org.gridtorrent.engine.limit.RateSchedules;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.transport.OpenGate;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.PtcpTransport;
import org.gridtorrent.engine.transport.TcpTransport;
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
 * {@code torrent train}: swarms within this one process, from which the virtual machine learns, while
 * the program is built, what is called often and with what (JEP 515); fetches from web servers of its own;
 * and a call to a tracker that does not answer, whose classes most commands need. The launcher hands on what it learnt.
 */
@Command(name = "train", hidden = true, description = "Moves a content within this process, for the build.")
final class TrainCommand implements Callable<Integer> {
    private static final int LENGTH = 32 << 20;
    private static final int BRIEF_LENGTH = 1 << 20;
    private static final int PEERS = 5;
    private static final int UNLIMITED_ROUNDS = 5;
    private static final int LIMITED_ROUNDS = 2;
    private static final long LIMIT = 25_000_000;
    private static final long PATIENCE_SECONDS = 120;
    private static final String CONTENT = "content";
    private static final URI NOBODY = URI.create("https://127.0.0.1:1/");

    @Parameters(paramLabel = "DIR", description = "A new folder for all of it; it is deleted in the end.")
    @SuppressWarnings("NullAway.Init") // picocli refuses a command line without it
    private Path folder;

    @Option(names = "--brief", description = "Load the classes, and run none of them for long.")
    private boolean brief;

    private final List<Engine> engines = new ArrayList<>();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Files.createDirectory(folder);
        try {
            callTracker();
            Path source = Files.createDirectory(folder.resolve("source"));
            Metainfo metainfo = content(source);
            fetchFromWebServers(source.resolve(CONTENT));
            for (int peer = 0; peer < PEERS; peer++) {
                engines.add(Engine.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        new OpenGate()));
            }
            swarm(metainfo, PtcpTransport.NAME);
            swarm(metainfo, TcpTransport.NAME);
            if (brief) {
                return ExitStatus.DONE;
            }
            for (int round = 1; round < UNLIMITED_ROUNDS; round++) {
                swarm(metainfo, TcpTransport.NAME);
            }
            for (Engine engine : engines) {
                engine.limits()
                        .set(new RateSchedules(RateSchedule.always(LIMIT), RateSchedule.OFF));
            }
            for (int round = 0; round < LIMITED_ROUNDS; round++) {
                swarm(metainfo, TcpTransport.NAME);
            }
        } catch (MetainfoException | ExecutionException | TimeoutException e) {
            throw new IOException(e);
        } finally {
            engines.forEach(Engine::close);
            delete(folder);
        }
        return ExitStatus.DONE;
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

    /** Fetches the file from web servers of two rates, as {@code gridtorrent fetch} does. */
    private void fetchFromWebServers(Path file) throws IOException {
        Path home = Files.createDirectory(folder.resolve("home"));
        Output silent = new Output(OutputStream.nullOutputStream(),
                new PrintStream(OutputStream.nullOutputStream(), false, UTF_8), false);
        Invocation invocation = new Invocation(Map.of("HOME", home.toString()), silent);
        try (TrainingServer slow = new TrainingServer(file, LIMIT / 2);
                TrainingServer fast = new TrainingServer(file, LIMIT)) {
            for (int round = 0; round < (brief ? 1 : LIMITED_ROUNDS); round++) {
                int status = new CommandLine(new FetchCommand(invocation)).execute(
                        slow.uri().toString(), fast.uri().toString(), "-o",
                        folder.resolve("fetched" + round).toString());
                if (status != ExitStatus.DONE) {
                    throw new IOException("the fetch ended with status " + status);
                }
            }
        }
    }

    private Metainfo content(Path source)
            throws IOException, InterruptedException, MetainfoException {
        byte[] bytes = new byte[brief ? BRIEF_LENGTH : LENGTH];
        new Random(1).nextBytes(bytes);
        Path file = Files.write(source.resolve(CONTENT), bytes);
        return new MetainfoBuilder(file).build().metainfo();
    }

    /** One seeds, and the others fetch from it and from each other. */
    private void swarm(Metainfo metainfo, String transport)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        Path room = Files.createTempDirectory(folder, "round");
        Path source = folder.resolve("source");
        Engine.recordAllVerified(metainfo, source, room.resolve("seed"));
        engines.getFirst().add(metainfo, source, room.resolve("seed"),
                SwarmOptions.seedingInPlace()).completion().get();
        List<Swarm> leeches = new ArrayList<>();
        List<PeerAddress> addresses = new ArrayList<>();
        addresses.add(address(engines.getFirst(), transport));
        for (Engine engine : engines.subList(1, PEERS)) {
            Path directory = Files.createTempDirectory(room, "leech");
            leeches.add(engine.add(metainfo, directory, directory.resolve("state"),
                    SwarmOptions.downloading()));
            leeches.getLast().addPeers(addresses);
            addresses.add(address(engine, transport));
        }
        for (Swarm leech : leeches) {
            leech.completion().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
        engines.forEach(engine -> engine.remove(metainfo.infoHash()));
        delete(room);
    }

    private static PeerAddress address(Engine engine, String transport) {
        return new PeerAddress(engine.listenAddress(), transport);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}

package org.gridtorrent.client.torrent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.cli.NamedFolder;
import org.gridtorrent.client.config.HostPort;
import org.gridtorrent.client.config.TransportChoice;
import org.gridtorrent.engine.announce.TrackerStatus;
import org.gridtorrent.engine.limit.RateSchedule;
import org.gridtorrent.engine.limit.Rates;
import org.gridtorrent.engine.swarm.Obstacle;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.swarm.SwarmOptions;
import org.gridtorrent.engine.swarm.SwarmPhase;
import org.gridtorrent.engine.swarm.SwarmStatus;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.metainfo.MagnetLink;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.terminal.ByteSize;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code torrent get}: fetches data from named peers and its trackers, and ends when it is whole. */
@Command(name = "get", description = "Fetch data from peers, checked piece by piece. Run again, it goes on where it stopped.")
final class GetCommand implements Callable<Integer> {
    private static final long LOOK_MS = 100;

    private final Invocation invocation;

    @Parameters(paramLabel = "FILE|MAGNET", description = "The .torrent file, or a magnet link in quotes; of one that selects files (so=…), only those are fetched.")
    String source = "";

    @Option(names = "--dir", required = true, paramLabel = "DIR", description = "The folder to put the data into; made when missing.")
    Path directory = Path.of("");

    @Option(names = "--peer", paramLabel = "HOST:PORT", converter = HostPortConverter.class, description = "A peer that has it; may be given several times.")
    List<HostPort> peers = new ArrayList<>();

    @Option(names = "--listen", paramLabel = "HOST:PORT", converter = HostPortConverter.class, description = "Where to listen; port 0 is any free one (default: ${DEFAULT-VALUE}).", defaultValue = "0.0.0.0:0")
    HostPort listen = new HostPort("0.0.0.0", 0);

    @Option(names = "--transport", paramLabel = "tcp|ptcp[:N]", converter = TransportConverter.class, description = "What the named peers are reached over (default: ${DEFAULT-VALUE}).", defaultValue = "tcp")
    TransportChoice transport = TransportChoice.TCP;

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "Give up when no peer could be reached for so long (default: ${DEFAULT-VALUE}).", defaultValue = "60")
    long timeoutSeconds = 60;

    @Option(names = "--upload-limit", paramLabel = "RATE", converter = RateConverter.class, description = "Most bytes a second to all peers together, such as 4MB, or by the hours of the week: '08:00,4MB 18:00,off'.")
    RateSchedule uploadLimit = RateSchedule.OFF;

    @Option(names = "--download-limit", paramLabel = "RATE", converter = RateConverter.class, description = "Most bytes a second from all peers together, written alike.")
    RateSchedule downloadLimit = RateSchedule.OFF;

    GetCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    /**
     * What {@code --json} prints at the end; lengths in bytes, the rate in bytes a second. Fewer are
     * had than there are when the link selects files.
     */
    record Outcome(String infoHash, String name, String directory, long bytesTotal, long bytesHad,
            long bytesDownloaded, long bytesWasted, double seconds, long bytesPerSecond,
            long peersAnswered, List<Tracker> trackers) {}

    /** A tracker of the content, without what may be secret in its address, and how it answered. */
    record Tracker(String place, TrackerStatus.State state, String message) {
        static Tracker of(TrackerStatus status) {
            return new Tracker(status.place(), status.state(), status.message());
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Source from = source();
        List<PeerAddress> named = NamedPeers.of(peers, transport.name(), invocation.output());
        NamedFolder.mayBeMade(directory);
        Files.createDirectories(directory);
        long beganNs = System.nanoTime();
        SwarmStatus done;
        List<Tracker> trackers;
        try (PlainSharing sharing = new PlainSharing(listen, transport,
                new Rates(uploadLimit, downloadLimit), invocation.home())) {
            Swarm swarm = from.begin(sharing);
            swarm.addPeers(named);
            done = await(swarm);
            trackers = swarm.status().trackers().stream().map(Tracker::of).toList();
        }
        tell(done, trackers, Duration.ofNanos(System.nanoTime() - beganNs));
        return ExitStatus.DONE;
    }

    /** What a person named, read and found good, as something to begin with. */
    @FunctionalInterface
    private interface Source {
        Swarm begin(PlainSharing sharing) throws IOException;
    }

    private Source source() throws IOException {
        if (!MagnetLink.isOne(source)) {
            Metainfo metainfo = TorrentFile.read(Path.of(source));
            return sharing -> sharing.add(metainfo, directory, SwarmOptions.fetching());
        }
        try {
            MagnetLink link = MagnetLink.parse(source);
            if (!link.selection().isEmpty()) {
                invocation.output().say("The link selects files; only those are fetched.");
            }
            return sharing -> begin(link, sharing);
        } catch (MetainfoException e) {
            throw new CommandFailure(ExitStatus.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    private Swarm begin(MagnetLink link, PlainSharing sharing) throws IOException {
        sharing.passedOver(link).forEach(peer -> invocation.output().say("The link names " + peer
                + " as a peer, which is this machine or its line; it is not called on, since a link"
                + " may come from anywhere. If you trust it: --peer " + peer));
        return sharing.add(link, directory, SwarmOptions.fetching());
    }

    private SwarmStatus await(Swarm swarm) throws InterruptedException {
        CompletableFuture<SwarmStatus> completion = swarm.completion();
        Loneliness loneliness = new Loneliness(Duration.ofSeconds(timeoutSeconds));
        try (Progress progress = new Progress(invocation.output())) {
            while (true) {
                try {
                    return completion.get(LOOK_MS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    SwarmStatus status = swarm.status();
                    loneliness.check(status, System.nanoTime());
                    progress.update(sample(status));
                }
            }
        } catch (ExecutionException e) {
            throw failure(swarm.status(), String.valueOf(e.getMessage()));
        }
    }

    private static CommandFailure failure(SwarmStatus status, String why) {
        String line = status.name() + ": "
                + status.obstacle().map(Obstacle::sentence).orElse(why);
        return status.obstacle().filter(told -> told.code() == Obstacle.Code.BAD_METAINFO)
                .isPresent() ? CommandFailure.badInput(line) : CommandFailure.failed(line);
    }

    private static Progress.Sample sample(SwarmStatus status) {
        if (status.phase() == SwarmPhase.METADATA) {
            return new Progress.Sample("asking peers what is in " + status.name() + reason(status),
                    0, 0, -1, status.peers().size());
        }
        if (status.phase() == SwarmPhase.CHECKING) {
            return Progress.Sample.of("checking " + status.name(), status.bytesChecked(),
                    status.bytesTotal());
        }
        return new Progress.Sample(status.name() + reason(status), status.bytesHad(),
                status.bytesInTheEnd(),
                status.downloadRate(), status.peers().size());
    }

    private static String reason(SwarmStatus status) {
        return status.obstacle().map(obstacle -> " (" + obstacle.sentence() + ")").orElse("");
    }

    private void tell(SwarmStatus done, List<Tracker> trackers, Duration took) {
        double seconds = took.toNanos() / 1e9;
        long rate = (long) (done.downloaded() / seconds);
        invocation.output().answer(
                new Outcome(done.infoHash().hex(), done.name(),
                        directory.toAbsolutePath().normalize().toString(), done.bytesTotal(),
                        done.bytesHad(), done.downloaded(), done.wasted(), seconds, rate,
                        done.peersAnswered(), trackers),
                List.of("%s: %s; %s fetched in %.1f s, %s/s".formatted(done.name(), extent(done),
                        ByteSize.words(done.downloaded()), seconds, ByteSize.words(rate))));
    }

    private static String extent(SwarmStatus done) {
        String had = ByteSize.words(done.bytesHad());
        return done.bytesHad() == done.bytesTotal()
                ? had + ", complete and checked"
                : had + " of " + ByteSize.words(done.bytesTotal())
                        + ", the files that the link selects, checked";
    }
}

package org.gridtorrent.client.torrent;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.cli.NamedFolder;
import org.gridtorrent.client.config.HostPort;
import org.gridtorrent.client.config.TransportChoice;
import org.gridtorrent.client.status.StatusMessages;
import org.gridtorrent.client.status.WebSeedView;
import org.gridtorrent.client.torrent.GetReport.Event;
import org.gridtorrent.client.verify.FileLengths;
import org.gridtorrent.engine.limit.RateSchedule;
import org.gridtorrent.engine.limit.RateSchedules;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.engine.storage.files.FileConflictException;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.metainfo.MagnetLink;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.UnpaddedSize;
import org.gridtorrent.terminal.ByteSize;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code torrent get}: fetches data from peers and web seeds, and ends when it is whole. */
@Command(name = "get", description = "Download from peers and web seeds. The same command continues an interrupted download.")
final class GetCommand implements Callable<Integer> {
    private static final long LOOK_MS = 100;

    private final Invocation invocation;
    /** By the link, until it is known what its name is. */
    private String called = "";
    /** Of the content, once it is known. */
    private volatile Optional<UnpaddedSize> size = Optional.empty();

    @Parameters(paramLabel = "FILE|MAGNET", description = "The .torrent file (-: standard input), or a magnet link in quotes. If the link "
            + "selects files (so=…), only these are downloaded.")
    String source = "";

    @Option(names = "--dir", required = true, paramLabel = "DIR", description = "Folder to download to. It is created if missing.")
    Path directory = Path.of("");

    @Option(names = "--peer", paramLabel = "HOST:PORT", converter = HostPortConverter.class, description = "A peer that has the data. Repeatable.")
    List<HostPort> peers = new ArrayList<>();

    @Option(names = "--listen", paramLabel = "HOST:PORT", converter = HostPortConverter.class, description = "Address to listen on. With port 0, any free port is used (default: ${DEFAULT-VALUE}).", defaultValue = "0.0.0.0:0")
    HostPort listen = new HostPort("0.0.0.0", 0);

    @Option(names = "--transport", paramLabel = "tcp|ptcp[:N]", converter = TransportConverter.class, description = "Transport for the peers given with --peer (default: ${DEFAULT-VALUE}).", defaultValue = "tcp")
    TransportChoice transport = TransportChoice.TCP;

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "Stop if no peer or web seed sends data for this time (default: ${DEFAULT-VALUE}). "
            + "Waiting for a rate limit or a full disk of this machine does not count.", defaultValue = "60")
    long timeoutSeconds = 60;

    @Option(names = "--upload-limit", paramLabel = "RATE", converter = RateConverter.class, description = "Upload limit per second for all peers together, such as 4MB, or a weekly schedule: "
            + "'08:00,4MB 18:00,off'.")
    RateSchedule uploadLimit = RateSchedule.OFF;

    @Option(names = "--download-limit", paramLabel = "RATE", converter = RateConverter.class, description = "Download limit per second, in the form of --upload-limit.")
    RateSchedule downloadLimit = RateSchedule.OFF;

    @Option(names = "--overwrite", description = "Overwrite files with the same names. Without this option, existing files that are "
            + "not known to be the same data are kept, and nothing is downloaded.")
    boolean overwrite;

    GetCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (timeoutSeconds < 0) {
            throw CommandFailure.wrongUsage("--timeout " + timeoutSeconds
                    + ": so many seconds cannot pass; 0 gives up at once");
        }
        Source from = source();
        List<PeerAddress> named = NamedPeers.of(peers, transport.name(), invocation.output());
        NamedFolder.mayBeMade(directory);
        Files.createDirectories(directory);
        GetReport report = new GetReport(invocation.output(), directory);
        try (StandaloneEngine sharing = new StandaloneEngine(listen, transport,
                new RateSchedules(uploadLimit, downloadLimit), invocation.home(),
                invocation.environment())) {
            Swarm swarm = from.begin(sharing);
            sharing.beforeExit(() -> report.end(Event.INTERRUPTED, status(swarm), List.of()));
            swarm.addPeers(named);
            fetch(swarm, report);
        }
        return ExitStatus.DONE;
    }

    private void fetch(Swarm swarm, GetReport report) throws InterruptedException {
        WebSeedFaults faults = new WebSeedFaults();
        try {
            await(swarm, report, faults);
            sayName(swarm);
            faults.lines().forEach(invocation.output()::say);
            SwarmStatus done = status(swarm);
            requireLengths(swarm, done);
            report.end(Event.DONE, done, List.of(words(done, report.seconds())));
        } catch (CommandFailure e) {
            sayName(swarm);
            faults.lines().forEach(invocation.output()::say);
            report.end(Event.FAILED, status(swarm), List.of());
            throw e;
        } catch (InterruptedException e) {
            report.end(Event.INTERRUPTED, status(swarm), List.of());
            throw e;
        }
    }

    private void requireLengths(Swarm swarm, SwarmStatus done) {
        if (done.bytesVerified() == done.bytesTotal()) {
            swarm.metainfo().flatMap(all -> FileLengths.firstWrong(all, directory, NOFOLLOW_LINKS))
                    .ifPresent(wrong -> {
                        throw CommandFailure.failed(wrong + " is missing or not as long as it"
                                + " should be: another program changed it; run it again");
                    });
        }
    }

    /** What a person named, read and found good, as something to begin with. */
    @FunctionalInterface
    private interface Source {
        Swarm begin(StandaloneEngine sharing) throws IOException;
    }

    private Source source() throws IOException {
        if (!MagnetLink.isMagnetLink(source) || isFile(source)) {
            Metainfo metainfo = TorrentFile.read(invocation, Path.of(source));
            if (metainfo.isPrivate() && !metainfo.webSeeds().isEmpty()) {
                invocation.output().say("The .torrent is private: its web seeds are not asked.");
            }
            return sharing -> {
                Swarm swarm = sharing.fetch(metainfo, directory, overwrite);
                sayTrackers(metainfo.announceTiers().isEmpty() && metainfo.webSeeds().isEmpty(),
                        metainfo.unusableTrackers());
                return swarm;
            };
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

    /** An info-hash alone may be the name of a file, which goes first. */
    private static boolean isFile(String source) {
        try {
            return Files.isRegularFile(Path.of(source));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private void sayTrackers(boolean nobodyNamed, List<String> unusable) {
        unusable.forEach(tracker -> invocation.output()
                .say("The tracker " + tracker + "; it is not asked."));
        if (nobodyNamed && peers.isEmpty()) {
            invocation.output().say("It names no tracker, and this program does not use the DHT;"
                    + " name a peer that has it with --peer.");
        }
    }

    private Swarm begin(MagnetLink link, StandaloneEngine sharing) throws IOException {
        called = link.name().orElse("");
        Swarm swarm = sharing.fetch(link, directory, overwrite);
        sayTrackers(link.trackers().isEmpty() && link.webSeeds().isEmpty()
                && link.peers().isEmpty(), link.unusableTrackers());
        sharing.passedOver(link).forEach(peer -> invocation.output().say("The link names " + peer
                + " as a peer, which is this machine or its line; it is not called on, since a link"
                + " may come from anywhere. If you trust it: --peer " + peer));
        return swarm;
    }

    /** Once: a link may call a content anything, and the content is put where its own name says. */
    private void sayName(Swarm swarm) {
        if (!called.isEmpty() && swarm.metainfo().isPresent()) {
            String name = swarm.metainfo().get().name();
            if (!name.equals(called)) {
                invocation.output().say("The link calls it '" + called + "'; its own name is '"
                        + name + "', and it is put into " + directory.resolve(name));
            }
            called = "";
        }
    }

    private void await(Swarm swarm, GetReport report, WebSeedFaults faults)
            throws InterruptedException {
        CompletableFuture<SwarmStatus> completion = swarm.completion();
        StallTimeout patience = new StallTimeout(Duration.ofSeconds(timeoutSeconds));
        try (Progress progress = new Progress(invocation.output())) {
            while (true) {
                try {
                    completion.get(LOOK_MS, TimeUnit.MILLISECONDS);
                    return;
                } catch (TimeoutException e) {
                    SwarmStatus status = status(swarm);
                    sayName(swarm);
                    faults.look(status);
                    patience.check(status, System.nanoTime());
                    report.look(status);
                    progress.update(sample(status), WebSeedView.lines(
                            status.webSeeds().stream().map(WebSeedView::of).toList()));
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CancellationException) {
                throw new InterruptedException("the exchange was stopped");
            }
            throw failure(status(swarm), e);
        }
    }

    private static CommandFailure failure(SwarmStatus status, ExecutionException why) {
        if (why.getCause() instanceof FileConflictException inTheWay) {
            return CommandFailure.failed(status.name() + ": " + inTheWay.getFile()
                    + " is in the way: it has other content; move it, or fetch with --dir into"
                    + " another folder, or say --overwrite");
        }
        String line = status.name() + ": "
                + StatusMessages.reason(status).orElse(String.valueOf(why.getMessage()));
        return status.obstacle().filter(told -> told.code() == Obstacle.Code.BAD_METAINFO)
                .isPresent() ? CommandFailure.badInput(line) : CommandFailure.failed(line);
    }

    /** As people count it, without padding. */
    private SwarmStatus status(Swarm swarm) {
        if (size.isEmpty()) {
            size = swarm.metainfo().map(UnpaddedSize::of);
        }
        SwarmStatus status = swarm.status();
        return status.phase() == SwarmPhase.METADATA
                ? status
                : size.map(status::withoutPadding).orElse(status);
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
        return new Progress.Sample(status.name() + reason(status), status.bytesVerified(),
                status.bytesWhenComplete(),
                status.downloadRate(), status.peers().size());
    }

    private static String reason(SwarmStatus status) {
        return StatusMessages.reason(status).map(reason -> " (" + reason + ")").orElse("");
    }

    private static String words(SwarmStatus done, double seconds) {
        return "%s: %s; %s fetched in %.1f s, %s/s".formatted(done.name(), extent(done),
                ByteSize.words(done.downloaded()), seconds,
                ByteSize.words((long) (done.downloaded() / seconds)));
    }

    private static String extent(SwarmStatus done) {
        String had = ByteSize.words(done.bytesVerified());
        return done.bytesVerified() == done.bytesTotal()
                ? had + ", complete and checked"
                : had + " of " + ByteSize.words(done.bytesTotal())
                        + ", the files that the link selects, checked";
    }
}

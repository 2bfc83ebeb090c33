package org.gridtorrent.client.torrent;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.cli.NamedFolder;
import org.gridtorrent.client.config.HostPort;
import org.gridtorrent.client.config.TransportChoice;
import org.gridtorrent.client.status.StatusMessages;
import org.gridtorrent.engine.limit.RateSchedule;
import org.gridtorrent.engine.limit.RateSchedules;
import org.gridtorrent.engine.status.Obstacle;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.status.SwarmStatus;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Output;
import org.gridtorrent.terminal.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code torrent seed}: checks data and serves it until stopped. */
@Command(name = "seed", description = "Seed data to any BitTorrent client until stopped.")
final class SeedCommand implements Callable<Integer> {
    private static final long LOOK_MS = 100;

    private final Invocation invocation;
    private final Set<String> said = new HashSet<>();

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "The .torrent files (-: standard input).")
    List<Path> files = new ArrayList<>();

    @Option(names = "--dir", required = true, paramLabel = "DIR", description = "Folder that contains the data.")
    Path directory = Path.of("");

    @Option(names = "--listen", paramLabel = "HOST:PORT", converter = HostPortConverter.class, description = "Address to listen on. With port 0, any free port is used (default: ${DEFAULT-VALUE}).", defaultValue = "0.0.0.0:0")
    HostPort listen = new HostPort("0.0.0.0", 0);

    @Option(names = "--upload-limit", paramLabel = "RATE", converter = RateConverter.class, description = "Upload limit per second for all peers together, such as 4MB, or a weekly schedule: "
            + "'08:00,4MB 18:00,off'.")
    RateSchedule uploadLimit = RateSchedule.OFF;

    SeedCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    /** What {@code --json} prints once everything is checked. */
    record Listening(String event, String address, List<Content> contents) {}

    /** One of them. */
    record Content(String infoHash, String name, long bytesHad, long bytesTotal) {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        NamedFolder.isThere(directory);
        try (StandaloneEngine sharing = new StandaloneEngine(listen, TransportChoice.TCP,
                new RateSchedules(uploadLimit, RateSchedule.OFF), invocation.home(),
                invocation.environment())) {
            List<Swarm> swarms = new ArrayList<>();
            for (Metainfo content : contents()) {
                swarms.add(sharing.seed(content, directory));
            }
            for (Swarm swarm : swarms) {
                awaitChecked(swarm);
            }
            tell(sharing, swarms);
            serve(swarms);
        }
        return ExitStatus.DONE;
    }

    /** What is named twice is served once. */
    private Collection<Metainfo> contents() throws IOException {
        Map<InfoHash, Metainfo> contents = new LinkedHashMap<>();
        for (Path file : files) {
            Metainfo content = TorrentFile.read(invocation, file);
            contents.putIfAbsent(content.infoHash(), content);
        }
        return contents.values();
    }

    private void awaitChecked(Swarm swarm) throws InterruptedException {
        try (Progress progress = new Progress(invocation.output())) {
            while (swarm.status().phase() == SwarmPhase.CHECKING) {
                SwarmStatus status = swarm.status();
                progress.update(Progress.Sample.of("checking " + status.name(),
                        status.bytesChecked(), status.bytesTotal()));
                Thread.sleep(LOOK_MS);
            }
        }
        SwarmStatus status = swarm.status();
        if (status.phase() == SwarmPhase.FAILED) {
            throw CommandFailure.failed(status.name() + ": "
                    + StatusMessages.reason(status).orElse("it cannot be served"));
        }
        if (status.bytesVerified() == 0) {
            throw CommandFailure.badInput(status.name() + ": nothing in " + directory
                    + " matches it; --dir is the folder in which the data lies, and 'torrent verify' tells more");
        }
        if (status.bytesVerified() < status.bytesTotal()) {
            invocation.output().say(status.name() + ": only " + status.bytesVerified() + " of "
                    + status.bytesTotal() + " bytes are there and good; serving those");
        }
    }

    private void tell(StandaloneEngine sharing, List<Swarm> swarms) {
        Output output = invocation.output();
        output.say("listening on " + sharing.listening());
        output.event(new Listening("listening", sharing.listening(), swarms.stream()
                .map(Swarm::status).map(status -> new Content(status.infoHash().hex(),
                        status.name(), status.bytesVerified(), status.bytesTotal()))
                .toList()));
    }

    /** Once: a file that was changed is not served, and whoever runs this should know. */
    private void sayTrouble(SwarmStatus status) {
        if (status.obstacle().filter(why -> why.code() == Obstacle.Code.STORAGE_FAILED)
                .isPresent()) {
            String trouble = status.name() + ": " + StatusMessages.reason(status).orElse("");
            if (said.add(trouble)) {
                invocation.output().say(trouble);
            }
        }
    }

    private void serve(List<Swarm> swarms) throws InterruptedException {
        try (Progress progress = new Progress(invocation.output())) {
            while (true) {
                Thread.sleep(LOOK_MS);
                List<SwarmStatus> all = swarms.stream().map(Swarm::status).toList();
                all.forEach(this::sayTrouble);
                int peers = all.stream().mapToInt(status -> status.peers().size()).sum();
                long rate = all.stream().mapToLong(SwarmStatus::uploadRate).sum();
                if (peers > 0 || invocation.output().isTerminal()) {
                    progress.update(new Progress.Sample("serving", 0, 0, rate, peers));
                }
            }
        }
    }
}

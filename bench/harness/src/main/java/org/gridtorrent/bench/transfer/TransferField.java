package org.gridtorrent.bench.transfer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.gridtorrent.bench.endpoint.EndpointPair;
import org.gridtorrent.bench.experiment.Experiment.Progress;
import org.gridtorrent.bench.experiment.OwnLine;
import org.gridtorrent.bench.experiment.ScratchFolder;
import org.gridtorrent.bench.experiment.SwarmFolder;
import org.gridtorrent.bench.experiment.ToolUse;
import org.gridtorrent.bench.link.Host;
import org.gridtorrent.bench.link.LineSpec;
import org.gridtorrent.bench.peer.Client;
import org.gridtorrent.bench.peer.Peer;
import org.gridtorrent.bench.peer.Place;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.PtcpTransport;

/**
 * A line between two hosts with what stays there for all transfers: our endpoints, a seeder and a leech, and
 * contents on the disk. Gone when closed. Not thread-safe.
 */
final class TransferField implements AutoCloseable {
    /** That a TCP socket is asked for; the kernel takes as much again for its books. */
    static final int BUFFER_BYTES = 256 * 1024;

    private static final Path DISK = Path.of(System.getProperty("java.io.tmpdir"));

    private static final int PATIENCE_SECONDS = 60;
    /** The most that a server goes on, should this process be killed. */
    private static final String LONGEST_SECONDS = "3600";

    private final Progress progress;
    private final Set<String> named = new HashSet<>();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final Map<Long, SwarmFolder> contents = new TreeMap<>();
    private final OwnLine line;
    private final ScratchFolder folder;
    private final EndpointPair endpoints;
    private final Peer seeder;
    private final Peer leech;

    TransferField(String experiment, LineSpec spec, Progress progress)
            throws IOException, InterruptedException {
        this.progress = progress;
        try {
            folder = opened(ScratchFolder.create(DISK));
            line = opened(new OwnLine(experiment, spec));
            line.holdBuffers(2 * BUFFER_BYTES);
            endpoints = opened(
                    new EndpointPair(line.sender(), line.receiver()));
            seeder = opened(start("seeder", line.sender()));
            leech = opened(start("leech", line.receiver()));
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private <T extends AutoCloseable> T opened(T one) {
        opened.add(one);
        return one;
    }

    private Peer start(String name, Host host) throws IOException {
        return Client.GRIDTORRENT.start(Place.on(host, folder.make(name)));
    }

    Progress progress() {
        return progress;
    }

    OwnLine line() {
        return line;
    }

    EndpointPair endpoints() {
        return endpoints;
    }

    /** A command on a host, which is stopped some time after the load should be there, whatever happens. */
    List<String> on(Host host, Load load, List<String> command) {
        List<String> bounded = new ArrayList<>(
                List.of("timeout", Long.toString(Math.round(load.seconds()) + PATIENCE_SECONDS)));
        bounded.addAll(command);
        return host.on(bounded);
    }

    /** Starts a server on the receiver, which ends with this field, and waits until it listens. */
    void serve(int port, List<String> command) throws IOException, InterruptedException {
        List<String> bounded = new ArrayList<>(List.of("timeout", LONGEST_SECONDS));
        bounded.addAll(command);
        Process server = Tool.startTied(line.receiver().on(bounded));
        opened(server::destroy);
        server.getOutputStream().close();
        Tool.run(line.sender().on(List.of("timeout", "10", "bash", "-c",
                "until (: > /dev/tcp/" + line.receiver().address() + "/" + port
                        + ") 2> /dev/null; do sleep 0.1; done")));
    }

    /** Tells the record of another program, once. */
    void used(String tool, String version, List<String> command) {
        if (named.add(tool)) {
            progress.used(new ToolUse(tool, version, String.join(" ", command)));
        }
    }

    /** For what programs need of their own. */
    ScratchFolder folder() {
        return folder;
    }

    /** Makes what is to be moved, so that it takes no time later. */
    void prepare(Load load) throws IOException, InterruptedException {
        if (load.way() == Way.DISK) {
            content(load.length());
        }
    }

    /** The leech fetches a content of the load's length, and this says how many seconds it took. */
    double fetch(Load load) throws IOException, InterruptedException {
        PeerAddress source = new PeerAddress(seeder.address(),
                PtcpTransport.NAME + ":" + load.flows());
        SwarmFolder content = content(load.length());
        return content.into("got", directory -> {
            double seconds = leech.fetch(content.torrent(), directory, List.of(source)).seconds();
            leech.drop();
            return seconds;
        });
    }

    /** What is done with a content's file and an empty folder that it is to come into. */
    interface Copy {
        double to(Path content, Path directory) throws IOException, InterruptedException;
    }

    /** Copies a content of the load's length, and checks that it came. */
    double into(Load load, Copy copy) throws IOException, InterruptedException {
        SwarmFolder content = content(load.length());
        return content.into("copied", directory -> copy.to(content.content(), directory));
    }

    /** Made and seeded when it is first asked for. */
    private SwarmFolder content(long length) throws IOException, InterruptedException {
        SwarmFolder known = contents.get(length);
        if (known != null) {
            return known;
        }
        SwarmFolder made = opened(SwarmFolder.create(DISK, length, 1));
        contents.put(length, made);
        seeder.seed(made.torrent(), made.source());
        return made;
    }

    @Override
    public void close() {
        for (AutoCloseable each : opened.reversed()) {
            try {
                each.close();
            } catch (Exception e) { // as AutoCloseable declares it
                progress.say(String.valueOf(e.getMessage()));
            }
        }
    }
}

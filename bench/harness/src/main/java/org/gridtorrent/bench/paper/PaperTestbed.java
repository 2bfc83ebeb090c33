package org.gridtorrent.bench.paper;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.gridtorrent.bench.endpoint.EndpointPair;
import org.gridtorrent.bench.endpoint.ExpectedRate;
import org.gridtorrent.bench.endpoint.EndpointOrder.Wire;
import org.gridtorrent.bench.experiment.Experiment.Progress;
import org.gridtorrent.bench.experiment.Testbed;
import org.gridtorrent.bench.experiment.InProcess;
import org.gridtorrent.bench.experiment.Network;
import org.gridtorrent.bench.experiment.CloseStack;
import org.gridtorrent.bench.experiment.SharedFolder;
import org.gridtorrent.bench.experiment.ContentFolder;
import org.gridtorrent.bench.link.Host;
import org.gridtorrent.bench.peer.ClientProgram;
import org.gridtorrent.bench.peer.FetchResult;
import org.gridtorrent.bench.peer.Peer;
import org.gridtorrent.bench.peer.PeerSettings;
import org.gridtorrent.bench.peer.SeededContents;
import org.gridtorrent.engine.transport.PeerAddress;
import org.jspecify.annotations.Nullable;

/**
 * A line of the paper's with all that the paper had on it: PTCP's two ends, seeders on hosts of their own
 * and a leech that fetches from some of them, again and again. Gone when closed. Not thread-safe.
 */
final class PaperTestbed implements AutoCloseable {
    private final PaperLine paper;
    private final CloseStack opened;
    private final List<Peer> seeders;
    private final SharedFolder folder;
    private final SeededContents contents;
    private final Network line;
    private final EndpointPair ptcp;
    private final boolean isPapers;
    private final ExpectedThroughput reach;
    private final Peer leech;

    /**
     * On a line that was made after the paper's or given, which closes with it.
     *
     * @param disk where processes keep what is theirs, on every host
     */
    PaperTestbed(PaperLine paper, Network line, Path disk, int seederCount, Progress progress)
            throws IOException, InterruptedException {
        this.paper = paper;
        opened = new CloseStack(progress);
        this.line = opened.add(line);
        try {
            List<? extends Host> hosts = line.hosts().subList(0, Math.max(2, seederCount + 1));
            folder = opened.add(SharedFolder.create(disk, hosts));
            SharedFolder shared = disk.equals(ContentFolder.cheapest())
                    ? folder
                    : opened.add(SharedFolder.create(ContentFolder.cheapest(), hosts));
            isPapers = line.sendBy(PaperLine.SENDING_RULE)
                    && line.holdBuffers(2 * paper.windowBytes());
            ptcp = opened.add(
                    new EndpointPair(line.host(PaperLine.SERVER), line.host(PaperLine.CLIENT)));
            reach = isPapers ? paper : measured();
            seeders = startSeeders(seederCount);
            contents = new SeededContents(shared, line.host(PaperLine.CLIENT), seeders);
            leech = opened.add(start("leech", PaperLine.CLIENT));
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** All at the same time. */
    private List<Peer> startSeeders(int count) throws IOException, InterruptedException {
        List<FutureTask<Peer>> starts = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            String name = "seeder" + i;
            int host = PaperLine.hostOf(i);
            starts.add(InProcess.start(() -> start(name, host)));
        }
        List<Peer> started = new ArrayList<>();
        @Nullable
        IOException failure = null;
        for (FutureTask<Peer> one : starts) {
            try {
                started.add(opened.add(InProcess.outcome(one)));
            } catch (IOException e) {
                failure = e; // the others are to be closed all the same
            }
        }
        if (failure != null) {
            throw failure;
        }
        return started;
    }

    private Peer start(String name, int number) throws IOException, InterruptedException {
        Host host = line.host(number);
        return ClientProgram.GRIDTORRENT.start(PeerSettings.on(host, folder.make(name, host)));
    }

    private ExpectedThroughput measured() throws IOException {
        ExpectedRate speed = ptcp.measured(paper.windowBytes());
        return (_, streams) -> speed.of(streams);
    }

    Network line() {
        return line;
    }

    /** What the line is expected to bring. */
    ExpectedThroughput reach() {
        return reach;
    }

    /** How the case of a result begins: with nothing on a line that was made after the paper's. */
    String where() {
        return isPapers ? "" : line.words() + ": ";
    }

    /** What the line is. */
    String words(long seed) {
        return isPapers ? paper.words() + ", seed " + seed : line.words();
    }

    /** How many seeders there can be: of hosts that are there, one is the client's. */
    static int mostSeeders(Testbed ground) {
        return ground.given().map(hosts -> hosts.hosts().size() - 1).orElse(Integer.MAX_VALUE);
    }

    /** Memory to memory from the paper's server to its client. */
    EndpointPair.Transfer ptcp(int streams, double seconds) throws IOException {
        return ptcp.transfer(Wire.ptcp(streams, paper.windowBytes()), 0, seconds);
    }

    /**
     * What a fetch from so many seeders took.
     *
     * @param cpuSeconds of the leech and of all seeders
     */
    record Run(long length, FetchResult fetched, double cpuSeconds) {
        double megabitsPerSecond() {
            return length * 8 / fetched.seconds() / 1e6;
        }

        double cpuSecondsPerGibibyte() {
            return cpuSeconds / ((double) length / (1 << 30));
        }
    }

    /** The leech fetches a content of this length from the first seeders. */
    Run gridTorrent(long length, int from, String transport)
            throws IOException, InterruptedException {
        ContentFolder content = contents.of(length);
        List<PeerAddress> sources = seeders.subList(0, from).stream()
                .map(seeder -> new PeerAddress(seeder.address(), transport)).toList();
        Duration before = cpu();
        FetchResult fetched = content.into("got", directory -> {
            FetchResult took = leech.fetch(content.torrent(), directory, sources);
            leech.drop();
            return took;
        });
        return new Run(length, fetched, cpu().minus(before).toNanos() / 1e9);
    }

    private Duration cpu() throws IOException {
        Duration all = leech.cpu();
        for (Peer seeder : seeders) {
            all = all.plus(seeder.cpu());
        }
        return all;
    }

    @Override
    public void close() {
        opened.close();
    }
}

package org.gridtorrent.bench.paper;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.gridtorrent.bench.endpoint.EndpointOrder.SocketSpec;
import org.gridtorrent.bench.endpoint.EndpointPair;
import org.gridtorrent.bench.endpoint.ExpectedRate;
import org.gridtorrent.bench.experiment.CloseStack;
import org.gridtorrent.bench.experiment.Experiment.Progress;
import org.gridtorrent.bench.peer.EngineSwarm;
import org.gridtorrent.bench.peer.Fetch;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.bench.testbed.Network;
import org.gridtorrent.bench.testbed.SharedFolder;
import org.gridtorrent.bench.testbed.Testbed;

/**
 * A line of the paper with its programs: two ends of PTCP, seeders on hosts of their own, a leech. Not
 * thread-safe.
 */
final class PaperTestbed implements AutoCloseable {
    private final PaperLine paper;
    private final CloseStack opened;
    private final Network line;
    private final EndpointPair ptcp;
    private final boolean isPapers;
    private final ExpectedThroughput expected;
    private final EngineSwarm engines;

    /**
     * Starts the programs; the line stays when this is closed.
     *
     * @param disk where processes keep what is theirs, on every host
     */
    PaperTestbed(PaperLine paper, Network line, Path disk, int seederCount, Progress progress)
            throws IOException, InterruptedException {
        this.paper = paper;
        opened = new CloseStack(progress);
        this.line = line;
        try {
            List<? extends Host> hosts = line.hosts().subList(0, Math.max(2, seederCount + 1));
            SharedFolder folder = opened.add(SharedFolder.create(disk, hosts));
            SharedFolder shared = disk.equals(ContentFolder.memoryOrDisk())
                    ? folder
                    : opened.add(SharedFolder.create(ContentFolder.memoryOrDisk(), hosts));
            isPapers = line.useCongestionControl(PaperLine.CONGESTION_CONTROL)
                    && line.holdBuffers(2 * paper.windowBytes());
            ptcp = opened.add(
                    new EndpointPair(line.host(PaperLine.SERVER), line.host(PaperLine.CLIENT)));
            expected = isPapers ? paper : measured();
            engines = opened.add(new EngineSwarm(folder, shared,
                    IntStream.rangeClosed(1, seederCount)
                            .<Host>mapToObj(number -> line.host(PaperLine.hostOf(number)))
                            .toList(),
                    line.host(PaperLine.CLIENT)));
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private ExpectedThroughput measured() throws IOException {
        ExpectedRate speed = ptcp.measured(paper.windowBytes());
        return (_, streams) -> speed.of(streams);
    }

    Network line() {
        return line;
    }

    ExpectedThroughput expected() {
        return expected;
    }

    /** Beginning of the case of each row: nothing on a line that was made after the paper's. */
    String prefix() {
        return isPapers ? "" : line.describe() + ": ";
    }

    /** The line, for the user. */
    String describe(long seed) {
        return isPapers ? paper.describe() + ", seed " + seed : line.describe();
    }

    /** Maximum number of seeders: of real hosts, one is the client's. */
    static int maxSeeders(Testbed testbed) {
        return testbed.realHosts().map(hosts -> hosts.hosts().size() - 1).orElse(Integer.MAX_VALUE);
    }

    /** Memory to memory from the paper's server to its client. */
    EndpointPair.Transfer ptcp(int streams, double seconds) throws IOException {
        return ptcp.transfer(SocketSpec.ptcp(streams, paper.windowBytes()), 0, seconds);
    }

    /** The leech fetches a content of this length from the first seeders. */
    Fetch fetch(long length, int from, String transport)
            throws IOException, InterruptedException {
        return engines.fetch(length, from, transport);
    }

    @Override
    public void close() {
        opened.close();
    }
}

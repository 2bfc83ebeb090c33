package org.gridtorrent.bench.mdtp;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.gridtorrent.bench.experiment.CloseStack;
import org.gridtorrent.bench.peer.ClientProgram;
import org.gridtorrent.bench.peer.FetchResult;
import org.gridtorrent.bench.peer.PeerProcess;
import org.gridtorrent.bench.peer.PeerSettings;
import org.gridtorrent.bench.process.BackgroundTask;
import org.gridtorrent.bench.process.Host;
import org.gridtorrent.engine.transport.PeerAddress;
import org.gridtorrent.engine.transport.TcpTransport;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.create.MetainfoBuilder;

/**
 * Fetch by a BitTorrent client from seeds of its own kind on replicas' hosts, and from the web servers of the
 * others as web seeds (BEP 19). Not thread-safe.
 */
final class SwarmFetch implements RunningFetch {
    private final CloseStack processes;
    private final List<PeerProcess> seeds;
    private final PeerProcess leech;
    private final Duration cpuBefore;
    private final long begunNs;
    private final FutureTask<FetchResult> fetch;

    /**
     * A client as one of the tools.
     *
     * @param program of the seeds, too
     * @param seedEvery one replica of so many, the slowest first, has a seed, and the others web seeds
     */
    record Tool(ClientProgram program, int seedEvery) implements FetchTool {
        @Override
        public String title() {
            return program.title();
        }

        @Override
        public Optional<String> missing() {
            return program.missing();
        }

        @Override
        public Optional<String> missing(ReplicaCase situation) {
            return situation == ReplicaCase.FALSE_BYTES
                    ? Optional.of("a seed checks its pieces, and gives no false ones")
                    : missing();
        }

        boolean isSeed(int replica) {
            return replica % seedEvery == 0;
        }

        @Override
        public RunningFetch start(FetchJob job, ReplicaTestbed testbed)
                throws IOException, InterruptedException {
            return SwarmFetch.start(this, job, testbed);
        }
    }

    private SwarmFetch(CloseStack processes, List<PeerProcess> seeds, PeerProcess leech,
            Path torrent, FetchJob job) throws IOException {
        this.processes = processes;
        this.seeds = seeds;
        this.leech = leech;
        List<PeerAddress> sources = seeds.stream()
                .map(seed -> new PeerAddress(seed.address(), TcpTransport.NAME)).toList();
        cpuBefore = leech.cpu();
        begunNs = System.nanoTime();
        fetch = BackgroundTask.start(() -> leech.fetch(torrent, job.directory(), sources));
    }

    private static SwarmFetch start(Tool tool, FetchJob job, ReplicaTestbed testbed)
            throws IOException, InterruptedException {
        CloseStack processes = new CloseStack(testbed.progress());
        try {
            List<FutureTask<PeerProcess>> starts = new ArrayList<>();
            for (int replica = 0; replica < testbed.replicas(); replica++) {
                if (tool.isSeed(replica)) {
                    Host host = testbed.replicaHost(replica);
                    starts.add(BackgroundTask.start(() -> start(tool, testbed, host)));
                }
            }
            List<PeerProcess> seeds = new ArrayList<>();
            for (FutureTask<PeerProcess> one : starts) {
                PeerProcess seed = processes.add(BackgroundTask.outcome(one));
                seed.seed(testbed.content().torrent(), testbed.content().source());
                seeds.add(seed);
            }
            PeerProcess leech = processes.add(start(tool, testbed, testbed.client()));
            return new SwarmFetch(processes, seeds, leech, torrent(tool, job, testbed), job);
        } catch (IOException | InterruptedException | RuntimeException e) {
            processes.close();
            throw e;
        }
    }

    private static PeerProcess start(Tool tool, ReplicaTestbed testbed, Host host)
            throws IOException {
        return tool.program().start(PeerSettings.on(host, testbed.makeFolder("client")));
    }

    /** The content's .torrent, with the web seeds if there are any. */
    private static Path torrent(Tool tool, FetchJob job, ReplicaTestbed testbed)
            throws IOException, InterruptedException {
        if (tool.seedEvery() == 1) {
            return testbed.content().torrent();
        }
        MetainfoBuilder builder = new MetainfoBuilder(testbed.content().content());
        for (int replica = 0; replica < testbed.replicas(); replica++) {
            if (!tool.isSeed(replica)) {
                builder.webSeed(URI.create(job.urls().get(replica)));
            }
        }
        try {
            return Files.write(testbed.makeFolder("torrent").resolve("content.torrent"),
                    builder.build().metainfo().encoded());
        } catch (MetainfoException e) {
            throw new IOException(e);
        }
    }

    @Override
    public long begunNs() {
        return begunNs;
    }

    @Override
    public Future<?> ended() {
        return fetch;
    }

    @Override
    public double cpuSeconds() throws IOException, InterruptedException {
        var _ = BackgroundTask.outcome(fetch);
        return leech.cpu().minus(cpuBefore).toNanos() / 1e9;
    }

    @Override
    public long serverPid(int replica) {
        return seeds.get(replica).pid();
    }

    @Override
    public void close() {
        processes.close();
    }
}

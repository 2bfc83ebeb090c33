package org.gridtorrent.bench.mdtp;

import java.io.IOException;
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

/** Fetch by libtorrent from a seed on each replica's host, in processes of its own. Not thread-safe. */
final class LibtorrentFetch implements RunningFetch {
    /** libtorrent as one of the tools. */
    static final FetchTool TOOL = new FetchTool() {
        @Override
        public String title() {
            return ClientProgram.LIBTORRENT.title();
        }

        @Override
        public Optional<String> missing() {
            return ClientProgram.LIBTORRENT.missing();
        }

        @Override
        public Optional<String> missing(ReplicaCase situation) {
            return situation == ReplicaCase.FALSE_BYTES
                    ? Optional.of("a seed of libtorrent checks its pieces, and gives no false ones")
                    : missing();
        }

        @Override
        public RunningFetch start(FetchJob job, ReplicaTestbed testbed)
                throws IOException, InterruptedException {
            return LibtorrentFetch.start(job, testbed);
        }
    };

    private final CloseStack processes;
    private final List<PeerProcess> seeds;
    private final PeerProcess leech;
    private final Duration cpuBefore;
    private final long begunNs;
    private final FutureTask<FetchResult> fetch;

    private LibtorrentFetch(CloseStack processes, List<PeerProcess> seeds, PeerProcess leech,
            FetchJob job, ReplicaTestbed testbed) throws IOException {
        this.processes = processes;
        this.seeds = seeds;
        this.leech = leech;
        List<PeerAddress> sources = seeds.stream()
                .map(seed -> new PeerAddress(seed.address(), TcpTransport.NAME)).toList();
        cpuBefore = leech.cpu();
        begunNs = System.nanoTime();
        fetch = BackgroundTask.start(
                () -> leech.fetch(testbed.content().torrent(), job.directory(), sources));
    }

    private static LibtorrentFetch start(FetchJob job, ReplicaTestbed testbed)
            throws IOException, InterruptedException {
        CloseStack processes = new CloseStack(testbed.progress());
        try {
            List<FutureTask<PeerProcess>> starts = new ArrayList<>();
            for (int replica = 0; replica < testbed.replicas(); replica++) {
                Host host = testbed.replicaHost(replica);
                starts.add(BackgroundTask.start(() -> start(testbed, host)));
            }
            List<PeerProcess> seeds = new ArrayList<>();
            for (FutureTask<PeerProcess> one : starts) {
                PeerProcess seed = processes.add(BackgroundTask.outcome(one));
                seed.seed(testbed.content().torrent(), testbed.content().source());
                seeds.add(seed);
            }
            PeerProcess leech = processes.add(start(testbed, testbed.client()));
            return new LibtorrentFetch(processes, seeds, leech, job, testbed);
        } catch (IOException | InterruptedException | RuntimeException e) {
            processes.close();
            throw e;
        }
    }

    private static PeerProcess start(ReplicaTestbed testbed, Host host) throws IOException {
        return ClientProgram.LIBTORRENT
                .start(PeerSettings.on(host, testbed.makeFolder("libtorrent")));
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

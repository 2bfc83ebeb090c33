package org.gridtorrent.bench.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gridtorrent.bench.experiment.Comparison;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.experiment.Reading;
import org.gridtorrent.bench.experiment.RetryOnNoise;
import org.gridtorrent.bench.experiment.Rounds;
import org.gridtorrent.bench.peer.ClientProgram;
import org.gridtorrent.bench.peer.PeerProcess;
import org.gridtorrent.bench.peer.PeerSettings;
import org.gridtorrent.bench.process.ChildJvm.Heap;
import org.gridtorrent.bench.process.PeakMemory;
import org.gridtorrent.bench.process.ProcessStats;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.bench.testbed.TempFolder;
import org.gridtorrent.engine.transport.PeerAddress;

/**
 * Experiment {@code engine-scale}: resources of thousands of contents and connections, and of one great
 * fetch.
 */
public final class EngineScale {
    private static final int SMALL_PIECE = 16 * 1024;
    private static final double MEBIBYTE = 1 << 20;
    private static final Heap SEED_HEAP = new Heap("12m", "192m");
    private static final String SUBJECT = ClientProgram.GRIDTORRENT.title();
    private static final String PEER = ClientProgram.LIBTORRENT.title();
    private static final int RESIDENT_AIM_MIB = 300;
    private static final int FETCH_AIM_MIB = 100;

    private EngineScale() {}

    /**
     * Plan of a run.
     *
     * @param contents that one peer seeds, one of them of {@code greatest} pieces
     * @param rest for how long processors are looked at
     * @param pieces of 4 MiB of the content that is fetched
     * @param greatPieces of 64 MiB of the other one; none to leave it out
     */
    private record Plan(int contents, int greatest, int connections, Duration rest, int pieces,
            int greatPieces) {
        static Plan of(ExperimentRun run) {
            return run.atScale(
                    new Plan(2000, 250_000, 1000, Duration.ofSeconds(30), 2500, 32),
                    new Plan(2000, 250_000, 1000, Duration.ofSeconds(15), 1000, 32),
                    new Plan(20, 1_000, 10, Duration.ofSeconds(1), 4, 0));
        }
    }

    public static void run(ExperimentRun run) throws IOException, InterruptedException {
        Plan plan = Plan.of(run);
        try (TempFolder folder = TempFolder.create(ContentFolder.DISK)) {
            seedMany(run, plan, folder);
            fetchOne(run, 4, plan.pieces, folder);
            if (plan.greatPieces > 0) {
                fetchOne(run, 64, plan.greatPieces, folder);
            }
        }
    }

    private static PeerProcess gridTorrentPeer(TempFolder folder, String name, Heap heap)
            throws IOException {
        return PeerProcess.engine(folder.make(name), heap);
    }

    private static PeerProcess libtorrentPeer(TempFolder folder, String name) throws IOException {
        return ClientProgram.LIBTORRENT.start(PeerSettings.here(folder.make(name)));
    }

    private static void seedMany(ExperimentRun run, Plan plan, TempFolder folder)
            throws IOException, InterruptedException {
        String setting = String.format(Locale.ROOT,
                "%,d contents, one of %,d pieces; %,d connections", plan.contents, plan.greatest,
                plan.connections);
        List<SparseContent> contents = new ArrayList<>();
        Path sources = folder.make("sources");
        contents.add(SparseContent.make(sources, "great", SMALL_PIECE, plan.greatest));
        for (int i = 1; i < plan.contents; i++) {
            contents.add(SparseContent.make(sources, "content" + i, SMALL_PIECE, 4));
        }
        Comparison all = new Comparison(setting);
        if (ClientProgram.LIBTORRENT.missing().isEmpty()) {
            all.with(PEER, () -> {
                try (PeerProcess peer = libtorrentPeer(folder, "libtorrent")) {
                    return seeding(peer, contents, plan);
                }
            });
        }
        all.with(SUBJECT, () -> {
            try (PeerProcess peer = gridTorrentPeer(folder, "ours", SEED_HEAP)) {
                return seeding(peer, contents, plan)
                        .and(Metric.HEAP, peer.heapAfterCollection() / MEBIBYTE);
            }
        });
        Rounds rounds = once(run, all);
        compareToTarget(run, rounds, all, Metric.RESIDENT, RESIDENT_AIM_MIB);
        compareToTarget(run, rounds, all, Metric.HEAP, RESIDENT_AIM_MIB);
        compareToLibtorrent(run, rounds, all, List.of(Metric.TIME, Metric.RESIDENT,
                Metric.ALL_THREADS, Metric.ALL_DESCRIPTORS, Metric.IDLE_CPU));
    }

    private static Reading seeding(PeerProcess peer, List<SparseContent> contents, Plan plan)
            throws IOException, InterruptedException {
        long begunNs = System.nanoTime();
        for (SparseContent content : contents) {
            peer.seed(content.torrent(), content.directory());
        }
        double seconds = (System.nanoTime() - begunNs) / 1e9;
        try (IdlePeers connected = new IdlePeers()) {
            for (int i = 0; i < plan.connections; i++) {
                // A tenth of them for the greatest.
                connected.connect(contents.get(i % 10 == 0 ? 0 : i % contents.size()).infoHash(),
                        peer.address());
            }
            // What was hot so far is compiled meanwhile.
            Thread.sleep(plan.rest.dividedBy(3));
            Duration before = peer.cpu();
            Thread.sleep(plan.rest);
            double share = 100.0 * peer.cpu().minus(before).toNanos() / plan.rest.toNanos();
            ProcessStats stats = peer.stats();
            return Reading.of(Metric.TIME, seconds).and(Metric.IDLE_CPU, share)
                    .and(Metric.RESIDENT, stats.residentBytes() / MEBIBYTE)
                    .and(Metric.ALL_THREADS, (double) stats.threads())
                    .and(Metric.ALL_DESCRIPTORS, (double) stats.descriptors());
        }
    }

    private static void fetchOne(ExperimentRun run, int pieceMebibytes, int pieceCount,
            TempFolder folder) throws IOException, InterruptedException {
        String name = "-" + pieceMebibytes;
        SparseContent content = SparseContent.make(folder.make("source" + name), "great",
                pieceMebibytes << 20, pieceCount);
        Comparison all = new Comparison(String.format(Locale.ROOT, "%,d MiB in pieces of %d MiB",
                pieceMebibytes * pieceCount, pieceMebibytes));
        all.with(SUBJECT, () -> {
            try (PeerProcess seed = gridTorrentPeer(folder, "seed" + name, SEED_HEAP);
                    PeerProcess leech = gridTorrentPeer(folder, "leech" + name, Heap.AS_STARTED)) {
                return fetching(seed, leech, content, folder);
            }
        });
        if (ClientProgram.LIBTORRENT.missing().isEmpty()) {
            all.with(PEER, () -> {
                try (PeerProcess seed = libtorrentPeer(folder, "lt-seed" + name);
                        PeerProcess leech = libtorrentPeer(folder, "lt-leech" + name)) {
                    return fetching(seed, leech, content, folder);
                }
            });
        }
        Rounds rounds = once(run, all);
        compareToTarget(run, rounds, all, Metric.PEAK_RESIDENT, FETCH_AIM_MIB);
        compareToTarget(run, rounds, all, Metric.PEAK_OWN, FETCH_AIM_MIB);
        compareToLibtorrent(run, rounds, all,
                List.of(Metric.PEAK_RESIDENT, Metric.PEAK_OWN, Metric.TIME));
    }

    private static Reading fetching(PeerProcess seed, PeerProcess leech, SparseContent content,
            TempFolder folder) throws IOException {
        seed.seed(content.torrent(), content.directory());
        Path target = folder.make("target");
        try (PeakMemory memory = leech.watchMemory()) {
            long begunNs = System.nanoTime();
            var _ = leech.fetch(content.torrent(), target,
                    List.of(PeerAddress.tcp(seed.address())));
            Reading reading = Reading.of(Metric.TIME, (System.nanoTime() - begunNs) / 1e9)
                    .and(Metric.PEAK_OWN, memory.maxBytes() / MEBIBYTE)
                    .and(Metric.PEAK_RESIDENT, leech.stats().peakResidentBytes() / MEBIBYTE);
            if (Files.size(target.resolve("great")) != Files
                    .size(content.directory().resolve("great"))) {
                throw new IOException("what came into " + target + " is not what was sent");
            }
            return reading;
        } finally {
            TempFolder.delete(target);
        }
    }

    private static Rounds once(ExperimentRun run, Comparison all)
            throws IOException, InterruptedException {
        return new Rounds(run, RetryOnNoise.never(run)).run(1, List.of(all));
    }

    private static void compareToTarget(ExperimentRun run, Rounds rounds, Comparison all,
            Metric metric, int aim) {
        run.row(all.setting(), metric, SUBJECT, rounds.samples(all, SUBJECT, metric), Result.AIM,
                aim);
    }

    private static void compareToLibtorrent(ExperimentRun run, Rounds rounds, Comparison all,
            List<Metric> metrics) {
        ClientProgram.LIBTORRENT.missing().ifPresentOrElse(
                why -> run.skip(all.setting(), SUBJECT, PEER, why),
                () -> metrics.forEach(metric -> rounds.row(all, metric, SUBJECT, PEER)));
    }
}

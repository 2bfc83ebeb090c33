package org.gridtorrent.bench.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.TempFolder;
import org.gridtorrent.bench.experiment.ContentFolder;
import org.gridtorrent.bench.peer.ClientProgram;
import org.gridtorrent.bench.peer.WatchedPeer;
import org.gridtorrent.bench.process.PeakMemory;
import org.gridtorrent.bench.process.ChildJvm.Heap;
import org.gridtorrent.bench.process.ProcessStats;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;

/** What thousands of contents and connections take, and what a great one takes while it is fetched. */
public final class EngineScale implements Experiment {
    private static final int SMALL_PIECE = 16 * 1024;
    private static final double MEBIBYTE = 1 << 20;
    private static final Heap SEED_HEAP = new Heap("12m", "192m");

    @Override
    public String name() {
        return "engine-scale";
    }

    @Override
    public String question() {
        return "What do 2,000 contents, 1,000 connections and 250,000 pieces take, and what does a content of 10 GB?";
    }

    @Override
    public void run(Scale scale, Progress progress, Consumer<Result> results)
            throws IOException, InterruptedException {
        Plan plan = Plan.of(scale);
        try (TempFolder folder = TempFolder.create(ContentFolder.DISK)) {
            many(plan.crowded(), folder, progress, results);
            one(4, plan.pieces(), folder, progress, results);
            if (plan.greatPieces() > 0) {
                one(64, plan.greatPieces(), folder, progress, results);
            }
        }
    }

    /**
     * How much is done.
     *
     * @param pieces of 4 MiB of the content that is fetched
     * @param greatPieces of 64 MiB of the other one; none to leave it out
     */
    private record Plan(Crowded crowded, int pieces, int greatPieces) {
        static Plan of(Scale scale) {
            return switch (scale) {
                case FULL -> new Plan(new Crowded(2000, 250_000, 1000, Duration.ofSeconds(30)),
                        2500, 32);
                case BRIEF -> new Plan(new Crowded(2000, 250_000, 1000, Duration.ofSeconds(15)),
                        1000, 32);
                case QUICK -> new Plan(new Crowded(20, 1_000, 10, Duration.ofSeconds(1)), 4, 0);
            };
        }
    }

    private record Crowded(int contents, int greatest, int connections, Duration rest) {
        String words() {
            return String.format(Locale.ROOT,
                    "%,d contents, one of %,d pieces; %,d connections", contents,
                    greatest, connections);
        }
    }

    private void many(Crowded crowded, TempFolder folder, Progress progress,
            Consumer<Result> results) throws IOException, InterruptedException {
        progress.say(name() + ": " + crowded.words());
        List<SparseContent> contents = new ArrayList<>();
        Path sources = folder.make("sources");
        contents.add(SparseContent.make(sources, "great", SMALL_PIECE, crowded.greatest()));
        for (int i = 1; i < crowded.contents(); i++) {
            contents.add(SparseContent.make(sources, "content" + i, SMALL_PIECE, 4));
        }
        Sums theirs = new Sums();
        boolean isThere = ClientProgram.LIBTORRENT.missing().isEmpty();
        if (isThere) {
            try (WatchedPeer peer = WatchedPeer.libtorrent(folder.make("libtorrent"))) {
                theirs.measure(peer, contents, crowded);
            }
        }
        Sums ours = new Sums();
        try (WatchedPeer peer = WatchedPeer.ours(folder.make("ours"), SEED_HEAP)) {
            ours.measure(peer, contents, crowded);
            ours.heap.add(peer.heapAfterCollection() / MEBIBYTE);
        }
        results.accept(beside(crowded.words(), Metric.RESIDENT, ours.resident, Result.AIM, 300));
        results.accept(beside(crowded.words(), Metric.HEAP, ours.heap, Result.AIM, 300));
        if (isThere) {
            compare(crowded.words(), ours, theirs, results);
        } else {
            skip(crowded.words(), results);
        }
    }

    private void compare(String setting, Sums ours, Sums theirs, Consumer<Result> results) {
        accept(setting, Metric.TIME, ours.time, theirs.time, results);
        accept(setting, Metric.RESIDENT, ours.resident, theirs.resident, results);
        accept(setting, Metric.ALL_THREADS, ours.threads, theirs.threads, results);
        accept(setting, Metric.ALL_DESCRIPTORS, ours.descriptors, theirs.descriptors, results);
        accept(setting, Metric.IDLE_CPU, ours.rest, theirs.rest, results);
    }

    private void accept(String setting, Metric metric, Samples ours, Samples theirs,
            Consumer<Result> results) {
        results.accept(beside(setting, metric, ours, ClientProgram.LIBTORRENT.title(), theirs.median()));
    }

    private Result beside(String setting, Metric metric, Samples ours, String peer,
            double value) {
        Samples peerSamples = new Samples();
        peerSamples.add(value);
        return Result.Measured.of(name(), setting, metric, ClientProgram.GRIDTORRENT.title(), ours, peer,
                peerSamples);
    }

    /** What one client took. */
    private static final class Sums {
        private final Samples time = new Samples();
        private final Samples resident = new Samples();
        private final Samples heap = new Samples();
        private final Samples threads = new Samples();
        private final Samples descriptors = new Samples();
        private final Samples rest = new Samples();

        void measure(WatchedPeer peer, List<SparseContent> contents, Crowded crowded)
                throws IOException, InterruptedException {
            long begunNs = System.nanoTime();
            for (SparseContent content : contents) {
                peer.seed(content.torrent(), content.directory());
            }
            time.add((System.nanoTime() - begunNs) / 1e9);
            try (IdlePeers crowd = new IdlePeers()) {
                for (int i = 0; i < crowded.connections(); i++) {
                    // A tenth of them for the greatest.
                    crowd.join(contents.get(i % 10 == 0 ? 0 : i % contents.size()).infoHash(),
                            peer.address());
                }
                // What was hot so far is compiled meanwhile.
                TimeUnit.NANOSECONDS.sleep(crowded.rest().toNanos() / 3);
                Duration before = peer.cpu();
                TimeUnit.NANOSECONDS.sleep(crowded.rest().toNanos());
                rest.add(100.0 * peer.cpu().minus(before).toNanos() / crowded.rest().toNanos());
                ProcessStats footprint = peer.footprint();
                resident.add(footprint.residentBytes() / MEBIBYTE);
                threads.add((double) footprint.threads());
                descriptors.add((double) footprint.descriptors());
            }
        }
    }

    private void one(int pieceMebibytes, int pieceCount, TempFolder folder,
            Progress progress, Consumer<Result> results) throws IOException, InterruptedException {
        String setting = String.format(Locale.ROOT, "%,d MiB in pieces of %d MiB",
                pieceMebibytes * pieceCount, pieceMebibytes);
        int pieceLength = pieceMebibytes << 20;
        progress.say(name() + ": " + setting);
        Path source = folder.make("source-" + pieceLength);
        SparseContent content = SparseContent.make(source, "great", pieceLength, pieceCount);
        Fetch ours = new Fetch();
        try (WatchedPeer seed = WatchedPeer.ours(folder.make("seed-" + pieceLength), SEED_HEAP);
                WatchedPeer leech = WatchedPeer.ours(folder.make("leech-" + pieceLength),
                        Heap.AS_STARTED)) {
            ours.measure(seed, leech, content, folder);
        }
        results.accept(beside(setting, Metric.MOST_RESIDENT, ours.resident, Result.AIM, 100));
        results.accept(beside(setting, Metric.MOST_OWN, ours.own, Result.AIM, 100));
        if (ClientProgram.LIBTORRENT.missing().isEmpty()) {
            Fetch theirs = new Fetch();
            try (WatchedPeer seed = WatchedPeer.libtorrent(folder.make("lt-seed-" + pieceLength));
                    WatchedPeer leech = WatchedPeer
                            .libtorrent(folder.make("lt-leech-" + pieceLength))) {
                theirs.measure(seed, leech, content, folder);
            }
            accept(setting, Metric.MOST_RESIDENT, ours.resident, theirs.resident, results);
            accept(setting, Metric.MOST_OWN, ours.own, theirs.own, results);
            accept(setting, Metric.TIME, ours.time, theirs.time, results);
        } else {
            skip(setting, results);
        }
    }

    private void skip(String setting, Consumer<Result> results) {
        results.accept(new Result.Skipped(name(), setting, ClientProgram.GRIDTORRENT.title(),
                ClientProgram.LIBTORRENT.title(), ClientProgram.LIBTORRENT.missing().orElseThrow()));
    }

    /** What one leech took. */
    private static final class Fetch {
        private final Samples time = new Samples();
        private final Samples resident = new Samples();
        private final Samples own = new Samples();

        void measure(WatchedPeer seed, WatchedPeer leech, SparseContent content,
                TempFolder folder) throws IOException, InterruptedException {
            seed.seed(content.torrent(), content.directory());
            Path target = folder.make("target");
            try (PeakMemory memory = leech.watchMemory()) {
                time.add(leech.fetch(content.torrent(), target, seed).toNanos() / 1e9);
                own.add(memory.most() / MEBIBYTE);
                resident.add(leech.footprint().mostResidentBytes() / MEBIBYTE);
                long length = Files.size(content.directory().resolve("great"));
                if (Files.size(target.resolve("great")) != length) {
                    throw new IOException("what came into " + target + " is not what was sent");
                }
            } finally {
                TempFolder.delete(target);
            }
        }
    }
}

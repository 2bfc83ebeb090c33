package org.gridtorrent.bench.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import org.gridtorrent.bench.experiment.Comparison;
import org.gridtorrent.bench.experiment.ExperimentRun;
import org.gridtorrent.bench.experiment.Reading;
import org.gridtorrent.bench.experiment.Rounds;
import org.gridtorrent.bench.process.CpuClock;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.testbed.ContentFolder;
import org.gridtorrent.bench.testbed.TempFolder;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.create.MetainfoBuilder;

/**
 * Experiment {@code hash}: hashing on all processors, beside plain SHA-1 on one. The file is in the page
 * cache.
 */
public final class HashRate {
    private static final int BUFFER_LENGTH = 1 << 20;
    private static final String SUBJECT = "MetainfoBuilder";
    private static final String PEER = "MessageDigest on one core";

    private HashRate() {}

    public static void run(ExperimentRun run) throws IOException, InterruptedException {
        int mebibytes = run.isQuick() ? 16 : 512;
        try (TempFolder folder = TempFolder.create(ContentFolder.DISK)) {
            Path file = folder.path("content");
            ContentFolder.writeRandom(file, (long) mebibytes << 20);
            Comparison all = new Comparison(
                    Runtime.getRuntime().availableProcessors() + " cores")
                    .with(PEER, () -> Reading.of(Metric.GOODPUT, mebibytes / digestSeconds(file)))
                    .with(SUBJECT,
                            () -> Reading.of(Metric.GOODPUT, mebibytes / buildSeconds(file)));
            Rounds rounds = run.roundsBoundByProcessors();
            rounds.warmUp(1, List.of(all));
            rounds.run(run.scale().rounds(), List.of(all));
            rounds.row(all, Metric.GOODPUT, SUBJECT, PEER);
        }
    }

    /** Seconds of the least possible work: read, and feed one digest. */
    private static double digestSeconds(Path file) throws IOException {
        CpuClock clock = new CpuClock();
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_LENGTH);
        MessageDigest digest = SparseContent.sha1();
        try (FileChannel channel = FileChannel.open(file)) {
            while (channel.read(buffer.clear()) >= 0) {
                digest.update(buffer.flip());
            }
        }
        if (digest.digest().length != 20) {
            throw new IllegalStateException("not SHA-1");
        }
        return clock.seconds();
    }

    /** Seconds in which a file becomes a metainfo. */
    public static double buildSeconds(Path file) throws IOException, InterruptedException {
        CpuClock clock = new CpuClock();
        try {
            var _ = new MetainfoBuilder(file).build();
        } catch (MetainfoException e) {
            throw new IOException(e);
        }
        return clock.seconds();
    }
}

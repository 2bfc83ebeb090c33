package org.gridtorrent.bench.engine;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Random;
import java.util.function.Consumer;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.TempFolder;
import org.gridtorrent.bench.experiment.ContentFolder;
import org.gridtorrent.bench.experiment.RetryOnNoise;
import org.gridtorrent.bench.process.CpuClock;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.create.MetainfoBuilder;

/** How fast a file in the page cache becomes a metainfo, beside what one core hashes at best. */
public final class HashRate implements Experiment {
    private static final int BUFFER_LENGTH = 1 << 20;

    @Override
    public String name() {
        return "hash";
    }

    @Override
    public String question() {
        return "How fast are pieces hashed, beside one core's plain SHA-1 over the same file?";
    }

    @Override
    public void run(Scale scale, Progress progress, Consumer<Result> results)
            throws IOException, InterruptedException {
        int mebibytes = scale == Scale.QUICK ? 16 : 512;
        try (TempFolder folder = TempFolder.create(ContentFolder.DISK)) {
            Path file = folder.path("content");
            fill(file, mebibytes);
            Samples builder = new Samples();
            Samples loop = new Samples();
            progress.say(name() + ": a round to warm up");
            var _ = new Seconds(plainLoop(file), build(file));
            RetryOnNoise undisturbed = RetryOnNoise.byProcessors(name(), progress);
            for (int round = 1; round <= scale.rounds(); round++) {
                String title = "round " + round + " of " + scale.rounds();
                progress.say(name() + ": " + title);
                Seconds seconds = undisturbed.measure(title,
                        () -> new Seconds(plainLoop(file), build(file)));
                loop.add(mebibytes / seconds.loop);
                builder.add(mebibytes / seconds.builder);
            }
            String cores = Runtime.getRuntime().availableProcessors() + " cores";
            results.accept(Result.Measured.of(name(), cores, Metric.GOODPUT,
                    "MetainfoBuilder", builder, "MessageDigest on one core", loop));
        }
    }

    private record Seconds(double loop, double builder) {}

    private static void fill(Path file, int mebibytes) throws IOException {
        Random random = new Random(1);
        byte[] block = new byte[1 << 20];
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int i = 0; i < mebibytes; i++) {
                random.nextBytes(block);
                out.write(block);
            }
        }
    }

    /** Seconds that the least possible work takes: read, and feed one digest. */
    private static double plainLoop(Path file) throws IOException {
        CpuClock clock = new CpuClock();
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_LENGTH);
        MessageDigest digest = sha1();
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

    private static double build(Path file) throws IOException, InterruptedException {
        CpuClock clock = new CpuClock();
        try {
            new MetainfoBuilder(file).build();
        } catch (MetainfoException e) {
            throw new IOException(e);
        }
        return clock.seconds();
    }

    private static MessageDigest sha1() {
        try {
            return MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-1", e);
        }
    }
}

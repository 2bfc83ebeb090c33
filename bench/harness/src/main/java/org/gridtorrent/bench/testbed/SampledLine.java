package org.gridtorrent.bench.testbed;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.gridtorrent.bench.link.line.LineSpec;

/**
 * Line of a sample: round trip of 1 to 600 ms, 10 Mb/s to 1 Gb/s, and a queue of 0.1 to 4 bandwidth-delay products,
 * each drawn evenly on a logarithmic scale. Every third line loses nothing, the others 0.001 to 1 % of packets. Every
 * second one has buffers held to 256 KiB, the others what the kernel gives.
 */
public record SampledLine(LineSpec spec, boolean holdsBuffers) {
    /** Seed of the sample that experiments measure, so that two versions are measured on the same lines. */
    private static final long SEED = 20_071;

    private static final int HELD_BYTES = 256 * 1024;

    /** The first lines of the sample. */
    public static List<SampledLine> first(int count) {
        SplittableRandom random = new SplittableRandom(SEED);
        return Stream.generate(() -> draw(random)).limit(count).toList();
    }

    private static SampledLine draw(SplittableRandom random) {
        Duration rtt = Duration.ofNanos(Math.round(logarithmic(random, 1, 600) * 10) * 100_000);
        long bitsPerSecond = Math.round(logarithmic(random, 10, 1000)) * 1_000_000;
        double drawnLoss = logarithmic(random, 1e-5, 1e-2);
        double loss = random.nextInt(3) == 0 ? 0 : Math.round(drawnLoss * 1e6) / 1e6;
        double products = logarithmic(random, 0.1, 4);
        long product = Math.round(bitsPerSecond / 8.0 * rtt.toNanos() / 1e9);
        long queue = Math.max(4 * LineSpec.MTU, Math.round(products * product));
        boolean holdsBuffers = random.nextBoolean();
        return new SampledLine(new LineSpec(2, rtt, bitsPerSecond, loss, queue, Map.of(),
                LineSpec.USUAL_BUNDLE, random.nextLong(1_000_000)), holdsBuffers);
    }

    private static double logarithmic(SplittableRandom random, double least, double most) {
        return least * Math.pow(most / least, random.nextDouble());
    }

    /** Sets the buffers of its hosts, and returns the line with them as rows say it. */
    public String prepare(Network line) throws IOException, InterruptedException {
        String queue = ", queue " + spec.bufferBytes() / 1024 + " KiB, ";
        return line.describe() + queue + (holdsBuffers && line.holdBuffers(HELD_BYTES)
                ? "buffers held to 256 KiB"
                : "buffers of the kernel");
    }
}

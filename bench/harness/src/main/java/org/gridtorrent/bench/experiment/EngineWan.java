package org.gridtorrent.bench.experiment;

import java.io.IOException;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.terminal.CommandFailure;

/** One seed to one leech over a long line, beside one connection of libtorrent's and iperf3's sixteen. */
final class EngineWan implements Experiment {
    private static final Duration RTT = Duration.ofMillis(30);
    private static final double LOSS = 1e-4;
    private static final int BUFFER_BYTES = 256 * 1024;
    private static final long MEBIBYTE = 1 << 20;

    @Override
    public String name() {
        return "engine-wan";
    }

    @Override
    public String question() {
        return "How fast is a seed to a leech on a long line, beside libtorrent and iperf3 -P 16?";
    }

    /**
     * What is measured.
     *
     * @param stripedLength bytes that are brought over many streams: the time of the second half is to
     *     be ten seconds or more, since the count of streams climbs for seconds
     * @param singleLength bytes that are brought over one
     * @param iperf3Seconds that count of iperf3's
     */
    record Plan(int rounds, long stripedLength, long singleLength, int iperf3Seconds) {}

    private static Plan plan(Scale scale) {
        return scale == Scale.QUICK
                ? new Plan(1, 1024 * MEBIBYTE, 64 * MEBIBYTE, 5)
                : new Plan(3, 2560 * MEBIBYTE, 128 * MEBIBYTE, 10);
    }

    /** Of each socket, as the kernel counts it: it gives twice what a program asks for. */
    private enum Buffers {
        HELD(BUFFER_BYTES, "buffers held to 256 KiB"),
        ASKED(2 * BUFFER_BYTES, "buffers of 256 KiB asked for");

        private final int bytes;
        private final String words;

        Buffers(int bytes, String words) {
            this.bytes = bytes;
            this.words = words;
        }
    }

    @Override
    public void run(Scale scale, Progress progress, Consumer<Result> results)
            throws IOException, InterruptedException {
        for (Buffers buffers : Buffers.values()) {
            long seed = new SplittableRandom().nextLong(1_000_000);
            try (OwnLine line = new OwnLine(name(), RTT, LOSS, seed)) {
                line.holdBuffers(buffers.bytes);
                String words = line.words() + ", " + buffers.words;
                progress.say(name() + ": " + words + ", seed " + seed);
                try (var rounds = new EngineWanRounds(name(), words, plan(scale), line,
                        progress)) {
                    rounds.run(results);
                }
                progress.say(name() + ": " + line.health());
            } catch (CommandFailure e) {
                results.accept(new Result.Skipped(name(), buffers.words, EngineWanRounds.STRIPED,
                        "iperf3", e.line()));
                return;
            }
        }
    }
}

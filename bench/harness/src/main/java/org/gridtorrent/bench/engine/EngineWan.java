package org.gridtorrent.bench.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.Testbed;
import org.gridtorrent.bench.experiment.Network;
import org.gridtorrent.bench.link.LineSpec;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.terminal.CommandFailure;

/** One seed to one leech over a long line, beside one connection of libtorrent's and iperf3's sixteen. */
public final class EngineWan implements Experiment {
    private static final Duration RTT = Duration.ofMillis(30);
    private static final double LOSS = 1e-4;
    private static final int BUFFER_BYTES = 256 * 1024;
    private static final long MEBIBYTE = 1 << 20;

    private final Testbed ground;

    public EngineWan(Testbed ground) {
        this.ground = ground;
    }

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
     * @param buffers that sockets have, one after the other
     * @param warmUps rounds that do not count
     * @param stripedLength bytes that are brought over many streams: the time of the second half is to
     *     be ten seconds or more, since the count of streams climbs for seconds
     * @param singleLength bytes that are brought over one
     * @param omitSeconds of iperf3's that do not count
     * @param iperf3Seconds that do
     */
    record Plan(List<Buffers> buffers, int warmUps, int rounds, long stripedLength,
            long singleLength, int omitSeconds, int iperf3Seconds) {}

    private static Plan plan(Scale scale) {
        return scale == Scale.QUICK
                ? new Plan(List.of(Buffers.HELD), 0, 1, 8 * MEBIBYTE, MEBIBYTE, 0, 1)
                : new Plan(List.of(Buffers.values()), 1, scale == Scale.BRIEF ? 2 : 3,
                        2560 * MEBIBYTE, (scale == Scale.BRIEF ? 64 : 128) * MEBIBYTE, 3, 10);
    }

    /** Of each socket, as the kernel counts it: it gives twice what a program asks for. */
    enum Buffers {
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
        Plan plan = plan(scale);
        for (Buffers buffers : ground.among(plan.buffers())) {
            long seed = new SplittableRandom().nextLong(1_000_000);
            try (Network line = ground.network(name(), LineSpec.ofTwo(RTT, LOSS, seed))) {
                String words = line.words()
                        + (line.holdBuffers(buffers.bytes)
                                ? ", " + buffers.words
                                : ", buffers as the hosts have them");
                progress.say(name() + ": " + words + ", seed " + seed);
                try (var rounds = new EngineWanRounds(name(), words, plan, line, progress)) {
                    rounds.run(results);
                }
                progress.crossed(line.words() + ": " + line.health());
            } catch (CommandFailure e) {
                results.accept(new Result.Skipped(name(), buffers.words, EngineWanRounds.STRIPED,
                        "iperf3", e.line()));
                return;
            }
        }
    }
}

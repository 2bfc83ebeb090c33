package org.gridtorrent.bench.transfer;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.gridtorrent.bench.endpoint.ExpectedRate;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.Testbed;
import org.gridtorrent.bench.experiment.ContentFolder;
import org.gridtorrent.bench.link.LineSpec;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.terminal.CommandFailure;

/** What movers of data bring over a line with one to forty flows, from memory and from disk. */
public final class Transfer implements Experiment {
    private static final long BITS_PER_SECOND = 1_000_000_000;
    /** The line's, without headers. */
    private static final double LINE_MEGABITS = 950;

    private final Testbed ground;

    public Transfer(Testbed ground) {
        this.ground = ground;
    }

    @Override
    public String name() {
        return "transfer";
    }

    @Override
    public String question() {
        return "What do 1 to 40 flows of GridTorrent and PTCP bring, memory to memory and disk to"
                + " disk, beside GridFTP, FDT, UDT, iperf3 and plain TCP?";
    }

    /**
     * What is measured on one line.
     *
     * @param warmUp whether all move once before it counts
     * @param seconds that a transfer should take
     */
    record Plan(Duration rtt, double loss, List<Integer> flows, boolean warmUp, int rounds,
            double seconds) {

        /** A window in each round trip. */
        ExpectedRate speed() {
            return new ExpectedRate(Math.min(LINE_MEGABITS,
                    TransferTestbed.BUFFER_BYTES * 8 / (rtt.toNanos() / 1e9) / 1e6), LINE_MEGABITS);
        }
    }

    private static List<Plan> plans(Scale scale) {
        Duration long30 = Duration.ofMillis(30);
        return switch (scale) {
            case QUICK -> List.of(new Plan(long30, 1e-4, List.of(8), false, 1, 0.5));
            case BRIEF -> List.of(new Plan(long30, 1e-4, List.of(1, 4, 16, 40), true, 2, 4));
            case FULL -> List.of(
                    new Plan(long30, 1e-4, List.of(1, 2, 4, 8, 16, 40), true, 3, 8),
                    new Plan(Duration.ofMillis(10), 0, List.of(1, 4, 16, 40), true, 3, 8));
        };
    }

    @Override
    public void run(Scale scale, Progress progress, Consumer<Result> results)
            throws IOException, InterruptedException {
        for (Plan plan : ground.among(plans(scale))) {
            long seed = new SplittableRandom().nextLong(1_000_000);
            LineSpec spec = LineSpec.of(2, plan.rtt, BITS_PER_SECOND, plan.loss,
                    OptionalLong.empty(), Map.of(), seed);
            try (TransferTestbed field = new TransferTestbed(ground.network(name(), spec),
                    ContentFolder.DISK, progress)) {
                progress.say(name() + ": " + field.line().words() + ", seed " + seed);
                new TransferRounds(name(), plan, field.speed(plan.speed()), Movers.all(), field)
                        .run(results);
                progress.crossed(field.line().words() + ": " + field.line().health());
            } catch (CommandFailure e) {
                results.accept(new Result.Skipped(name(), "all", GridTorrentTool.TITLE, "iperf3",
                        e.line()));
                return;
            }
        }
    }
}

package org.gridtorrent.bench.transfer;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.gridtorrent.bench.endpoint.ExpectedRate;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.Testbed;
import org.gridtorrent.bench.experiment.ContentFolder;
import org.gridtorrent.bench.link.Iperf3;
import org.gridtorrent.bench.link.LineSpec;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.terminal.CommandFailure;

/**
 * What one flow of each mover takes, and PTCP that chooses its streams itself, and leaves to TCP flows in the
 * background of the same line.
 */
public final class Fairness implements Experiment {
    private static final Duration RTT = Duration.ofMillis(10);
    private static final long BITS_PER_SECOND = 200_000_000;
    /** One flow fills the line. */
    private static final ExpectedRate SPEED = new ExpectedRate(BITS_PER_SECOND / 1e6,
            BITS_PER_SECOND / 1e6);
    /** Which every Linux has: what the background does should be the same everywhere. */
    private static final String SENDING_RULE = "reno";

    private final Testbed ground;

    public Fairness(Testbed ground) {
        this.ground = ground;
    }

    @Override
    public String name() {
        return "fairness";
    }

    @Override
    public String question() {
        return "How does a flow of GridTorrent, PTCP, GridFTP, FDT, UDT, iperf3 and plain TCP share"
                + " a line with 0 to 10 TCP flows?";
    }

    /**
     * What is measured.
     *
     * @param background counts of flows
     * @param warmUp whether all move once beside each count before it counts: processes that stay compile
     *     meanwhile
     * @param leadSeconds that they have for themselves before
     * @param seconds that a transfer should take
     */
    record Plan(List<Integer> background, boolean warmUp, int rounds, double leadSeconds,
            double seconds) {
        static Plan of(Scale scale) {
            return switch (scale) {
                case QUICK -> new Plan(List.of(2), false, 1, 0.2, 1);
                case BRIEF -> new Plan(List.of(0, 2, 10), true, 2, 2, 5);
                case FULL -> new Plan(List.of(0, 1, 2, 5, 10), true, 3, 3, 8);
            };
        }
    }

    @Override
    public void run(Scale scale, Progress progress, Consumer<Result> results)
            throws IOException, InterruptedException {
        Optional<String> missing = Iperf3.missing();
        if (missing.isPresent()) {
            skip(missing.get(), results);
            return;
        }
        long seed = new SplittableRandom().nextLong(1_000_000);
        LineSpec spec = LineSpec.of(2, RTT, BITS_PER_SECOND, 0, OptionalLong.empty(), Map.of(),
                seed);
        try (TransferTestbed field = new TransferTestbed(ground.network(name(), spec),
                ContentFolder.DISK, progress)) {
            var _ = field.line().sendBy(SENDING_RULE);
            progress.say(name() + ": " + field.line().words() + ", seed " + seed);
            new FairnessRounds(name(), Plan.of(scale), field.speed(SPEED), Movers.withSelfTuned(),
                    field).run(results);
            progress.crossed(field.line().words() + ": " + field.line().health());
        } catch (CommandFailure e) {
            skip(e.line(), results);
        }
    }

    private void skip(String why, Consumer<Result> results) {
        results.accept(
                new Result.Skipped(name(), "all", GridTorrentTool.TITLE, "iperf3", why));
    }
}

package org.gridtorrent.bench.ptcp;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.Testbed;
import org.gridtorrent.bench.link.Iperf3;
import org.gridtorrent.bench.link.LineSpec;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.terminal.CommandFailure;

/** What many streams bring on a long line, which is what PTCP is for. */
public final class PtcpWan implements Experiment {
    /** As in the paper's test; each TCP connection of either subject has as much. */
    static final int BUFFER_BYTES = 256 * 1024;

    private static final double LOSS = 1e-4;
    private static final List<Integer> COUNTS = List.of(1, 2, 4, 8, 15, 16, 32, 40);
    private static final List<Integer> FEW = List.of(1, 8, 32);
    private static final List<Double> LOSSES = List.of(0.0, 1e-4, 1e-3);

    private final Testbed ground;

    public PtcpWan(Testbed ground) {
        this.ground = ground;
    }

    @Override
    public String name() {
        return "ptcp-wan";
    }

    @Override
    public String question() {
        return "What do 1 to 40 streams of PTCP, and as many as it likes, bring on a long line?";
    }

    @Override
    public void run(Scale scale, Progress progress, Consumer<Result> results)
            throws IOException, InterruptedException {
        Optional<String> withoutIperf3 = Iperf3.missing();
        withoutIperf3.ifPresent(why -> progress.say(name() + ": PTCP alone, since " + why));
        for (WanPlan plan : ground.among(plans(scale))) {
            long seed = new SplittableRandom().nextLong(1_000_000);
            LineSpec spec = LineSpec.ofTwo(plan.rtt(), plan.loss(), seed);
            try (WanLine line = new WanLine(ground.network(name(), spec))) {
                progress.say(name() + ": " + line.network().words() + ", seed " + seed);
                new WanRounds(name(), plan, line, progress, withoutIperf3).run(results);
                progress.crossed(line.network().words() + ": " + line.network().health());
            } catch (CommandFailure e) {
                results.accept(
                        new Result.Skipped(name(), "all", "PTCP", "iperf3", e.line()));
                return;
            }
        }
    }

    private static List<WanPlan> plans(Scale scale) {
        return switch (scale) {
            case QUICK -> List.of(new WanPlan(millis(30), LOSS, List.of(16), 1, 1, 1, 2));
            case BRIEF -> List.of(new WanPlan(millis(30), LOSS, COUNTS, 2, 2, 5, 10),
                    new WanPlan(millis(100), LOSS, FEW, 2, 3, 5, 15),
                    new WanPlan(millis(600), LOSS, FEW, 1, 6, 7, 30));
            case FULL -> full();
        };
    }

    private static List<WanPlan> full() {
        List<WanPlan> plans = new ArrayList<>();
        plans.add(new WanPlan(millis(30), LOSS, COUNTS, 5, 2, 5, 10));
        for (double loss : LOSSES) {
            plans.add(new WanPlan(millis(100), loss, FEW, 3, 3, 5, 15));
        }
        for (double loss : LOSSES) {
            plans.add(new WanPlan(millis(600), loss, FEW, 3, 6, 7, 30));
        }
        return plans;
    }

    private static Duration millis(int count) {
        return Duration.ofMillis(count);
    }
}

package org.gridtorrent.bench.ptcp;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.gridtorrent.bench.endpoint.EndpointPair;
import org.gridtorrent.bench.endpoint.EndpointOrder.Wire;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.RetryOnNoise;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;

/** The rounds on one line: at every count iperf3 and PTCP by turns, then PTCP with a count of its own. */
final class WanRounds {
    private static final int WARM_UP_SECONDS = 2;

    private final String experiment;
    private final WanPlan plan;
    private final WanLine line;
    private final Experiment.Progress progress;
    private final RetryOnNoise undisturbed;
    private final Optional<String> withoutIperf3;
    private final List<Case> cases;
    private final Samples tunedSoon = new Samples();
    private final Samples tunedLater = new Samples();
    private final Samples tunedCount = new Samples();

    /** With why iperf3 cannot be run, if so: then PTCP is measured alone, to find its best count. */
    WanRounds(
            String experiment,
            WanPlan plan,
            WanLine line,
            Experiment.Progress progress,
            Optional<String> withoutIperf3) {
        this.withoutIperf3 = withoutIperf3;
        this.experiment = experiment;
        this.plan = plan;
        this.line = line;
        this.progress = progress;
        this.undisturbed = RetryOnNoise.byLines(experiment, progress);
        this.cases = plan.counts().stream().map(Case::new).toList();
    }

    void run(Consumer<Result> results) throws IOException, InterruptedException {
        line.transfer(ptcp(8), 1, WARM_UP_SECONDS);
        for (int round = 1; round <= plan.rounds(); round++) {
            for (Case one : cases) {
                measure(one, round);
            }
            measureTuned(round);
        }
        cases.forEach(one -> results.accept(one.result()));
        tunedResults(results);
    }

    /** Of both, in Mb/s. */
    private record Pair(double ptcp, OptionalDouble iperf3) {}

    private void measure(Case one, int round) throws IOException, InterruptedException {
        String title = one.streams + " streams";
        Pair pair = undisturbed.measure(title, () -> measure(one.streams));
        one.ptcp.add(pair.ptcp);
        pair.iperf3.ifPresent(one.iperf3::add);
        say(round, String.format(Locale.ROOT, "%s: PTCP %.1f Mb/s", title, pair.ptcp)
                + (pair.iperf3.isPresent()
                        ? String.format(Locale.ROOT, ", iperf3 %.1f Mb/s",
                                pair.iperf3.getAsDouble())
                        : ""));
    }

    private Pair measure(int streams) throws IOException, InterruptedException {
        OptionalDouble iperf3 = withoutIperf3.isPresent()
                ? OptionalDouble.empty()
                : OptionalDouble
                        .of(line.network().iperf3(streams, PtcpWan.BUFFER_BYTES, plan.omitSeconds(),
                                plan.seconds()));
        return new Pair(measure(ptcp(streams), plan.omitSeconds()).megabitsPerSecond(), iperf3);
    }

    private EndpointPair.Transfer measure(Wire wire, int omitSeconds) throws IOException {
        return line.transfer(wire, omitSeconds, plan.seconds());
    }

    private void measureTuned(int round) throws IOException, InterruptedException {
        Wire tuned = Wire.tuned(PtcpWan.BUFFER_BYTES);
        tunedSoon.add(undisturbed.measure("self-tuned, soon", () -> measure(tuned,
                plan.omitSeconds())).megabitsPerSecond());
        EndpointPair.Transfer later = undisturbed.measure("self-tuned", () -> measure(tuned,
                plan.tuneSeconds()));
        tunedLater.add(later.megabitsPerSecond());
        tunedCount.add(later.streams());
        say(round, String.format(Locale.ROOT, "self-tuned: PTCP %.1f Mb/s with %d streams",
                later.megabitsPerSecond(), later.streams()));
    }

    private void say(int round, String text) {
        progress.say(experiment + ": round " + round + " of " + plan.rounds() + ", " + text);
    }

    private void tunedResults(Consumer<Result> results) {
        Case best = cases.stream().max(Comparator.comparingDouble(one -> one.ptcp.median()))
                .orElseThrow();
        String peer = "PTCP, the best fixed count: " + best.streams;
        results.accept(Result.Measured.of(experiment,
                setting("self-tuned, after " + plan.tuneSeconds() + " s, "
                        + Math.round(tunedCount.median()) + " streams"),
                Metric.LINE_GOODPUT, "PTCP", tunedLater, peer, best.ptcp));
        results.accept(Result.Measured.of(experiment,
                setting("self-tuned, after " + plan.omitSeconds() + " s"),
                Metric.LINE_GOODPUT, "PTCP", tunedSoon, peer, best.ptcp));
    }

    private String setting(String what) {
        return line.network().words() + ": " + what;
    }

    private static Wire ptcp(int streams) {
        return Wire.ptcp(streams, PtcpWan.BUFFER_BYTES);
    }

    /** One count of streams. */
    private final class Case {
        private final int streams;
        private final Samples ptcp = new Samples();
        private final Samples iperf3 = new Samples();

        Case(int streams) {
            this.streams = streams;
        }

        Result result() {
            String setting = setting(streams == 1 ? "1 stream" : streams + " streams");
            return withoutIperf3.<Result>map(
                    reason -> new Result.Skipped(experiment, setting, "PTCP", "iperf3", reason))
                    .orElseGet(() -> Result.Measured.of(experiment, setting, Metric.LINE_GOODPUT,
                            "PTCP", ptcp, "iperf3", iperf3));
        }
    }
}

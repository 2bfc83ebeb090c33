package org.gridtorrent.bench.experiment;

import java.io.IOException;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.gridtorrent.bench.experiment.Experiment.Progress;
import org.gridtorrent.bench.experiment.Experiment.Scale;
import org.gridtorrent.bench.link.line.LineSpec;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;
import org.gridtorrent.bench.testbed.Network;
import org.gridtorrent.bench.testbed.Testbed;
import org.gridtorrent.terminal.CommandFailure;

/**
 * One run of an experiment: its scale, its testbed, and where its progress and its rows go.
 *
 * @param experiment the experiment's name, which begins every progress line and stands in every row
 * @param testbed where its lines are
 */
public record ExperimentRun(String experiment, Scale scale, Testbed testbed, Progress progress,
        Consumer<Result> results) {

    /** Work on a line; returns what the line is, for the run's record. */
    public interface LineWork {
        String on(Network line, long seed) throws IOException, InterruptedException;
    }

    public boolean isQuick() {
        return scale == Scale.QUICK;
    }

    /** Value of the three for this run's scale. */
    public <T> T atScale(T full, T brief, T quick) {
        return switch (scale) {
            case FULL -> full;
            case BRIEF -> brief;
            case QUICK -> quick;
        };
    }

    public void message(String text) {
        progress.message(experiment + ": " + text);
    }

    /** Rounds that are repeated when other machines took more than 3 % of the processors' time. */
    public Rounds roundsBoundByProcessors() {
        return new Rounds(this, RetryOnNoise.boundByProcessors(experiment, progress));
    }

    /** Rounds bound by a line or a rate limit: repeated when other machines took more than 10 %. */
    public Rounds roundsBoundByLine() {
        return new Rounds(this, RetryOnNoise.boundByLine(experiment, progress));
    }

    /**
     * Makes a line and works on it; the record is told what crossed it. Returns false, with a row that says
     * why, where no line can be made.
     *
     * @param spec of the line, by the seed of its losses
     */
    public boolean onLine(LongFunction<LineSpec> spec, String setting, String subject, String peer,
            LineWork work) throws IOException, InterruptedException {
        long seed = new SplittableRandom().nextLong(1_000_000);
        try (Network line = testbed.network(experiment, () -> spec.apply(seed))) {
            String description = work.on(line, seed);
            progress.linkTraffic(description + ": " + line.health());
            return true;
        } catch (CommandFailure e) {
            skip(setting, subject, peer, e.line());
            return false;
        }
    }

    /** A row of a subject beside its peer. */
    public void row(String setting, Metric metric, String subject, Samples samples, String peer,
            Samples peerSamples) {
        results.accept(Result.Measured.of(experiment, setting, metric, subject, samples, peer,
                peerSamples));
    }

    /** A row of a subject beside one value, such as an aim or a published figure. */
    public void row(String setting, Metric metric, String subject, Samples samples, String peer,
            double peerValue) {
        row(setting, metric, subject, samples, peer, Samples.of(peerValue));
    }

    /** A row that says why two are not compared. */
    public void skip(String setting, String subject, String peer, String reason) {
        results.accept(new Result.Skipped(experiment, setting, subject, peer, reason));
    }
}

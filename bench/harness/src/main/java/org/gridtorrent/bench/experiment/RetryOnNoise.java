package org.gridtorrent.bench.experiment;

import java.io.IOException;
import java.util.Locale;
import org.gridtorrent.bench.experiment.Experiment.Progress;
import org.gridtorrent.bench.process.ProcessorTime;

/**
 * Repeats measurements that other machines disturbed, at most three times each.
 *
 * <p>Noise is the share of the processors' time that a hypervisor gave to others ({@link ProcessorTime}).
 * The least disturbed attempt counts when all are disturbed, and the run's record says so.
 */
public final class RetryOnNoise {
    private static final int ATTEMPTS = 3;

    private final double maxStolenShare;
    private final String experiment;
    private final Progress progress;

    private RetryOnNoise(double maxStolenShare, String experiment, Progress progress) {
        this.maxStolenShare = maxStolenShare;
        this.experiment = experiment;
        this.progress = progress;
    }

    public static RetryOnNoise boundByProcessors(String experiment, Progress progress) {
        return new RetryOnNoise(0.03, experiment, progress);
    }

    /** For what a line or a rate limit bounds, and processors hardly. */
    public static RetryOnNoise boundByLine(String experiment, Progress progress) {
        return new RetryOnNoise(0.1, experiment, progress);
    }

    /** For what noise does not change. */
    public static RetryOnNoise never(ExperimentRun run) {
        return new RetryOnNoise(1, run.experiment(), run.progress());
    }

    private record Attempt<T>(T taken, double stolenShare) {}

    /** The least disturbed attempt; the others are named with the reason and not counted. */
    public <T> T measure(String what, Measurement<T> measurement)
            throws IOException, InterruptedException {
        Attempt<T> best = attempt(measurement);
        for (int more = 1; more < ATTEMPTS && best.stolenShare > maxStolenShare; more++) {
            progress.message(describe(what, best) + "; measured again");
            Attempt<T> another = attempt(measurement);
            best = another.stolenShare < best.stolenShare ? another : best;
        }
        if (best.stolenShare > maxStolenShare) {
            progress.noiseDetected(describe(what, best) + "; counted all the same, the least of "
                    + ATTEMPTS + " attempts");
        }
        return best.taken;
    }

    private static <T> Attempt<T> attempt(Measurement<T> measurement)
            throws IOException, InterruptedException {
        ProcessorTime time = new ProcessorTime();
        T taken = measurement.take();
        return new Attempt<>(taken, time.stolenShare());
    }

    private String describe(String what, Attempt<?> attempt) {
        return String.format(Locale.ROOT,
                "%s: %s: other machines took %.0f %% of the processors' time", experiment, what,
                100 * attempt.stolenShare);
    }
}

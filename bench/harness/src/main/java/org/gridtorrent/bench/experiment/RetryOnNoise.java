package org.gridtorrent.bench.experiment;

import java.io.IOException;
import java.util.Locale;
import org.gridtorrent.bench.process.StealTime;

/**
 * Measures again what other machines on the same hardware disturbed: all that is compared with each
 * other, never one side alone. What is disturbed every time counts as it is.
 */
public final class RetryOnNoise {
    private static final int ATTEMPTS = 3;

    private final double mostStolen;
    private final String experiment;
    private final Experiment.Progress progress;

    private RetryOnNoise(double mostStolen, String experiment, Experiment.Progress progress) {
        this.mostStolen = mostStolen;
        this.experiment = experiment;
        this.progress = progress;
    }

    /** For what processors bound. */
    public static RetryOnNoise byProcessors(String experiment, Experiment.Progress progress) {
        return new RetryOnNoise(0.03, experiment, progress);
    }

    /** For what a line bounds, or a limit, and processors hardly. */
    public static RetryOnNoise byLines(String experiment, Experiment.Progress progress) {
        return new RetryOnNoise(0.1, experiment, progress);
    }

    /** A measurement that can be repeated. */
    public interface Measurement<T> {
        T take() throws IOException, InterruptedException;
    }

    private record Attempt<T>(T taken, double stolenShare) {}

    /**
     * What the measurement gave when it was not disturbed, or least of all attempts; the others are
     * named with the reason and not counted.
     */
    public <T> T measure(String what, Measurement<T> measurement)
            throws IOException, InterruptedException {
        Attempt<T> best = attempt(measurement);
        for (int more = 1; more < ATTEMPTS && best.stolenShare > mostStolen; more++) {
            progress.say(words(what, best) + "; measured again");
            Attempt<T> another = attempt(measurement);
            best = another.stolenShare < best.stolenShare ? another : best;
        }
        if (best.stolenShare > mostStolen) {
            progress.disturbed(words(what, best) + "; counted all the same, the least of "
                    + ATTEMPTS + " attempts");
        }
        return best.taken;
    }

    private static <T> Attempt<T> attempt(Measurement<T> measurement)
            throws IOException, InterruptedException {
        StealTime stolen = new StealTime();
        T taken = measurement.take();
        return new Attempt<>(taken, stolen.share());
    }

    private String words(String what, Attempt<?> attempt) {
        return String.format(Locale.ROOT,
                "%s: %s: other machines took %.0f %% of the processors' time", experiment, what,
                100 * attempt.stolenShare);
    }
}

package org.gridtorrent.bench.experiment;

import java.io.IOException;
import java.util.Locale;
import org.gridtorrent.bench.process.StolenTime;

/**
 * Measures again what other machines on the same hardware disturbed: all that is compared with each
 * other, never one side alone. What is disturbed every time counts as it is.
 */
final class Undisturbed {
    private static final int ATTEMPTS = 3;

    private final double mostStolen;
    private final Experiment.Progress progress;

    private Undisturbed(double mostStolen, Experiment.Progress progress) {
        this.mostStolen = mostStolen;
        this.progress = progress;
    }

    /** For what processors bound. */
    static Undisturbed byProcessors(Experiment.Progress progress) {
        return new Undisturbed(0.03, progress);
    }

    /** For what a line bounds, or a limit, and processors hardly. */
    static Undisturbed byLines(Experiment.Progress progress) {
        return new Undisturbed(0.1, progress);
    }

    /** A measurement that can be repeated. */
    interface Measurement<T> {
        T take() throws IOException, InterruptedException;
    }

    /** What the measurement gave at last; those before are named with the reason and not counted. */
    <T> T measure(String what, Measurement<T> measurement)
            throws IOException, InterruptedException {
        for (int attempt = 1;; attempt++) {
            StolenTime stolen = new StolenTime();
            T taken = measurement.take();
            double share = stolen.share();
            if (share <= mostStolen) {
                return taken;
            }
            String disturbed = String.format(Locale.ROOT,
                    "%s: other machines took %.0f %% of the processors' time", what, 100 * share);
            if (attempt == ATTEMPTS) {
                progress.say(disturbed + "; counted all the same, after " + attempt + " attempts");
                return taken;
            }
            progress.say(disturbed + "; measured again");
        }
    }
}

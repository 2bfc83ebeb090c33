package org.gridtorrent.bench.report;

import java.util.Locale;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Better;
import org.gridtorrent.bench.result.Result.Measured;

/** Verdict on a subject beside its peer, or on a ratio beside an older one. */
enum Verdict {
    BETTER,
    EQUAL,
    WORSE;

    /** Smaller differences are none, however steady the samples were. */
    private static final double NO_DIFFERENCE = 0.05;

    /**
     * Equal is what is within a twentieth of the peer's value, or within the spread of either's samples.
     * An aim is reached or not.
     */
    static Verdict of(Measured result) {
        return result.peer().equals(Result.AIM)
                ? within(0, result.ratio(), result.metric().better())
                : of(result.ratio(), result.largerSpread(), result.metric().better());
    }

    /** @param ratio to what it stands beside; infinite where that is nothing */
    static Verdict of(double ratio, double spread, Better better) {
        return within(Math.max(NO_DIFFERENCE, spread), ratio, better);
    }

    private static Verdict within(double tolerance, double ratio, Better better) {
        double apart = ratio >= 1 ? ratio : 1 / ratio;
        if (apart <= 1 + tolerance) {
            return EQUAL;
        }
        return (ratio > 1) == (better == Better.HIGHER) ? BETTER : WORSE;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}

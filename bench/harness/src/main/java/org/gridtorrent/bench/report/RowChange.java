package org.gridtorrent.bench.report;

import org.gridtorrent.bench.result.Result.Measured;

/**
 * A row beside the same row of an older report, compared by their ratios to the peer.
 *
 * <p>A faster machine is as much faster for the peer, and so no change.
 */
record RowChange(Measured then, Measured now) {
    /** Ratio now ÷ ratio then. */
    double ratio() {
        return now.ratio() == then.ratio() ? 1 : now.ratio() / then.ratio();
    }

    /** Equal within the largest spread of both, the peers' too: a ratio scatters with either. */
    Verdict verdict() {
        return Verdict.of(ratio(), Math.max(then.largerSpread(), now.largerSpread()),
                now.metric().better());
    }

    double size() {
        return Math.abs(Math.log(ratio()));
    }
}

package org.gridtorrent.bench.transfer;

import java.util.List;
import java.util.stream.DoubleStream;

/** Rates of one flow of a tool and of each TCP flow beside it, in Mb/s; pure. */
record BandwidthShares(double tool, List<Double> background) {

    /** Jain's index over all of them: 1 if each has as much, 1 ÷ their number if one has all. */
    double jain() {
        double sum = all().sum();
        double squares = all().map(one -> one * one).sum();
        return squares == 0 ? 1 : sum * sum / ((background.size() + 1) * squares);
    }

    /** Equal share of all rates. */
    double fair() {
        return all().sum() / (background.size() + 1);
    }

    private DoubleStream all() {
        return DoubleStream.concat(DoubleStream.of(tool),
                background.stream().mapToDouble(Double::doubleValue));
    }
}

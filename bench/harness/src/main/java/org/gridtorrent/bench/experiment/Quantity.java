package org.gridtorrent.bench.experiment;

import org.gridtorrent.bench.result.Result.Metric;

/**
 * Quantity of a reading: a metric, and of what it is where a reading has several of the same metric.
 *
 * @param what "the last leecher", for example; empty where the metric says enough
 */
public record Quantity(String what, Metric metric) {
    public static Quantity of(Metric metric) {
        return new Quantity("", metric);
    }
}

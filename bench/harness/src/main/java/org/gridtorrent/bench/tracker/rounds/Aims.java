package org.gridtorrent.bench.tracker.rounds;

import java.util.function.Consumer;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;

/** Tells what was found beside what was aimed at. */
record Aims(String experiment, Consumer<Result> results) {
    void tell(String setting, Metric metric, double value, double aim) {
        tell(setting, metric, Samples.of(value), aim);
    }

    void tell(String setting, Metric metric, Samples found, double aim) {
        tell(setting, metric, found, Result.AIM, Samples.of(aim));
    }

    void tell(String setting, Metric metric, Samples found, String peer, Samples theirs) {
        results.accept(Result.Measured.of(experiment, setting, metric, TrackerLoad.SUBJECT, found,
                peer, theirs));
    }

    void skipped(String setting, String reason) {
        results.accept(new Result.Skipped(experiment, setting, TrackerLoad.SUBJECT, Result.AIM,
                reason));
    }
}

package org.gridtorrent.bench.paper;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.gridtorrent.bench.experiment.Comparison;
import org.gridtorrent.bench.experiment.Rounds;
import org.gridtorrent.bench.result.Result.Metric;
import org.gridtorrent.bench.result.Samples;

/**
 * Throughput by setting, in Mb/s, in the order in which settings were measured.
 *
 * @param samples at least one of each setting
 */
record ThroughputCurve(Map<StreamSetting, Samples> samples) {

    /** Curve of one subject over several comparisons. */
    static ThroughputCurve of(Map<StreamSetting, Comparison> cases, Rounds rounds,
            String subject) {
        Map<StreamSetting, Samples> samples = new LinkedHashMap<>();
        cases.forEach((setting, one) -> samples.put(setting,
                rounds.samples(one, subject, Metric.LINE_GOODPUT)));
        return new ThroughputCurve(samples);
    }

    Samples at(StreamSetting setting) {
        Samples found = samples.get(setting);
        if (found == null) {
            throw new IllegalArgumentException("nothing was measured at " + setting);
        }
        return found;
    }

    List<StreamSetting> settings() {
        return List.copyOf(samples.keySet());
    }

    /** Settings by their medians, the best first. */
    List<StreamSetting> ranking() {
        return samples.keySet().stream()
                .sorted(Comparator.comparingDouble((StreamSetting setting) -> at(setting).median())
                        .reversed())
                .toList();
    }

    StreamSetting best() {
        return ranking().getFirst();
    }

    /**
     * Part that is left of the best when streams go on being added: the least of the medians from the best setting
     * on, up to so many streams, ÷ the best of those; 1 if there is no fall.
     */
    double left(int mostStreams) {
        Predicate<StreamSetting> counts = setting -> setting.streams() <= mostStreams;
        StreamSetting top = ranking().stream().filter(counts).findFirst().orElseThrow();
        double least = samples.keySet().stream().filter(counts)
                .filter(setting -> setting.streams() >= top.streams())
                .mapToDouble(setting -> at(setting).median()).min().orElseThrow();
        return least / at(top).median();
    }
}

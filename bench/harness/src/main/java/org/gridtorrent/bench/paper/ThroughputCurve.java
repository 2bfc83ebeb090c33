package org.gridtorrent.bench.paper;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.gridtorrent.bench.result.Samples;

/** What was measured at each point of a curve, in Mb/s; pure. Not thread-safe. */
final class ThroughputCurve {
    private final Map<StreamSetting, Samples> samples = new LinkedHashMap<>();

    void add(StreamSetting point, double megabits) {
        samples.computeIfAbsent(point, _ -> new Samples()).add(megabits);
    }

    Samples at(StreamSetting point) {
        Samples found = samples.get(point);
        if (found == null) {
            throw new IllegalArgumentException("nothing was measured at " + point);
        }
        return found;
    }

    /** In the order in which they were first measured. */
    List<StreamSetting> points() {
        return List.copyOf(samples.keySet());
    }

    /** Points by their medians, the best first. */
    List<StreamSetting> ranking() {
        return samples.keySet().stream()
                .sorted(Comparator.comparingDouble((StreamSetting point) -> at(point).median())
                        .reversed())
                .toList();
    }

    StreamSetting best() {
        return ranking().getFirst();
    }

    /**
     * What is left of the best when streams go on being added: the least of the medians from the best point
     * on, up to so many streams, ÷ the best of those; 1 if there is no fall.
     */
    double left(int mostStreams) {
        Predicate<StreamSetting> counts = point -> point.streams() <= mostStreams;
        StreamSetting top = ranking().stream().filter(counts).findFirst().orElseThrow();
        double least = samples.keySet().stream().filter(counts)
                .filter(point -> point.streams() >= top.streams())
                .mapToDouble(point -> at(point).median()).min().orElseThrow();
        return least / at(top).median();
    }
}

package org.gridtorrent.bench.report.figure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.gridtorrent.bench.report.figure.Chart.Curve;
import org.gridtorrent.bench.result.Result;

/**
 * Finds charts in results: one count takes several values while all else is the same.
 *
 * <p>A second count that varies as well makes a curve of each of its values.
 */
public final class ChartFinder {
    /** Fewer points make no curve. */
    private static final int FEWEST_POINTS = 3;
    /** A self-tuned value is no point of a curve: it is drawn as a line at its height. */
    private static final String TUNED = "self-tuned";

    private ChartFinder() {}

    public static List<Chart> of(List<Result.Measured> results) {
        Map<Group, List<Point>> groups = new LinkedHashMap<>();
        for (Result.Measured result : results) {
            if (!result.setting().contains(TUNED)) {
                CaseCounts parsed = CaseCounts.of(result.setting());
                groups.computeIfAbsent(new Group(parsed.template(), result.metric()),
                        group -> new ArrayList<>()).add(new Point(parsed, result));
            }
        }
        List<Chart> figures = new ArrayList<>();
        groups.forEach((group, points) -> figure(group, points, results).ifPresent(figures::add));
        return figures;
    }

    /** Results that differ only by their counts. */
    private record Group(String template, Result.Metric metric) {}

    private record Point(CaseCounts counts, Result.Measured result) {}

    private static Optional<Chart> figure(Group group, List<Point> points,
            List<Result.Measured> all) {
        Map<String, Set<Double>> values = values(points);
        return values.entrySet().stream()
                .filter(count -> count.getValue().size() >= FEWEST_POINTS)
                .max(Comparator.comparingInt(count -> count.getValue().size()))
                .map(count -> figure(count.getKey(), values, group, points, all));
    }

    private static Map<String, Set<Double>> values(List<Point> points) {
        Map<String, Set<Double>> values = new LinkedHashMap<>();
        for (Point point : points) {
            point.counts.counts().forEach((what, count) -> values
                    .computeIfAbsent(what, key -> new TreeSet<>()).add(count));
        }
        return values;
    }

    private static Chart figure(String x, Map<String, Set<Double>> values, Group group,
            List<Point> points, List<Result.Measured> all) {
        List<String> others = others(x, values, points);
        Map<Name, NavigableMap<Double, Double>> curves = new LinkedHashMap<>();
        for (Point point : points) {
            String of = others.stream()
                    .map(what -> ", " + CaseCounts.text(point.counts.count(what), what))
                    .collect(Collectors.joining());
            double at = point.counts.count(x);
            put(curves, new Name(point.result.subject() + of, false), at, point.result.value());
            if (!isAim(point.result.peer())) {
                boolean level = isLevel(point.result.peer(), points);
                put(curves, new Name(point.result.peer() + (level ? "" : of), true), at,
                        point.result.peerValue());
            }
        }
        tuned(group, all, Objects.requireNonNull(values.get(x)), curves);
        return new Chart(title(group.template, values), x, group.metric.name(),
                group.metric.unit(), curves.entrySet().stream()
                        .sorted(Comparator.comparing(one -> one.getKey().peer)) // stable
                        .map(one -> new Curve(one.getKey().text, one.getKey().peer,
                                one.getValue()))
                        .toList());
    }

    /** Whether a peer is the same everywhere, such as a best that was found. */
    private static boolean isLevel(String peer, List<Point> points) {
        return points.stream().filter(point -> point.result.peer().equals(peer))
                .mapToDouble(point -> point.result.peerValue()).distinct().count() == 1;
    }

    /** Counts that tell curves apart: none where the first one alone tells each point from all others. */
    private static List<String> others(String x, Map<String, Set<Double>> values,
            List<Point> points) {
        List<String> vary = values.entrySet().stream()
                .filter(count -> !count.getKey().equals(x) && count.getValue().size() > 1)
                .sorted(Comparator.comparingInt(count -> count.getValue().size()))
                .map(Map.Entry::getKey).toList();
        for (int count = 0; count < vary.size(); count++) {
            List<String> some = vary.subList(0, count);
            if (areApart(points, x, some)) {
                return some;
            }
        }
        return vary;
    }

    /** True when all points of one subject and peer are at different places. */
    private static boolean areApart(List<Point> points, String x, List<String> others) {
        Map<List<Object>, Double> places = new LinkedHashMap<>();
        for (Point point : points) {
            List<Object> place = new ArrayList<>(List.of(point.result.subject(),
                    point.result.peer(), point.counts.count(x)));
            others.forEach(what -> place.add(point.counts.count(what)));
            if (places.putIfAbsent(place, point.result.value()) != null) {
                return false;
            }
        }
        return true;
    }

    /** Title with the counts that are the same for all, without those that vary. */
    private static String title(String template, Map<String, Set<Double>> values) {
        String title = template;
        for (Map.Entry<String, Set<Double>> value : values.entrySet()) {
            title = title.replace(CaseCounts.mark(value.getKey()), value.getValue().size() == 1
                    ? CaseCounts.text(value.getValue().iterator().next(), value.getKey())
                    : "");
        }
        return title.replaceAll("\\s*[,;:×](\\s*[,;:×])+\\s*", ", ")
                .replaceAll("[\\s,;:×]+$", "").replaceAll("^[\\s,;:×]+", "")
                .replaceAll("\\s+", " ");
    }

    private record Name(String text, boolean peer) {}

    private static void put(Map<Name, NavigableMap<Double, Double>> curves, Name name, double x,
            double y) {
        curves.computeIfAbsent(name, key -> new TreeMap<>()).put(x, y);
    }

    /** Adds self-tuned values of the same line (the case up to the colon) and the same metric. */
    private static void tuned(Group group, List<Result.Measured> all, Set<Double> at,
            Map<Name, NavigableMap<Double, Double>> curves) {
        String line = line(group.template);
        for (Result.Measured result : all) {
            if (result.setting().contains(TUNED) && result.metric().equals(group.metric)
                    && line(result.setting()).equals(line)) {
                String how = result.setting().substring(result.setting().indexOf(TUNED));
                Name name = new Name(result.subject() + ", " + how, false);
                at.forEach(x -> put(curves, name, x, result.value()));
            }
        }
    }

    private static String line(String setting) {
        int end = setting.indexOf(": ");
        return end < 0 ? "" : setting.substring(0, end);
    }

    /** True of an aim or a published figure, which is no program's value. */
    static boolean isAim(String peer) {
        return peer.equals(Result.AIM) || peer.startsWith("the paper");
    }
}

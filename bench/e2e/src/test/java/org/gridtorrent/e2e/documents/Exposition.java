package org.gridtorrent.e2e.documents;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parser of Prometheus's text format, for names, types, labels and help. */
final class Exposition {
    private static final Pattern COMMENT = Pattern.compile("# (HELP|TYPE) (\\S+) (.*)");
    private static final Pattern SAMPLE = Pattern.compile("([a-z0-9_]+)(?:\\{(.*)})? \\S+");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"");

    /** @param labels without the bounds of a histogram */
    record Metric(String name, String type, List<String> labels, String help) {}

    private Exposition() {}

    /** Metrics in the order of their names. */
    static List<Metric> parse(String text) {
        Map<String, String> help = new TreeMap<>();
        Map<String, String> types = new TreeMap<>();
        Map<String, TreeSet<String>> labels = new TreeMap<>();
        text.lines().forEach(line -> {
            Matcher comment = COMMENT.matcher(line);
            Matcher sample = SAMPLE.matcher(line);
            if (comment.matches()) {
                (comment.group(1).equals("HELP") ? help : types).put(comment.group(2),
                        comment.group(3));
            } else if (sample.matches() && sample.group(2) != null) {
                String name = sample.group(1).replaceFirst("_(bucket|count|sum|max)$", "");
                for (Matcher label = LABEL.matcher(sample.group(2)); label.find();) {
                    if (!label.group(1).equals("le")) {
                        labels.computeIfAbsent(name, _ -> new TreeSet<>()).add(label.group(1));
                    }
                }
            }
        });
        List<Metric> metrics = new ArrayList<>();
        types.forEach((name, type) -> metrics.add(new Metric(name, type,
                List.copyOf(labels.getOrDefault(name.replaceFirst("_max$", ""),
                        new TreeSet<>())),
                help.getOrDefault(name, ""))));
        return metrics;
    }
}

package org.gridtorrent.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Measured;
import org.gridtorrent.bench.run.RunRecord;

/**
 * Difference between a report and an older one.
 *
 * @param changes of rows that both have, the worst first
 * @param removed rows that only the older report has
 * @param added rows that only this one has
 * @param environmentDifferences scales and machines that differ, as sentences with the experiments
 */
record ReportDiff(List<RowChange> changes, List<Measured> removed, List<Measured> added,
        List<String> environmentDifferences) {

    static ReportDiff between(List<ReportSection> then, List<ReportSection> now) {
        List<Measured> older = comparable(then);
        List<Measured> newer = comparable(now);
        List<RowChange> changes = new ArrayList<>();
        match(older, newer, changes, Key::exact);
        match(older, newer, changes, Key::normalized);
        changes.sort(Comparator.comparing(RowChange::verdict).reversed()
                .thenComparing(Comparator.comparingDouble(RowChange::size).reversed()));
        return new ReportDiff(changes, older, newer, environmentDifferences(then, now));
    }

    private static List<Measured> comparable(List<ReportSection> sections) {
        return new ArrayList<>(sections.stream().flatMap(section -> section.measured().stream())
                .filter(row -> !row.peer().equals(Result.FAIR_SHARE)).toList());
    }

    /** Moves rows whose key is unique in both to the changes. */
    private static void match(List<Measured> older, List<Measured> newer, List<RowChange> changes,
            Function<Measured, Key> key) {
        Map<Key, List<Measured>> then = older.stream().collect(Collectors.groupingBy(key));
        newer.stream().collect(Collectors.groupingBy(key)).forEach((one, rows) -> {
            List<Measured> before = then.getOrDefault(one, List.of());
            if (rows.size() == 1 && before.size() == 1) {
                changes.add(new RowChange(before.getFirst(), rows.getFirst()));
                older.remove(before.getFirst());
                newer.remove(rows.getFirst());
            }
        });
    }

    /** Key by which a row is known again. */
    private record Key(String experiment, String setting, String subject, String metric,
            String peer) {
        static Key exact(Measured row) {
            return new Key(row.experiment(), row.setting(), row.subject(), row.metric().name(),
                    row.peer());
        }

        /** Without numbers of streams and seeders: a run may have found these by itself. */
        static Key normalized(Measured row) {
            return new Key(row.experiment(), normalized(row.setting()), row.subject(),
                    row.metric().name(), normalized(row.peer()));
        }

        private static String normalized(String text) {
            return text.replaceAll("\\d+(?= (streams?|seeders?)\\b)|(?<=PTCP's |count: )\\d+",
                    "#");
        }
    }

    private static List<String> environmentDifferences(List<ReportSection> then,
            List<ReportSection> now) {
        Map<String, List<String>> experiments = new LinkedHashMap<>();
        for (ReportSection section : now) {
            Optional<RunRecord> older = then.stream()
                    .filter(before -> before.experiment().equals(section.experiment()))
                    .findFirst().flatMap(ReportSection::record);
            if (older.isPresent() && section.record().isPresent()) {
                differences(older.get(), section.record().get()).forEach(difference -> experiments
                        .computeIfAbsent(difference, _ -> new ArrayList<>())
                        .add(section.experiment()));
            }
        }
        return experiments.entrySet().stream()
                .map(one -> one.getKey() + ": " + String.join(", ", one.getValue()) + ".")
                .toList();
    }

    private static List<String> differences(RunRecord then, RunRecord now) {
        List<String> differences = new ArrayList<>();
        if (!then.scale().equals(now.scale())) {
            differences.add("Then of the scale " + then.scale() + ", now " + now.scale());
        }
        if (!then.machine().equals(now.machine())) {
            differences.add("Then on " + then.machine().describe() + ", now on "
                    + now.machine().describe());
        }
        return differences;
    }

    /** Changes that are not equal. */
    Stream<RowChange> different() {
        return changes.stream().filter(change -> change.verdict() != Verdict.EQUAL);
    }

    private long count(Verdict verdict) {
        return changes.stream().filter(change -> change.verdict() == verdict).count();
    }

    /** In a sentence. */
    String describe() {
        return String.format(Locale.ROOT, "Of %d rows that both have, by their ratio to the peer,"
                + " %d became better, %d worse, %d are equal (within 5 %%, or the largest spread of"
                + " them). %d rows are new, %d are gone.", changes.size(), count(Verdict.BETTER),
                count(Verdict.WORSE), count(Verdict.EQUAL), added.size(), removed.size());
    }

    /** A line for each row that is not equal, and the sentence. */
    String text() {
        StringBuilder text = new StringBuilder();
        different().forEach(change -> text.append(String.format(Locale.ROOT,
                "%-6s  %s, %s: %s, %s beside %s: ratio %s, was %s (%s)%n",
                change.verdict().label(), change.now().experiment(), change.now().setting(),
                change.now().metric().name(), change.now().subject(), change.now().peer(),
                change.now().ratioText(), change.then().ratioText(),
                change.now().metric().better().describe())));
        text.append(describe()).append(System.lineSeparator());
        environmentDifferences
                .forEach(sentence -> text.append(sentence).append(System.lineSeparator()));
        return text.toString();
    }
}

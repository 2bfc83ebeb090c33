package org.gridtorrent.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Measured;

/**
 * A row of this report beside the same of an older one: what its ratio has become, so that a faster
 * machine, which is as much faster for the peer, is no change.
 */
record RowChange(Measured then, Measured now) {
    /** Times the older ratio. */
    double ratio() {
        return now.ratio() == then.ratio() ? 1 : now.ratio() / then.ratio();
    }

    /** Equal within the largest spread of both, the peers' too: a ratio scatters with either. */
    Verdict verdict() {
        return Verdict.of(ratio(), Math.max(then.largerSpread(), now.largerSpread()),
                now.metric().better());
    }

    /**
     * What became of an older report's rows.
     *
     * @param changes the worst first
     * @param gone rows that only the older report has
     * @param fresh rows that only this one has
     * @param unlike what was not the same when they were measured, in sentences
     */
    record Since(List<RowChange> changes, List<Measured> gone, List<Measured> fresh,
            List<String> unlike) {
        long count(Verdict verdict) {
            return changes.stream().filter(change -> change.verdict() == verdict).count();
        }
    }

    static Since between(List<ReportSection> then, List<ReportSection> now) {
        List<Measured> older = new ArrayList<>(rows(then));
        List<Measured> newer = new ArrayList<>(rows(now));
        List<RowChange> changes = new ArrayList<>();
        match(older, newer, changes, Key::exact);
        match(older, newer, changes, Key::loose);
        changes.sort(Comparator.comparing(RowChange::verdict).reversed()
                .thenComparing(Comparator.comparingDouble(RowChange::loss).reversed()));
        return new Since(changes, older, newer, Unlike.of(then, now));
    }

    private double loss() {
        return Math.abs(Math.log(ratio()));
    }

    /** Those that are judged. */
    private static List<Measured> rows(List<ReportSection> sections) {
        return sections.stream().flatMap(section -> section.measured().stream())
                .filter(row -> !row.peer().equals(Result.FAIR_SHARE)).toList();
    }

    /** Takes out of both what has the same key and is the only one of it. */
    private static void match(List<Measured> older, List<Measured> newer, List<RowChange> changes,
            Function<Measured, Key> key) {
        Map<Key, List<Measured>> then = grouped(older, key);
        Map<Key, List<Measured>> now = grouped(newer, key);
        now.forEach((one, rows) -> {
            List<Measured> before = then.getOrDefault(one, List.of());
            if (rows.size() == 1 && before.size() == 1) {
                changes.add(new RowChange(before.getFirst(), rows.getFirst()));
                older.remove(before.getFirst());
                newer.remove(rows.getFirst());
            }
        });
    }

    private static Map<Key, List<Measured>> grouped(List<Measured> rows,
            Function<Measured, Key> key) {
        Map<Key, List<Measured>> grouped = new HashMap<>();
        rows.forEach(row -> grouped.computeIfAbsent(key.apply(row), one -> new ArrayList<>())
                .add(row));
        return grouped;
    }

    /** By what a row is known again. */
    private record Key(String experiment, String setting, String subject, String metric,
            String peer) {
        static Key exact(Measured row) {
            return new Key(row.experiment(), row.setting(), row.subject(), row.metric().name(),
                    row.peer());
        }

        /** Without how many streams and seeders it was: a run may have found these by itself. */
        static Key loose(Measured row) {
            return new Key(row.experiment(), loose(row.setting()), row.subject(),
                    row.metric().name(), loose(row.peer()));
        }

        private static String loose(String words) {
            return words.replaceAll("\\d+(?= (streams?|seeders?)\\b)|(?<=PTCP's |count: )\\d+",
                    "#");
        }
    }
}

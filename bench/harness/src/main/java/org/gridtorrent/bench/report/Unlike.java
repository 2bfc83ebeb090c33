package org.gridtorrent.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.bench.run.RunRecord;

/** What two reports' experiments did not have in common, so that their rows may differ for that alone. */
final class Unlike {
    private Unlike() {}

    /** In sentences, with the experiments; none if all was alike, or is not known. */
    static List<String> of(List<ReportSection> then, List<ReportSection> now) {
        Map<String, List<String>> experiments = new LinkedHashMap<>();
        for (ReportSection section : now) {
            Optional<RunRecord> older = then.stream()
                    .filter(before -> before.experiment().equals(section.experiment()))
                    .findFirst().flatMap(ReportSection::record);
            if (older.isPresent() && section.record().isPresent()) {
                between(older.get(), section.record().get()).forEach(
                        difference -> experiments.computeIfAbsent(difference,
                                _ -> new ArrayList<>()).add(section.experiment()));
            }
        }
        return experiments.entrySet().stream()
                .map(one -> one.getKey() + ": " + String.join(", ", one.getValue()) + ".")
                .toList();
    }

    private static List<String> between(RunRecord then, RunRecord now) {
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
}

package org.gridtorrent.bench.report;

import java.util.List;
import java.util.Optional;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.Result.Measured;
import org.gridtorrent.bench.run.RunRecord;
import org.gridtorrent.bench.testbed.RealHosts;

/** An experiment's results, with the record of the run if there is one. */
record ReportSection(String experiment, Optional<RunRecord> record, List<Result> results) {
    /** Empty where a run was not recorded. */
    String question() {
        return record.map(RunRecord::question).orElse("");
    }

    /**
     * Published figures of the experiment; none for rows between real hosts, whose lines are not the
     * paper's.
     */
    List<PublishedFigure> published() {
        return results.stream().anyMatch(row -> row.setting().startsWith(RealHosts.PREFIX))
                ? List.of()
                : PublishedFigure.of(experiment);
    }

    List<Measured> measured() {
        return results.stream().filter(Measured.class::isInstance).map(Measured.class::cast)
                .toList();
    }

    List<Result.Skipped> skipped() {
        return results.stream().filter(Result.Skipped.class::isInstance)
                .map(Result.Skipped.class::cast).toList();
    }
}

package org.gridtorrent.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.gridtorrent.bench.report.Report;
import org.gridtorrent.bench.result.ResultJson;
import org.gridtorrent.bench.result.ResultTable;
import org.gridtorrent.terminal.CommandFailure;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command {@code report}: makes a page and a JSON file of all kept results. */
@Command(name = "report", description = "Makes report.html and report.json of the kept results.")
final class ReportCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(names = "--json", description = "Print the results as JSON, one object a line.")
    private boolean json;

    @Option(names = "--against", paramLabel = "OLD.json", description = "An older report.json: says what became better, equal or worse since.")
    private @Nullable Path against;

    @Option(names = "--charts", paramLabel = "DIR", description = "Also draw each case with two peers or more as a bar chart, an SVG file in this folder.")
    private @Nullable Path charts;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "bench-results", description = "Where results are kept (default: ${DEFAULT-VALUE}).")
    private Path folder = Path.of("bench-results");

    @Override
    public Integer call() throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw CommandFailure.badInput(folder + " is no folder of results (--out)");
        }
        // Read first: it may be the file that is written anew.
        Optional<Report> older = against == null
                ? Optional.empty()
                : Optional.of(Report.read(against));
        Report report = Report.load(folder, Experiments.names());
        Path page = report.write(folder, older);
        if (charts != null) {
            report.writeCharts(charts);
        }
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        if (json) {
            report.results().forEach(result -> out.println(ResultJson.encode(result)));
            older.ifPresent(one -> err.print(report.since(one)));
        } else {
            out.print(older.map(report::since)
                    .orElseGet(() -> ResultTable.of(List.copyOf(report.results()))));
        }
        out.flush();
        err.println("wrote " + page.toAbsolutePath());
        return 0;
    }
}

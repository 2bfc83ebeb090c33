package org.gridtorrent.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.gridtorrent.bench.result.ReportPage;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.ResultLines;
import org.gridtorrent.bench.result.ResultTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes a page and a JSON file of all results that were kept. */
@Command(name = "report", description = "Makes report.html and report.json of the kept results.")
final class ReportCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(names = "--json", description = "Print the results as JSON, one object a line.")
    private boolean json;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "bench-results", description = "Where results are kept (default: ${DEFAULT-VALUE}).")
    private Path folder = Path.of("bench-results");

    @Override
    public Integer call() throws IOException {
        List<Result> results = ResultLines.load(folder);
        if (results.isEmpty()) {
            throw new NoSuchFileException(folder + "/*.jsonl");
        }
        List<String> lines = results.stream().map(ResultLines::encode).toList();
        Path page = folder.resolve("report.html");
        Files.writeString(page, ReportPage.of(results));
        Files.writeString(folder.resolve("report.json"), "[" + String.join(",\n", lines) + "]\n");
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            lines.forEach(out::println);
        } else {
            out.print(ResultTable.of(results));
        }
        out.flush();
        spec.commandLine().getErr().println("wrote " + page.toAbsolutePath());
        return 0;
    }
}

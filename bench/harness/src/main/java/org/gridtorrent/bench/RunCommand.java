package org.gridtorrent.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.Experiment.Scale;
import org.gridtorrent.bench.experiment.Experiments;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.ResultLines;
import org.gridtorrent.bench.result.ResultTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs experiments one after the other and keeps what they measured. */
@Command(name = "run", description = "Runs experiments and keeps their results.")
final class RunCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "EXPERIMENT", description = "As 'list' names them.")
    private List<String> names = List.of();

    @Option(names = "--quick", description = "Less data and fewer rounds: to see that it works.")
    private boolean quick;

    @Option(names = "--json", description = "Print each result as one JSON object a line.")
    private boolean json;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "bench-results", description = "Where results are kept (default: ${DEFAULT-VALUE}).")
    private Path folder = Path.of("bench-results");

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Experiment> experiments = names.stream().map(this::experiment).toList();
        for (Experiment experiment : experiments) {
            run(experiment);
        }
        return 0;
    }

    private Experiment experiment(String name) {
        return Experiments.named(name).orElseThrow(() -> new ParameterException(
                spec.commandLine(),
                "there is no experiment '" + name + "'; see: gridtorrent-bench list"));
    }

    private void run(Experiment experiment) throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        KeptRun run = new KeptRun(folder, result -> {
            if (json) {
                out.println(ResultLines.encode(result));
                out.flush();
            }
        });
        List<Result> results = run.of(experiment, quick ? Scale.QUICK : Scale.FULL, err::println);
        if (!json) {
            out.print(ResultTable.of(results));
            out.flush();
        }
    }
}

package org.gridtorrent.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.Experiment.Progress;
import org.gridtorrent.bench.experiment.Experiment.Scale;
import org.gridtorrent.bench.experiment.GivenHosts;
import org.gridtorrent.bench.experiment.Ground;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.ResultLines;
import org.gridtorrent.bench.result.ResultTable;
import org.gridtorrent.bench.run.Timetable;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Failures;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
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

    @Parameters(arity = "0..*", paramLabel = "EXPERIMENT", description = "As 'list' names them.")
    private List<String> names = List.of();

    @Option(names = "--all", description = "Every experiment, one after the other. A failure is said, and the others run.")
    private boolean all;

    @ArgGroup
    private @Nullable HowMuch howMuch;

    @Option(names = "--between", paramLabel = "FILE", description = {
        "Between the two hosts that FILE names, the sender first, in place of an emulated line:",
        "ADDRESS [COMMAND], one a line; COMMAND runs a command line there, such as: ssh lab7"})
    private @Nullable Path hosts;

    @Option(names = "--json", description = "Print each result as one JSON object a line.")
    private boolean json;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "bench-results", description = "Where results are kept (default: ${DEFAULT-VALUE}).")
    private Path folder = Path.of("bench-results");

    /** One of them at most. */
    static final class HowMuch {
        @Option(names = "--full", description = "All rounds (the default for experiments by name).")
        private boolean full;

        @Option(names = "--brief", description = "Fewer rounds, counts or lines (the default with --all, then within 90 minutes).")
        private boolean brief;

        @Option(names = "--quick", description = "Little data and one round: to see that it works (with --all some minutes).")
        private boolean quick;

        private Scale scale() {
            if (full) {
                return Scale.FULL;
            }
            return brief && !quick ? Scale.BRIEF : Scale.QUICK;
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (all != names.isEmpty()) {
            throw new ParameterException(spec.commandLine(), all
                    ? "--all runs every experiment: name none"
                    : "name an experiment, or say --all; see: gridtorrent-bench list");
        }
        List<Experiment> experiments = hosts == null
                ? chosen(Experiments.all())
                : between(hosts);
        if (experiments.size() == 1) {
            run(experiments.getFirst(), line -> spec.commandLine().getErr().println(line));
        } else {
            runEach(experiments);
        }
        return 0;
    }

    /** What cannot be run so is said before the hosts are asked anything. */
    private List<Experiment> between(Path hosts) throws IOException, InterruptedException {
        var _ = chosen(Experiments.over(Ground.OWN_LINES));
        return chosen(Experiments.over(GivenHosts.read(hosts, Main.Version.text())));
    }

    private List<Experiment> chosen(List<Experiment> known) {
        return all ? known : names.stream().map(name -> named(name, known)).toList();
    }

    private Experiment named(String name, List<Experiment> known) {
        return known.stream().filter(experiment -> experiment.name().equals(name)).findFirst()
                .orElseThrow(() -> new ParameterException(spec.commandLine(), hosts == null
                        ? "there is no experiment '" + name + "'; see: gridtorrent-bench list"
                        : "between hosts there is no experiment '" + name + "'; there are "
                                + known.stream().map(Experiment::name)
                                        .collect(Collectors.joining(", "))));
    }

    private Scale scale() {
        if (howMuch == null) {
            return all ? Scale.BRIEF : Scale.FULL;
        }
        return howMuch.scale();
    }

    private void runEach(List<Experiment> experiments) throws InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        Timetable timetable = new Timetable(experiments.stream().map(Experiment::name).toList(),
                scale(), InstantSource.system());
        List<String> failures = new ArrayList<>();
        for (int i = 0; i < experiments.size(); i++) {
            Experiment experiment = experiments.get(i);
            timetable.next();
            err.printf(Locale.ROOT, "[%s] %d of %d, %s: %s%n", timetable.words(), i + 1,
                    experiments.size(), experiment.name(), experiment.question());
            try {
                run(experiment, line -> err.printf("[%s] %s%n", timetable.words(), line));
            } catch (IOException | RuntimeException e) {
                failures.add(experiment.name() + ": " + Failures.describe(e).line());
                err.println("gridtorrent-bench: " + failures.getLast());
            }
        }
        if (!failures.isEmpty()) {
            throw new CommandFailure(ExitStatus.FAILED, "%d of %d experiments failed: %s"
                    .formatted(failures.size(), experiments.size(),
                            String.join("; ", failures)));
        }
    }

    private void run(Experiment experiment, Progress progress)
            throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        KeptRun run = new KeptRun(folder, result -> {
            if (json) {
                out.println(ResultLines.encode(result));
                out.flush();
            }
        });
        List<Result> results = run.of(experiment, scale(), progress);
        if (!json) {
            out.print(ResultTable.of(results));
            out.flush();
        }
    }
}

package org.gridtorrent.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.Experiment.Progress;
import org.gridtorrent.bench.experiment.Experiment.Scale;
import org.gridtorrent.bench.report.Report;
import org.gridtorrent.bench.result.Result;
import org.gridtorrent.bench.result.ResultJson;
import org.gridtorrent.bench.result.ResultTable;
import org.gridtorrent.bench.run.TimeEstimate;
import org.gridtorrent.bench.testbed.RealHosts;
import org.gridtorrent.bench.testbed.Testbed;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.Failures;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code run}: runs experiments in turn and keeps their results; of several it makes the report. */
@Command(name = "run", description = "Runs experiments and keeps their results; of several it makes the report.")
final class RunCommand implements Callable<Integer> {
    /** Experiments at once with {@code --quick}: so little is measured that it may be disturbed. */
    private static final int QUICK_AT_ONCE = 2;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "EXPERIMENT", description = "As 'list' names them.")
    private List<String> names = List.of();

    @Option(names = "--all", description = "Every experiment, and the report of all. A failure is said, and the others run.")
    private boolean all;

    @ArgGroup
    private @Nullable ScaleOptions scaleOptions;

    @Option(names = "--between", paramLabel = "FILE", description = {
        "Between the hosts that FILE names, the sender first, then the receiver, in place of an emulated line:",
        "ADDRESS [COMMAND], one a line; COMMAND runs a command line there, such as: ssh lab7"})
    private @Nullable Path hosts;

    @Option(names = "--json", description = "Print each result as one JSON object a line.")
    private boolean json;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "bench-results", description = "Where results are kept (default: ${DEFAULT-VALUE}).")
    private Path folder = Path.of("bench-results");

    private Testbed testbed = Testbed.EMULATED;

    /** Scale options, of which one may be given. */
    static final class ScaleOptions {
        @Option(names = "--full", description = "All rounds (the default for experiments by name).")
        private boolean full;

        @Option(names = "--brief", description = "Fewer rounds, counts or lines (the default with --all, then within 90 minutes).")
        private boolean brief;

        @Option(names = "--quick", description = "Little data and one round, two experiments at once: to see that it works (with --all within 3 minutes).")
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
        checkFolder();
        // What cannot be run so is said before the hosts are asked anything.
        List<Experiment> experiments = chosen(
                hosts == null ? Experiments.all() : Experiments.overLines());
        if (hosts != null) {
            testbed = RealHosts.read(hosts, Main.Version.text());
        }
        if (experiments.size() == 1) {
            run(experiments.getFirst(), line -> spec.commandLine().getErr().println(line));
        } else {
            runEach(experiments);
        }
        return 0;
    }

    /** Fails before anything is measured that could not be kept. */
    private void checkFolder() {
        Path there = folder.toAbsolutePath();
        while (there.getParent() != null && !Files.exists(there)) {
            there = there.getParent();
        }
        if (!Files.isDirectory(there) || !Files.isWritable(there)) {
            throw CommandFailure.failed("results cannot be kept in " + folder + " (--out): " + there
                    + (Files.isDirectory(there) ? " cannot be written to" : " is no folder"));
        }
    }

    private List<Experiment> chosen(List<Experiment> known) {
        return all ? known : names.stream().distinct().map(name -> named(name, known)).toList();
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
        if (scaleOptions == null) {
            return all ? Scale.BRIEF : Scale.FULL;
        }
        return scaleOptions.scale();
    }

    /** Run of one experiment among several. */
    private interface OneRun {
        void run(Experiment experiment, Progress progress)
                throws IOException, InterruptedException;
    }

    /** Runs several in turn, or some at once in child processes, and makes the report of all kept results. */
    private void runEach(List<Experiment> experiments) throws InterruptedException {
        List<String> failures;
        if (hosts == null && scale() == Scale.QUICK) {
            var processes = new ExperimentProcesses(scale(), folder, json);
            failures = runEach(experiments, QUICK_AT_ONCE, (experiment, progress) -> processes
                    .run(experiment, progress::message, this::print));
        } else {
            failures = runEach(experiments, 1, this::run);
        }
        List<String> ends = new ArrayList<>();
        if (!failures.isEmpty()) {
            ends.add("%d of %d experiments failed: %s".formatted(failures.size(),
                    experiments.size(), String.join("; ", failures)));
        }
        if (failures.size() < experiments.size()) {
            writeReport().ifPresent(ends::add);
        }
        if (!ends.isEmpty()) {
            throw CommandFailure.failed(String.join("; ", ends));
        }
    }

    /** Returns the failures. */
    private List<String> runEach(List<Experiment> experiments, int atOnce, OneRun one)
            throws InterruptedException {
        var estimate = new TimeEstimate(experiments.stream().map(Experiment::name).toList(),
                scale(), atOnce, InstantSource.system());
        PrintWriter err = spec.commandLine().getErr();
        Progress progress = line -> err.printf("[%s] %s%n", estimate.describe(), line);
        List<Future<?>> runs = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(atOnce)) {
            for (int i = 0; i < experiments.size(); i++) {
                int number = i;
                Experiment experiment = experiments.get(i);
                runs.add(pool.submit(() -> {
                    estimate.begins(number);
                    progress.message("%d of %d, %s: %s".formatted(number + 1, experiments.size(),
                            experiment.name(), experiment.question()));
                    try {
                        one.run(experiment, progress);
                    } catch (IOException | RuntimeException e) {
                        err.println("gridtorrent-bench: " + failure(experiment, e));
                        throw e;
                    } finally {
                        estimate.ended(number);
                    }
                    return null;
                }));
            }
            for (int i = 0; i < experiments.size(); i++) {
                try {
                    runs.get(i).get();
                } catch (ExecutionException e) {
                    failures.add(failure(experiments.get(i), e));
                }
            }
        }
        return failures;
    }

    private static String failure(Experiment experiment, Exception why) {
        return experiment.name() + ": " + Failures.describe(why).line();
    }

    /** Writes the report; returns why it could not, if so. */
    private Optional<String> writeReport() {
        try {
            Path page = Report.load(folder, Experiments.names()).write(folder, Optional.empty());
            spec.commandLine().getErr().println("wrote " + page.toAbsolutePath());
            return Optional.empty();
        } catch (IOException | RuntimeException e) {
            return Optional.of("there is no report: " + Failures.describe(e).line());
        }
    }

    private void print(String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(text);
        out.flush();
    }

    private void run(Experiment experiment, Progress progress)
            throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        RecordedRun run = new RecordedRun(folder, testbed, result -> {
            if (json) {
                out.println(ResultJson.encode(result));
                out.flush();
            }
        });
        List<Result> results = run.of(experiment, scale(), progress);
        if (!json) {
            print(ResultTable.of(results));
        }
    }
}

package org.gridtorrent.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.Experiment.Scale;
import org.gridtorrent.bench.process.BackgroundTask;
import org.gridtorrent.bench.process.ChildJvm;
import org.gridtorrent.bench.process.Tool;
import org.gridtorrent.terminal.CommandFailure;

/**
 * Runs experiments in child processes, so that several can run at once. Thread-safe.
 *
 * <p>Each run so has a record of its own programs alone. The processes end with this one, also when it is
 * killed.
 */
final class ExperimentProcesses {
    private static final List<String> OPTIONS = List.of("-XX:+UseParallelGC", "-Xmx1g");
    private static final int SECONDS_TO_END = 10;
    /** Beginning of the line that says why a command failed. */
    private static final String FAILED = "gridtorrent-bench: ";

    private final Scale scale;
    private final Path folder;
    private final boolean json;
    private final Set<Process> running = ConcurrentHashMap.newKeySet();
    private boolean ending;

    /**
     * @param folder where results are kept
     * @param json whether they are printed as such
     */
    ExperimentProcesses(Scale scale, Path folder, boolean json) {
        this.scale = scale;
        this.folder = folder;
        this.json = json;
        Runtime.getRuntime().addShutdownHook(new Thread(this::end, "separate-runs-end"));
    }

    /**
     * Returns when it has ended; that it failed is an exception.
     *
     * @param progress each line that tells meanwhile what is being done
     * @param output what it prints of its results, in the end
     */
    void run(Experiment experiment, Consumer<String> progress, Consumer<String> output)
            throws IOException, InterruptedException {
        Process process = start(experiment);
        try (BufferedReader lines = process.errorReader(StandardCharsets.UTF_8)) {
            FutureTask<byte[]> results = BackgroundTask
                    .start(() -> process.getInputStream().readAllBytes());
            Optional<String> why = Optional.empty();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                progress.accept(line);
                if (line.startsWith(FAILED)) {
                    why = Optional.of(line.substring(FAILED.length()));
                }
            }
            int exit = process.waitFor();
            output.accept(new String(BackgroundTask.outcome(results), StandardCharsets.UTF_8));
            if (exit != 0) {
                throw new CommandFailure(exit,
                        why.orElse("its process ended with the status " + exit));
            }
        } finally {
            process.destroy();
            running.remove(process);
        }
    }

    private synchronized Process start(Experiment experiment) throws IOException {
        if (ending) {
            throw CommandFailure.failed("interrupted");
        }
        Process process = new ProcessBuilder(
                Tool.tied(ChildJvm.command(OPTIONS, arguments(experiment)))).start();
        running.add(process);
        return process;
    }

    /** Ends all processes, and waits until they have cleaned up. */
    private void end() {
        synchronized (this) {
            ending = true;
        }
        running.forEach(Process::destroy);
        try {
            for (Process process : running) {
                process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<String> arguments(Experiment experiment) {
        List<String> arguments = new ArrayList<>(List.of("run", experiment.name(),
                "--" + scale.name().toLowerCase(Locale.ROOT), "--out", folder.toString()));
        if (json) {
            arguments.add("--json");
        }
        return arguments;
    }
}

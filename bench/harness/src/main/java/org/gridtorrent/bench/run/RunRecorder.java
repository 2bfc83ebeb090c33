package org.gridtorrent.bench.run;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.bench.experiment.Experiment;
import org.gridtorrent.bench.experiment.Experiment.Progress;
import org.gridtorrent.bench.experiment.Experiment.Scale;
import org.gridtorrent.bench.experiment.ToolUse;
import org.gridtorrent.bench.process.ProcessorTime;
import org.gridtorrent.bench.run.RunRecord.State;
import org.jspecify.annotations.Nullable;

/** Collects a run's record from its progress, and passes progress on to the user. Thread-safe. */
public final class RunRecorder implements Progress, AutoCloseable {
    private final Experiment experiment;
    private final Scale scale;
    private final String version;
    private final Progress listener;
    private final MachineInfo machine = MachineInfo.here();
    private final Instant begun = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private final long begunNs = System.nanoTime();
    private final ProcessorTime processors = new ProcessorTime();
    private final ProcessMonitor processes = new ProcessMonitor();
    private final Set<ToolUse> tools = new LinkedHashSet<>();
    private final Set<String> lines = new LinkedHashSet<>();
    private final Set<String> disturbed = new LinkedHashSet<>();

    public RunRecorder(Experiment experiment, Scale scale, String version, Progress listener) {
        this.experiment = experiment;
        this.scale = scale;
        this.version = version;
        this.listener = listener;
    }

    @Override
    public void message(String line) {
        listener.message(line);
    }

    /** Passed on only when it is new: many rounds call a program alike. */
    @Override
    public synchronized void toolUsed(ToolUse use) {
        if (tools.add(use)) {
            listener.toolUsed(use);
        }
    }

    @Override
    public synchronized void linkTraffic(String description) {
        lines.add(description);
        listener.linkTraffic(description);
    }

    @Override
    public synchronized void noiseDetected(String description) {
        disturbed.add(description);
        listener.noiseDetected(description);
    }

    public synchronized RunRecord underWay() {
        return record(State.UNDER_WAY, null, List.copyOf(tools));
    }

    public synchronized RunRecord done() {
        recordOtherProcesses();
        return record(State.DONE, null, allTools());
    }

    public synchronized RunRecord failed(String why) {
        recordOtherProcesses();
        return record(State.FAILED, why, allTools());
    }

    /** Not of a quick run: another runs beside it, and nothing is to be relied on. */
    private void recordOtherProcesses() {
        if (scale != Scale.QUICK) {
            processes.disturbance()
                    .ifPresent(
                            description -> noiseDetected(experiment.name() + ": " + description));
        }
    }

    /** Tools that the experiment named, and others that were seen. */
    private List<ToolUse> allTools() {
        List<ToolUse> all = new ArrayList<>(tools);
        all.addAll(ToolVersions.of(processes.calls(), tools));
        return all;
    }

    private RunRecord record(State state, @Nullable String failure, List<ToolUse> programs) {
        return new RunRecord(experiment.name(), experiment.question(),
                scale.name().toLowerCase(Locale.ROOT), begun.toString(),
                (System.nanoTime() - begunNs) / (double) TimeUnit.SECONDS.toNanos(1), state,
                failure, version, machine, processors.stolenShare(), processes.cpuSeconds(),
                processes.programs(), programs, List.copyOf(lines),
                List.copyOf(disturbed), null);
    }

    @Override
    public void close() {
        processes.close();
    }
}

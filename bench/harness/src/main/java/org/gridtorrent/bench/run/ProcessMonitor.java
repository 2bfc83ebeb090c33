package org.gridtorrent.bench.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.bench.process.CpuClock;
import org.gridtorrent.bench.process.ProcessStats;
import org.gridtorrent.bench.process.ProcessTimes;
import org.gridtorrent.bench.run.RunRecord.Program;
import org.gridtorrent.bench.testbed.TempFolder;

/**
 * Sampler of all processes that this one started, and of others now and then. Thread-safe.
 *
 * <p>It samples twice a second, because the figures of a process are lost when it ends.
 */
final class ProcessMonitor implements AutoCloseable {
    private static final long SAMPLE_INTERVAL_MILLIS = 500;
    /** Samples of this program's processes for each sample of other programs. */
    private static final int SAMPLES_PER_OTHERS_SAMPLE = 10;
    /** A process with less processor time only started another one, and is left out. */
    private static final double MIN_SECONDS = 0.02;
    private static final double MEBIBYTE = 1 << 20;
    /** Option by which a launcher of this project names itself. */
    private static final String LAUNCHER = "-Dgridtorrent.launcher=";

    private final CpuClock own = new CpuClock();
    private final double childrenBefore = childrenSeconds();
    private final Map<ProcessHandle, Seen> seen = new HashMap<>();
    private final BackgroundLoad others = new BackgroundLoad();
    private final CountDownLatch closing = new CountDownLatch(1);
    private long maxOwnBytes;

    ProcessMonitor() {
        Thread.ofVirtual().start(this::watch);
    }

    /** Figures of one process at the last sample. */
    private record Seen(String name, String call, Duration cpu, long peakResidentBytes) {}

    private void watch() {
        try {
            sampleOtherProcesses();
            int samples = 0;
            do {
                sample();
                samples++;
                if (samples % SAMPLES_PER_OTHERS_SAMPLE == 0) {
                    sampleOtherProcesses();
                }
            } while (!closing.await(SAMPLE_INTERVAL_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void sample() {
        ProcessHandle self = ProcessHandle.current();
        self.descendants().forEach(this::sample);
        try {
            maxOwnBytes = Math.max(maxOwnBytes, ProcessStats.of(self.pid()).residentBytes());
        } catch (IOException e) {
            // No Linux: then nothing is known of memory.
            maxOwnBytes = Math.max(maxOwnBytes, 0);
        }
    }

    private synchronized void sampleOtherProcesses() {
        others.sample(this::isOwn);
    }

    /**
     * Or works in a folder of a run, or was started by one that does: what makes itself a daemon, as databases do, has no other parent
     * any more.
     */
    private boolean isOwn(ProcessHandle process) {
        return process.equals(ProcessHandle.current()) || seen.containsKey(process)
                || belongsToRun(process.pid())
                || process.parent().filter(this::isOwn).isPresent();
    }

    private static boolean belongsToRun(long pid) {
        try {
            return command(pid).stream().anyMatch(word -> word.contains("/" + TempFolder.PREFIX));
        } catch (IOException e) {
            return false;
        }
    }

    /** Processor time of other programs, in words, if it was more than a little. */
    synchronized Optional<String> disturbance() {
        sampleOtherProcesses();
        return others.describe();
    }

    private void sample(ProcessHandle process) {
        try {
            long peakResident = ProcessStats.of(process.pid()).peakResidentBytes();
            List<String> command = command(process.pid());
            seen.put(process, new Seen(name(command), String.join(" ", command).strip(),
                    process.info().totalCpuDuration().orElse(Duration.ZERO), peakResident));
        } catch (IOException e) {
            // It has ended: what was seen of it stays.
            return;
        }
    }

    /** Command of a process, from the kernel: the platform gives no long ones. */
    static List<String> command(long pid) throws IOException {
        return List.of(Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"),
                StandardCharsets.ISO_8859_1).split("\0", -1));
    }

    /** Name for the user: a virtual machine or an interpreter is named by what it runs. */
    static String name(List<String> command) {
        String program = lastPart(command.getFirst());
        int main = command.indexOf("org.gridtorrent.bench.Main");
        if (main >= 0 && main + 1 < command.size()) {
            return "gridtorrent-bench " + command.get(main + 1);
        }
        Optional<String> launcher = command.stream().filter(word -> word.startsWith(LAUNCHER))
                .findFirst();
        if (launcher.isPresent()) {
            return lastPart(launcher.get());
        }
        return program.startsWith("python") && command.size() > 1
                ? program + " " + lastPart(command.get(1))
                : program;
    }

    private static String lastPart(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Calls by program; calls that differ by numbers alone are one. */
    synchronized Map<String, Collection<String>> calls() {
        Map<String, Map<String, String>> byName = new TreeMap<>();
        seen.values().forEach(one -> byName
                .computeIfAbsent(one.name, name -> new TreeMap<>())
                .putIfAbsent(one.call.replaceAll("\\d+", "#"), one.call));
        Map<String, Collection<String>> calls = new TreeMap<>();
        byName.forEach((name, distinct) -> calls.put(name, distinct.values()));
        return calls;
    }

    /** So far, of this process and of those that it started and that have ended. */
    double cpuSeconds() {
        return own.cpuSeconds() + childrenSeconds() - childrenBefore;
    }

    synchronized List<Program> programs() {
        Map<String, List<Seen>> byName = new HashMap<>();
        seen.values().forEach(
                one -> byName.computeIfAbsent(one.name, name -> new ArrayList<>()).add(one));
        List<Program> programs = new ArrayList<>();
        byName.forEach((name, all) -> programs.add(new Program(name, all.size(),
                all.stream().mapToDouble(one -> one.cpu.toNanos() / 1e9).sum(),
                all.stream().mapToLong(Seen::peakResidentBytes).max().orElse(0) / MEBIBYTE)));
        programs.removeIf(program -> program.cpuSeconds() < MIN_SECONDS);
        programs.add(new Program("gridtorrent-bench run", 1, own.cpuSeconds(),
                maxOwnBytes / MEBIBYTE));
        programs.sort(Comparator.comparingDouble(Program::cpuSeconds).reversed());
        return programs;
    }

    private static double childrenSeconds() {
        try {
            return ProcessTimes.of(ProcessHandle.current().pid()).endedChildren();
        } catch (IOException e) {
            return 0;
        }
    }

    @Override
    public void close() {
        closing.countDown();
    }
}

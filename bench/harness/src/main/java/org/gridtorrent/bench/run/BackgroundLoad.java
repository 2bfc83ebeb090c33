package org.gridtorrent.bench.run;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Processor time that other programs of this machine took since this was made. Not thread-safe.
 *
 * <p>Programs of the run itself are left out, and the kernel's own threads, which work for all.
 */
final class BackgroundLoad {
    /** Part of all processors' time below which nothing is said. */
    private static final double MIN_SHARE = 0.05;
    private static final double MIN_NAMED_SHARE = 0.01;
    private static final int MAX_NAMED = 3;

    private final Instant begun = Instant.now();
    private final long begunNs = System.nanoTime();
    private final Map<ProcessHandle, Taken> taken = new HashMap<>();

    /** Processor time of one process when it was seen first, and last. */
    private record Taken(String name, Duration before, Duration now) {
        double seconds() {
            return now.minus(before).toNanos() / 1e9;
        }
    }

    /** Samples all processes except these. */
    void sample(Predicate<ProcessHandle> own) {
        ProcessHandle.allProcesses().filter(Predicate.not(own)).forEach(this::sample);
    }

    private void sample(ProcessHandle process) {
        try {
            String name = ProcessMonitor.name(ProcessMonitor.command(process.pid()));
            if (!name.isEmpty()) {
                ProcessHandle.Info info = process.info();
                Duration now = info.totalCpuDuration().orElse(Duration.ZERO);
                boolean isNew = info.startInstant().filter(begun::isBefore).isPresent();
                taken.merge(process, new Taken(name, isNew ? Duration.ZERO : now, now),
                        (first, last) -> new Taken(last.name, first.before, last.now));
            }
        } catch (IOException e) {
            // It has ended: what was seen of it stays.
            return;
        }
    }

    /** Part of all time, and the programs that took the most; empty if it was little. */
    Optional<String> describe() {
        double all = (System.nanoTime() - begunNs) / 1e9
                * Runtime.getRuntime().availableProcessors();
        Map<String, Double> byName = new TreeMap<>();
        taken.values().forEach(one -> byName.merge(one.name, one.seconds() / all, Double::sum));
        double share = byName.values().stream().mapToDouble(Double::doubleValue).sum();
        return share < MIN_SHARE
                ? Optional.empty()
                : Optional.of("other programs of this machine took " + percent(share)
                        + " of the processors' time: " + byName.entrySet().stream()
                                .filter(one -> one.getValue() >= MIN_NAMED_SHARE)
                                .sorted(Map.Entry
                                        .comparingByValue(Comparator.<Double>reverseOrder()))
                                .limit(MAX_NAMED)
                                .map(one -> one.getKey() + " " + percent(one.getValue()))
                                .collect(Collectors.joining(", ")));
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }
}

package org.gridtorrent.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Share of the processors' time that a hypervisor gave to others, from this object's making.
 *
 * <p>It is the field {@code steal} of proc(5)'s {@code /proc/stat}; nothing where the kernel is not Linux.
 */
public final class StealTime {
    private static final Path STAT = Path.of("/proc/stat");
    private static final int STEAL = 7;

    private final long[] begin = read();

    /** Part of all processors' time. */
    public double share() {
        long[] end = read();
        long all = sum(end) - sum(begin);
        return all <= 0 ? 0 : (double) (end[STEAL] - begin[STEAL]) / all;
    }

    /** User, nice, system, idle, I/O wait, two kinds of interrupts, steal; guests are in user already. */
    private static long[] read() {
        try {
            String[] fields = Files.readAllLines(STAT).getFirst().strip().split("\\s+", -1);
            return Arrays.stream(fields, 1, STEAL + 2).mapToLong(Long::parseLong).toArray();
        } catch (IOException e) {
            return new long[STEAL + 1];
        }
    }

    private static long sum(long[] times) {
        return Arrays.stream(times).sum();
    }
}

package org.gridtorrent.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Shares of all processors' time, from this object's making.
 *
 * <p>They are of proc(5)'s {@code /proc/stat}; zero where the kernel is not Linux.
 */
public final class ProcessorTime {
    private static final Path STAT = Path.of("/proc/stat");
    private static final int NICE = 1;
    private static final int IDLE = 3;
    private static final int IO_WAIT = 4;
    private static final int STEAL = 7;

    private final long[] begin = read();

    /** Share that a hypervisor gave to others. */
    public double stolenShare() {
        return share(STEAL);
    }

    /** Share that was idle, or at work for programs of a lower priority. */
    public double freeShare() {
        return share(IDLE, IO_WAIT, NICE);
    }

    private double share(int... fields) {
        long[] end = read();
        long all = sum(end) - sum(begin);
        long some = Arrays.stream(fields).mapToLong(field -> end[field] - begin[field]).sum();
        return all <= 0 ? 0 : (double) some / all;
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

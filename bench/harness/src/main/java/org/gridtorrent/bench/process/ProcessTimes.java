package org.gridtorrent.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Processor seconds of a process, user and system, by proc(5)'s {@code stat}.
 *
 * @param own of all its threads
 * @param endedChildren of children that have ended and were waited for, and of theirs
 */
public record ProcessTimes(double own, double endedChildren) {
    /** Index of utime after the name; stime, cutime and cstime follow. All are in ticks. */
    private static final int USER = 11;
    private static final double TICKS_PER_SECOND = 100;

    public static ProcessTimes of(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return new ProcessTimes(seconds(fields, USER), seconds(fields, USER + 2));
    }

    private static double seconds(String[] fields, int first) {
        return (Long.parseLong(fields[first]) + Long.parseLong(fields[first + 1]))
                / TICKS_PER_SECOND;
    }

    /** Seconds of a process and all its descendants, those that have ended included. */
    public static double ofTree(ProcessHandle root) throws IOException {
        double all = 0;
        for (ProcessHandle one : Stream.concat(Stream.of(root), root.descendants()).toList()) {
            try {
                ProcessTimes times = of(one.pid());
                all += times.own + times.endedChildren;
            } catch (IOException e) {
                if (one.equals(root)) {
                    throw e;
                }
                // It has just ended, and counts with its parent.
            }
        }
        return all;
    }
}

package org.gridtorrent.client.mount;

import java.util.List;

/**
 * State of a mount, for people and scripts.
 *
 * @param state mounted, or killed when its process is gone
 * @param since when it was mounted, as ISO 8601
 * @param daemonReachable whether the daemon answers; otherwise reads wait for it
 * @param waiting requests to the daemon without an answer
 * @param nodes files and folders that the kernel knows
 * @param failures the last reads that failed, and why
 * @param backgroundLimit what each program without a terminal may read, or {@code off}
 * @param limited programs without a terminal that wanted to read more
 */
public record MountStatus(String folder, String state, long pid, String since,
        boolean daemonReachable, int waiting, int nodes, List<String> failures,
        String backgroundLimit, List<String> limited) {
    public static final String MOUNTED = "mounted";
    public static final String KILLED = "killed";

    public MountStatus {
        failures = List.copyOf(failures);
        limited = List.copyOf(limited);
    }

    /** One whose process does not answer. */
    static MountStatus killed(MountRegistry.Note note) {
        return new MountStatus(note.folder(), KILLED, note.pid(), note.since(), false, 0, 0,
                List.of(), ReadBudget.OFF, List.of());
    }
}

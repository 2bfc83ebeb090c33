package org.gridtorrent.client.mount;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.terminal.ExitStatus;
import picocli.CommandLine.Command;

/** {@code mount status}. */
@Command(name = "status", description = "Show mounts and their state.")
final class MountStatusCommand implements Callable<Integer> {
    private final Invocation invocation;

    MountStatusCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException {
        List<MountStatus> mounts = new MountRegistry(invocation.home()).all();
        List<String> lines = new ArrayList<>();
        mounts.forEach(mount -> lines.addAll(lines(mount)));
        if (lines.isEmpty()) {
            lines.add("Nothing is mounted.");
        }
        invocation.output().answer(Map.of("mounts", mounts), lines);
        return ExitStatus.DONE;
    }

    private static List<String> lines(MountStatus mount) {
        List<String> lines = new ArrayList<>();
        lines.add(mount.state().equals(MountStatus.KILLED)
                ? mount.folder()
                        + ": its process was killed; mount it again with: gridtorrent mount "
                        + mount.folder()
                : mount.folder() + ": mounted by process " + mount.pid() + ", "
                        + (mount.daemonReachable() ? "the daemon answers" : "waits for the daemon")
                        + ", " + mount.waiting() + " requests wait");
        mount.failures().forEach(failure -> lines.add("    not read: " + failure));
        if (!mount.backgroundLimit().equals(ReadBudget.OFF)) {
            lines.add("    programs without a terminal may read " + mount.backgroundLimit()
                    + " each");
        }
        mount.limited().forEach(program -> lines.add("    not more than that for: " + program
                + "; to let it, mount again with --background-limit off or a larger size"));
        return lines;
    }
}

package org.gridtorrent.client.command.task;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.command.Device;
import org.gridtorrent.client.daemon.DaemonClient;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.terminal.ExitStatus;
import picocli.CommandLine.Command;

/** {@code task list}. */
@Command(name = "list", description = "List the tasks of this machine.")
final class TaskList implements Callable<Integer> {
    private final Invocation invocation;

    TaskList(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException {
        try (DaemonClient daemon = new Device(invocation).daemon()) {
            List<Task> tasks = daemon.tasks();
            invocation.output().answer(Map.of("tasks", tasks), TaskLines.table(tasks));
            return ExitStatus.DONE;
        }
    }
}

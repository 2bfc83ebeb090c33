package org.gridtorrent.client.command;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.daemon.DaemonClient;
import org.gridtorrent.client.task.TaskView;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code task show}. */
@Command(name = "show", description = "One task, in full.")
final class TaskShow implements Callable<Integer> {
    private final Invocation invocation;

    @Parameters(paramLabel = "ID")
    @SuppressWarnings("NullAway.Init") // picocli refuses a command line without it
    private String id;

    TaskShow(Invocation invocation) {
        this.invocation = invocation;
    }

    static CommandFailure unknown(String id) {
        return CommandFailure.notFound("this machine has no task " + id);
    }

    @Override
    public Integer call() throws IOException {
        try (DaemonClient daemon = new Device(invocation).daemon()) {
            TaskView task = daemon.task(id)
                    .orElseThrow(() -> unknown(id));
            invocation.output().answer(task, TaskLines.details(task));
            return ExitStatus.DONE;
        }
    }
}

package org.gridtorrent.client.command.task;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.command.Device;
import org.gridtorrent.client.command.ParameterText;
import org.gridtorrent.client.daemon.DaemonClient;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code task cancel}: what was fetched so far stays on disk. */
@Command(name = "cancel", description = "Cancel a task. Downloaded files stay on disk.")
final class TaskCancel implements Callable<Integer> {
    private final Invocation invocation;

    @Parameters(paramLabel = "ID", description = ParameterText.TASK)
    @SuppressWarnings("NullAway.Init") // picocli refuses a command line without it
    private String id;

    TaskCancel(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException {
        try (DaemonClient daemon = new Device(invocation).daemon()) {
            if (!daemon.cancel(id)) {
                throw CommandFailure.notFound("no task " + id + " is waiting or running here");
            }
        }
        invocation.output().answer(Map.of("cancelled", id), List.of("Cancelled."));
        return ExitStatus.DONE;
    }
}

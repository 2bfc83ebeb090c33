package org.gridtorrent.client.command.task;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.command.Device;
import org.gridtorrent.client.command.ParameterText;
import org.gridtorrent.client.command.TaskOutcome;
import org.gridtorrent.client.daemon.DaemonClient;
import org.gridtorrent.terminal.Durations;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code task wait}: ends as the task ends. */
@Command(name = "wait", description = "Wait until a task is finished. The exit status tells its outcome.")
final class TaskWait implements Callable<Integer> {
    private final Invocation invocation;

    @Parameters(paramLabel = "ID", description = ParameterText.TASK)
    @SuppressWarnings("NullAway.Init") // picocli refuses a command line without it
    private String id;

    @Option(names = "--timeout", paramLabel = "5m", defaultValue = "365d", converter = Durations.class, description = "Stop waiting after this time. The task continues.")
    @SuppressWarnings("NullAway.Init") // it has a default
    private Duration timeout;

    TaskWait(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException {
        try (DaemonClient daemon = new Device(invocation).daemon()) {
            if (daemon.task(id).isEmpty()) {
                throw TaskShow.unknown(id);
            }
            return TaskOutcome.await(invocation, daemon, id, timeout);
        }
    }
}

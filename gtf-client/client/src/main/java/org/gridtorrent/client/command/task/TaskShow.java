package org.gridtorrent.client.command.task;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.command.Device;
import org.gridtorrent.client.command.ParameterText;
import org.gridtorrent.client.daemon.DaemonClient;
import org.gridtorrent.client.daemon.DaemonStatus;
import org.gridtorrent.client.status.PeerView;
import org.gridtorrent.client.status.WebSeedView;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code task show}. */
@Command(name = "show", description = "Show all details of a task.")
final class TaskShow implements Callable<Integer> {
    private final Invocation invocation;

    @Parameters(paramLabel = "ID", description = ParameterText.TASK)
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
            Task task = daemon.task(id)
                    .orElseThrow(() -> unknown(id));
            Shown shown = shown(task, daemon.status());
            invocation.output().answer(shown, shown.lines());
            return ExitStatus.DONE;
        }
    }

    private static Shown shown(Task task, DaemonStatus status) {
        return status.contents().stream()
                .filter(content -> content.infoHash().equals(task.infoHash())).findFirst()
                .map(content -> new Shown(task, content.connected(), content.webSeeds()))
                .orElseGet(() -> new Shown(task, List.of(), List.of()));
    }

    /** A task, and beside it its peers and web seeds, each with what hinders it. */
    record Shown(@JsonUnwrapped Task task, List<PeerView> connected,
            List<WebSeedView> webSeeds) {
        List<String> lines() {
            List<String> lines = new ArrayList<>(TaskLines.details(task));
            PeerView.lines(connected).forEach(peer -> lines.add("peer      " + peer));
            WebSeedView.lines(webSeeds).forEach(lines::add);
            return lines;
        }
    }
}

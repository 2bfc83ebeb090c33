package org.gridtorrent.client.command.dataset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.cli.NamedFolder;
import org.gridtorrent.client.command.Device;
import org.gridtorrent.client.command.FolderCommand;
import org.gridtorrent.client.command.Machines;
import org.gridtorrent.client.command.PagesFailures;
import org.gridtorrent.client.command.ParameterText;
import org.gridtorrent.client.command.TaskOutcome;
import org.gridtorrent.client.daemon.DaemonClient;
import org.gridtorrent.client.pages.StartedTask;
import org.gridtorrent.client.security.Enrolment;
import org.gridtorrent.terminal.ExitStatus;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dataset get}: the page's Get button, for this machine. */
@Command(name = "get", description = "Download a data set to this machine.")
final class DatasetGet implements Callable<Integer> {
    private final Invocation invocation;

    @Parameters(paramLabel = "ID", description = ParameterText.DATASET)
    @SuppressWarnings("NullAway.Init") // picocli refuses a command line without it
    private String id;

    @Option(names = "--dir", paramLabel = "DIR", description = "Folder to download to. It is created if missing, and opened to the pages as with: "
            + "gridtorrent folder open DIR")
    private @Nullable Path dir;

    @Option(names = "--on", paramLabel = "MACHINE", description = "Download to another of your machines and return immediately. MACHINE is its name on the "
            + "page \"Machines\". --dir must be an opened folder on that machine.")
    private @Nullable String machine;

    @Option(names = "--no-wait", description = "Return without waiting for the task to finish.")
    private boolean noWait;

    DatasetGet(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (machine != null) {
            return bring(machine);
        }
        Device here = new Device(invocation);
        Enrolment enrolment = here.enrolment();
        try (DaemonClient daemon = here.daemon()) {
            String folder = dir == null ? null : prepared(here, dir).toString();
            StartedTask started = PagesFailures.ask(invocation,
                    pages -> pages.download(id, enrolment.deviceId(), folder));
            if (noWait) {
                TaskOutcome.awaitHandedOut(daemon, started.taskId());
                invocation.output().answer(started, List.of("Task " + started.taskId()));
                return ExitStatus.DONE;
            }
            return TaskOutcome.await(invocation, daemon, started.taskId(), Duration.ofDays(365));
        }
    }

    private int bring(String to) throws IOException, InterruptedException {
        String device = Machines.idOf(invocation, to);
        StartedTask started = PagesFailures.ask(invocation,
                pages -> pages.download(id, device, dir == null ? null : dir.toString()));
        invocation.output().answer(started, List.of("Task " + started.taskId() + " for " + to));
        return ExitStatus.DONE;
    }

    /** Makes and opens the folder, but not for a data set that cannot be had. */
    private Path prepared(Device here, Path folder) throws IOException, InterruptedException {
        NamedFolder.mayBeMade(folder);
        PagesFailures.ask(invocation, pages -> pages.dataset(id));
        Files.createDirectories(folder);
        Path real = here.folders().open(folder);
        FolderCommand.tell(invocation);
        return real;
    }
}

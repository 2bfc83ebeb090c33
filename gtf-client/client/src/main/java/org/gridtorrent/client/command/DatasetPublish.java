package org.gridtorrent.client.command;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.daemon.DaemonClient;
import org.gridtorrent.client.pages.NewDataset;
import org.gridtorrent.client.pages.Started;
import org.gridtorrent.client.security.Enrolment;
import org.gridtorrent.terminal.ExitStatus;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dataset publish}: the page's form, for a file or folder of this machine. */
@Command(name = "publish", description = "Publish a file or folder of this machine, where it lies.")
final class DatasetPublish implements Callable<Integer> {
    private final Invocation invocation;

    @Parameters(paramLabel = "PATH", description = "What to publish. It is opened by this to the site's pages "
            + "in your account, as by: gridtorrent folder open PATH")
    @SuppressWarnings("NullAway.Init") // picocli refuses a command line without it
    private Path path;

    @Option(names = "--title", paramLabel = "T", required = true)
    @SuppressWarnings("NullAway.Init") // picocli refuses a command line without it
    private String title;

    @Option(names = "--description", paramLabel = "TEXT")
    private String description = "";

    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init") // picocli refuses a command line without it
    private AudienceOptions access;

    @Option(names = "--no-wait", description = "Return as soon as the task is given.")
    private boolean noWait;

    DatasetPublish(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Device here = new Device(invocation);
        Enrolment enrolment = here.enrolment();
        try (DaemonClient daemon = here.daemon()) {
            Path real = here.folders().open(path);
            FolderCommand.tell(invocation);
            NewDataset dataset = new NewDataset(title, description, access.word(), access.groups(),
                    access.users(),
                    enrolment.deviceId(), real.toString());
            Started started = PagesFailures.ask(invocation, pages -> pages.publish(dataset));
            if (noWait) {
                Outcome.awaitHandedOut(daemon, started.taskId());
                invocation.output().answer(started,
                        List.of("Data set " + started.id(), "Task " + started.taskId()));
                return ExitStatus.DONE;
            }
            invocation.output().say("Data set " + started.id());
            return Outcome.await(invocation, daemon, started.taskId(), Duration.ofDays(365));
        }
    }
}

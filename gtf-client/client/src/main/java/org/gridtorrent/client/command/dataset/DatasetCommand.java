package org.gridtorrent.client.command.dataset;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.command.Device;
import org.gridtorrent.client.command.Machines;
import org.gridtorrent.client.command.PagesFailures;
import org.gridtorrent.client.command.ParameterText;
import org.gridtorrent.client.command.TaskOutcome;
import org.gridtorrent.client.daemon.DaemonClient;
import org.gridtorrent.client.pages.Order;
import org.gridtorrent.client.pages.StartedTask;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Frame;
import org.gridtorrent.terminal.Group;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dataset}: the same things as the pages. */
@Command(name = "dataset", description = "Publish, find, download and manage data sets.")
public final class DatasetCommand extends Group {
    private static final int ORDERED_AGAIN = 50;
    private static final long PAUSE_MS = 100;

    private static final String ON = "Do this on another of your machines and return immediately."
            + " MACHINE is its name on the page \"Machines\".";

    private final Invocation invocation;

    private DatasetCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    public static CommandLine group(Invocation invocation) {
        return Frame.group(invocation.word(1), new DatasetCommand(invocation),
                new DatasetPublish(invocation),
                new DatasetList(invocation),
                new DatasetSearch(invocation), new DatasetShow(invocation),
                new DatasetGet(invocation), new DatasetKeep(invocation),
                ReplicaCommand.group(invocation));
    }

    @Command(name = "seed", description = "Share a data set again, from the files that this machine has or from a folder.")
    int seed(@Parameters(paramLabel = "ID", description = ParameterText.DATASET) String id,
            @Option(names = "--dir", paramLabel = "DIR", description = "Folder with the files. It must be opened with: gridtorrent folder open DIR") @Nullable Path dir,
            @Option(names = "--on", paramLabel = "MACHINE", description = ON) @Nullable String machine)
            throws IOException, InterruptedException {
        String folder = dir == null ? null : (machine == null ? dir.toRealPath() : dir).toString();
        return order(id, machine, device -> new Order("seed", device, folder, null, null, false));
    }

    @Command(name = "verify", description = "Verify the files by hashing them again.")
    int verify(@Parameters(paramLabel = "ID", description = ParameterText.DATASET) String id,
            @Option(names = "--repair", description = "Download damaged pieces again.") boolean repair,
            @Option(names = "--on", paramLabel = "MACHINE", description = ON) @Nullable String machine)
            throws IOException, InterruptedException {
        return order(id, machine, device -> Order.of(repair ? "repair" : "verify", device));
    }

    @Command(name = "drop", description = "Stop sharing a data set and delete its downloaded files. Files that were published "
            + "from this machine are kept. The last verified copy is not dropped.")
    int drop(@Parameters(paramLabel = "ID", description = ParameterText.DATASET) String id,
            @Option(names = "--keep-files", description = "Do not delete files.") boolean keepFiles,
            @Option(names = "--force", description = "Drop the last verified copy too.") boolean force,
            @Option(names = "--on", paramLabel = "MACHINE", description = ON) @Nullable String machine)
            throws IOException, InterruptedException {
        return order(id, machine, device -> new Order(keepFiles ? "stop" : "remove", device,
                null, null, null, force));
    }

    @Command(name = "withdraw", description = "Withdraw your data set permanently. Nobody can find or download it any more, and "
            + "its page shows the reason.")
    int withdraw(@Parameters(paramLabel = "ID", description = ParameterText.DATASET) String id,
            @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Reason, shown on the data set's page.") String reason)
            throws IOException, InterruptedException {
        var _ = PagesFailures.ask(invocation, pages -> {
            pages.withdraw(id, reason);
            return id;
        });
        invocation.output().answer(Map.of("id", id, "state", "withdrawn"),
                List.of("Data set " + id + " is withdrawn"));
        return ExitStatus.DONE;
    }

    @Command(name = "limit", description = "Limit the transfer rates of one data set.")
    int limit(@Parameters(paramLabel = "ID", description = ParameterText.DATASET) String id,
            @Option(names = "--upload-limit", paramLabel = "RATE", description = "Upload limit per second for all peers together: 4MB, off, or a weekly schedule "
                    + "'08:00,4MB 18:00,off'.") @Nullable String upload,
            @Option(names = "--download-limit", paramLabel = "RATE", description = "Download limit per second, in the form of --upload-limit.") @Nullable String download,
            @Option(names = "--on", paramLabel = "MACHINE", description = ON) @Nullable String machine)
            throws IOException, InterruptedException {
        return order(id, machine, device -> new Order("limit", device, null, upload, download,
                false));
    }

    /** Makes the order for a device. */
    private interface ForDevice {
        Order make(String deviceId);
    }

    private int order(String id, @Nullable String machine, ForDevice order)
            throws IOException, InterruptedException {
        Device here = new Device(invocation);
        if (machine != null) {
            String device = Machines.idOf(invocation, machine);
            StartedTask started = PagesFailures.ask(invocation,
                    pages -> pages.order(id, order.make(device)));
            invocation.output().answer(started,
                    List.of("Task " + started.taskId() + " for " + machine));
            return ExitStatus.DONE;
        }
        String device = here.enrolment().deviceId();
        try (DaemonClient daemon = here.daemon()) {
            StartedTask started = ordered(daemon, id, order.make(device));
            return TaskOutcome.await(invocation, daemon, started.taskId(), Duration.ofDays(365));
        }
    }

    /**
     * A task that was over here before this was asked for is not what does it: the tracker just has not
     * heard of its end, and gives another as soon as it has.
     */
    private StartedTask ordered(DaemonClient daemon, String id, Order order)
            throws IOException, InterruptedException {
        Set<String> over = daemon.tasks().stream().filter(task -> task.state().isFinal())
                .map(Task::id).collect(Collectors.toSet());
        for (int i = 0; i < ORDERED_AGAIN; i++) {
            StartedTask started = PagesFailures.ask(invocation, pages -> pages.order(id, order));
            if (!over.contains(started.taskId())) {
                return started;
            }
            Thread.sleep(PAUSE_MS);
        }
        throw CommandFailure.noAnswer("the site has not yet heard from this machine that an earlier"
                + " task of this kind is over; try again when \"gridtorrent daemon status\" says"
                + " that the tracker answers");
    }
}

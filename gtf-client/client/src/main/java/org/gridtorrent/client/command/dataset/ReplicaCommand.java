package org.gridtorrent.client.command.dataset;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.command.LocalTimes;
import org.gridtorrent.client.command.PagesFailures;
import org.gridtorrent.client.command.ParameterText;
import org.gridtorrent.client.pages.Replicas.Replica;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Frame;
import org.gridtorrent.terminal.Group;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code dataset replica}: web addresses that have the same files. */
@Command(name = "replica", description = "Manage web servers that have the same files as a data set.")
final class ReplicaCommand extends Group {
    private static final String ADDRESS = "Address of the file, or of the parent folder if the data set is a folder.";

    private final Invocation invocation;

    private ReplicaCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    static CommandLine group(Invocation invocation) {
        return Frame.group(new ReplicaCommand(invocation));
    }

    @Command(name = "list", description = "List replicas and whether they are used.")
    int list(@Parameters(paramLabel = "ID", description = ParameterText.DATASET) String id)
            throws IOException, InterruptedException {
        List<Replica> replicas = PagesFailures.ask(invocation, pages -> pages.replicas().list(id));
        List<String> lines = new ArrayList<>();
        replicas.forEach(replica -> lines.addAll(lines(replica)));
        invocation.output().answer(Map.of("replicas", replicas),
                lines.isEmpty() ? List.of("No replicas yet.") : lines);
        return ExitStatus.DONE;
    }

    @Command(name = "add", description = "Add a replica to your data set. One of your machines that has the data set checks "
            + "it first.")
    int add(@Parameters(paramLabel = "ID", description = ParameterText.DATASET) String id,
            @Parameters(paramLabel = "URL", description = ADDRESS) String url)
            throws IOException, InterruptedException {
        Replica replica = PagesFailures.ask(invocation, pages -> pages.replicas().add(id, url));
        invocation.output().answer(replica, lines(replica));
        return ExitStatus.DONE;
    }

    @Command(name = "remove", description = "Remove a replica. Machines stop using it within minutes.")
    int remove(@Parameters(paramLabel = "ID", description = ParameterText.DATASET) String id,
            @Parameters(paramLabel = "URL", description = "Address or id of the replica.") String url)
            throws IOException, InterruptedException {
        Replica removed = PagesFailures.ask(invocation, pages -> {
            Replica replica = pages.replicas().list(id).stream()
                    .filter(one -> one.url().equals(url) || one.id().equals(url)).findFirst()
                    .orElseThrow(() -> CommandFailure
                            .notFound("the data set has no replica with this address"));
            pages.replicas().remove(id, replica.id());
            return replica;
        });
        invocation.output().answer(Map.of("id", removed.id(), "url", removed.url()),
                List.of("Removed " + removed.url()));
        return ExitStatus.DONE;
    }

    private static List<String> lines(Replica replica) {
        return List.of(replica.url(), "  " + state(replica));
    }

    private static String state(Replica replica) {
        return switch (replica.state()) {
            case "checked" -> "in use; " + pieces(replica.checkedPieces()) + last(replica);
            case "failed" -> "not used: " + problem(replica) + last(replica);
            default -> {
                String machine = replica.machine();
                yield machine == null
                        ? "not checked yet: waits for one of your machines that has the data set"
                        : "being checked by " + machine;
            }
        };
    }

    private static String pieces(int count) {
        return count == 1 ? "1 piece matches" : count + " pieces match";
    }

    private static String problem(Replica replica) {
        String problem = replica.problem();
        String file = replica.file();
        return (problem == null ? "unknown" : problem.replace('_', ' '))
                + (file == null ? "" : ", at " + file);
    }

    private static String last(Replica replica) {
        return time(", checked ", replica.checked()) + time(", next check ", replica.nextCheck());
    }

    private static String time(String label, @Nullable String moment) {
        return moment == null ? "" : label + LocalTimes.format(moment);
    }
}

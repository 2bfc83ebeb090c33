package org.gridtorrent.client.command;

import java.io.IOException;
import java.util.List;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.pages.Machine;
import org.gridtorrent.client.pages.PagesClient;
import org.gridtorrent.terminal.CommandFailure;

/** This user's machines, as people name them. */
public final class Machines {
    private Machines() {}

    /** By id, or by a name that one machine alone has. */
    public static String idOf(Invocation invocation, String named)
            throws IOException, InterruptedException {
        List<Machine> fitting = PagesFailures.ask(invocation, PagesClient::machines).stream()
                .filter(machine -> machine.id().equals(named)
                        || machine.name().equalsIgnoreCase(named))
                .toList();
        if (fitting.isEmpty()) {
            throw CommandFailure.notFound("you have no machine named " + named);
        }
        if (fitting.size() > 1) {
            throw CommandFailure.badInput(fitting.size() + " of your machines are named " + named
                    + "; say which by its id: "
                    + String.join(", ", fitting.stream().map(Machine::id).toList()));
        }
        return fitting.getFirst().id();
    }
}

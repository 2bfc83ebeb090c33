package org.gridtorrent.client.command.dataset;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.command.PagesFailures;
import org.gridtorrent.client.command.ParameterText;
import org.gridtorrent.client.pages.Copies;
import org.gridtorrent.client.pages.Copies.NewRule;
import org.gridtorrent.client.pages.Group;
import org.gridtorrent.client.pages.Machine;
import org.gridtorrent.client.pages.PagesClient;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dataset keep}: the rule for a data set's copies. */
@Command(name = "keep", description = "Set how many verified copies are kept, and where. Without options, show the state "
        + "of the copies.")
final class DatasetKeep implements Callable<Integer> {
    private final Invocation invocation;

    @Parameters(paramLabel = "ID", description = ParameterText.DATASET)
    @SuppressWarnings("NullAway.Init") // picocli refuses a command line without it
    private String id;

    @Option(names = "--copies", paramLabel = "N", description = "Number of copies, on machines that offer disk space (keep-offer in their configuration).")
    private @Nullable Integer copies;

    @Option(names = "--always-on", paramLabel = "M", description = "How many of the copies must be on machines that are always on.")
    private @Nullable Integer alwaysOn;

    @Option(names = "--on", paramLabel = "MACHINE|GROUP", description = "Use only this one of your machines, or machines of this group's members. Repeatable.")
    private List<String> places = new ArrayList<>();

    @Option(names = "--none", description = "Remove the rule and the copies that it made. The last copy is never removed.")
    private boolean none;

    DatasetKeep(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        boolean details = alwaysOn != null || !places.isEmpty();
        if (copies == null ? details : none) {
            throw CommandFailure.wrongUsage("say --copies N with --always-on and --on, or --none");
        }
        Copies kept = PagesFailures.ask(invocation, this::send);
        invocation.output().answer(kept, CopyLines.of(kept));
        return ExitStatus.DONE;
    }

    private Copies send(PagesClient pages) throws IOException, InterruptedException {
        if (none) {
            return pages.keep(id, NewRule.NONE);
        }
        Integer number = copies;
        return number == null ? pages.copies(id) : pages.keep(id, rule(pages, number));
    }

    private NewRule rule(PagesClient pages, int number) throws IOException, InterruptedException {
        if (number < 1) {
            throw CommandFailure.wrongUsage("--copies wants 1 or more; --none takes the rule back");
        }
        List<String> machines = new ArrayList<>();
        List<String> groups = new ArrayList<>();
        for (String place : places) {
            find(pages, place, machines, groups);
        }
        return new NewRule(number, alwaysOn == null ? 0 : alwaysOn, machines, groups);
    }

    private static void find(PagesClient pages, String place, List<String> machines,
            List<String> groups) throws IOException, InterruptedException {
        List<String> named = pages.machines().stream()
                .filter(machine -> machine.id().equals(place)
                        || machine.name().equalsIgnoreCase(place))
                .map(Machine::id).toList();
        List<String> grouped = pages.people().groups().stream()
                .filter(group -> group.name().equalsIgnoreCase(place)).map(Group::id).toList();
        if (named.size() + grouped.size() > 1) {
            throw CommandFailure.badInput(
                    "several machines or groups are named " + place + "; say which by its id");
        }
        if (named.isEmpty() && grouped.isEmpty()) {
            throw CommandFailure.notFound("you have no machine, and there is no group, named "
                    + place);
        }
        machines.addAll(named);
        groups.addAll(grouped);
    }
}

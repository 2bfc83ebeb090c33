package org.gridtorrent.client.command.group;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.command.LocalTimes;
import org.gridtorrent.client.command.Machines;
import org.gridtorrent.client.command.PagesFailures;
import org.gridtorrent.client.command.ParameterText;
import org.gridtorrent.client.pages.Machine;
import org.gridtorrent.client.pages.PagesClient;
import org.gridtorrent.client.pages.Subscriptions.Notice;
import org.gridtorrent.client.pages.Subscriptions.Subscription;
import org.gridtorrent.client.pages.Subscriptions.Wanted;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Frame;
import org.gridtorrent.terminal.Group;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code subscribe}: what one wants to be told of, and was told. */
@Command(name = "subscribe", description = "Subscribe to new data sets and versions.")
public final class SubscribeCommand extends Group {
    private final Invocation invocation;

    private SubscribeCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    public static CommandLine group(Invocation invocation) {
        return Frame.group(new SubscribeCommand(invocation));
    }

    /** Of what: exactly one. */
    static final class Of {
        @Option(names = "--dataset", paramLabel = "ID", required = true, description = "New versions of this data set, and its withdrawal.")
        private @Nullable String dataset;

        @Option(names = "--group", paramLabel = "G", required = true, description = "Data sets that are shared with this group.")
        private @Nullable String group;

        @Option(names = "--owner", paramLabel = "USER", required = true, description = "Data sets that this user shares with you.")
        private @Nullable String owner;

        @ArgGroup(exclusive = false, multiplicity = "1")
        private @Nullable Search search;
    }

    /** Words, facets, or both. */
    static final class Search {
        @Option(names = "--search", paramLabel = "WORDS", description = "Data sets that this search finds.")
        private @Nullable String words;

        @Option(names = "--facet", paramLabel = "NAME=VALUE", description = "Limit the search by subject, group, owner, access, licence, format, size or year. "
                + "Repeatable.")
        private List<String> facets = new ArrayList<>();
    }

    @Command(name = "list", description = "List your subscriptions.")
    int list() throws IOException, InterruptedException {
        List<Machine> machines = new ArrayList<>();
        List<Subscription> all = PagesFailures.ask(invocation, pages -> {
            machines.addAll(pages.machines());
            return pages.subscriptions().list();
        });
        invocation.output().answer(Map.of("subscriptions", all), all.isEmpty()
                ? List.of("You want to be told of nothing yet.")
                : all.stream().map(one -> line(one, machines)).toList());
        return ExitStatus.DONE;
    }

    private static String line(Subscription one, List<Machine> machines) {
        String device = one.deviceId();
        String getting = machines.stream().filter(machine -> machine.id().equals(device))
                .map(machine -> "  got by " + machine.name()).findFirst().orElse("");
        String facets = Objects.requireNonNullElse(one.facets(), Map.<String, List<String>>of())
                .entrySet().stream()
                .flatMap(each -> each.getValue().stream().map(value -> each.getKey() + "=" + value))
                .collect(Collectors.joining(" "));
        return "%s  %-8s %s%s".formatted(one.id(), one.of(), (one.name() + " " + facets).strip(),
                getting);
    }

    @Command(name = "add", description = "Add a subscription, or change it.")
    int add(@ArgGroup(multiplicity = "1") Of of,
            @Option(names = "--get-on", paramLabel = "MACHINE", description = "Download new data sets to this one of your machines immediately.") @Nullable String machine)
            throws IOException, InterruptedException {
        String device = machine == null ? null : Machines.idOf(invocation, machine);
        Map<String, List<String>> facets = facets(of.search);
        String id = PagesFailures.ask(invocation,
                pages -> pages.subscriptions().add(wanted(pages, of, facets, device)));
        invocation.output().answer(Map.of("id", id), List.of("Subscription " + id));
        return ExitStatus.DONE;
    }

    private static Wanted wanted(PagesClient pages, Of of, Map<String, List<String>> facets,
            @Nullable String device) throws IOException, InterruptedException {
        String group = of.group;
        if (group != null) {
            return new Wanted("group", pages.people().group(group).id(), null, facets, device);
        }
        Search search = of.search;
        if (search != null) {
            return new Wanted("search", null, search.words, facets, device);
        }
        return of.dataset != null
                ? new Wanted("dataset", of.dataset, null, facets, device)
                : new Wanted("owner", of.owner, null, facets, device);
    }

    private static Map<String, List<String>> facets(@Nullable Search search) {
        Map<String, List<String>> facets = new TreeMap<>();
        for (String facet : search == null ? List.<String>of() : search.facets) {
            String[] parts = facet.split("=", 2);
            if (parts.length != 2 || parts[0].isBlank() || parts[1].isBlank()) {
                throw CommandFailure.wrongUsage("--facet wants NAME=VALUE, not " + facet);
            }
            facets.computeIfAbsent(parts[0], _ -> new ArrayList<>()).add(parts[1]);
        }
        return facets;
    }

    @Command(name = "remove", description = "Remove a subscription.")
    int remove(@Parameters(paramLabel = "ID", description = ParameterText.SUBSCRIPTION) String id)
            throws IOException, InterruptedException {
        PagesFailures.ask(invocation, pages -> {
            pages.subscriptions().end(id);
            return id;
        });
        invocation.output().answer(Map.of("id", id), List.of("Removed " + id));
        return ExitStatus.DONE;
    }

    @Command(name = "notices", description = "List your notices, newest first.")
    int notices() throws IOException, InterruptedException {
        List<Notice> notices = PagesFailures.ask(invocation,
                pages -> pages.subscriptions().notices());
        invocation.output().answer(Map.of("notices", notices), notices.isEmpty()
                ? List.of("You were told of nothing yet.")
                : notices.stream().map(SubscribeCommand::line).toList());
        return ExitStatus.DONE;
    }

    private static String line(Notice notice) {
        String about = Objects.requireNonNullElse(notice.dataset(),
                Objects.requireNonNullElse(notice.group(), ""));
        return "%s  %-11s %s".formatted(LocalTimes.format(notice.created()),
                notice.kind().replace('_', ' '), (about + " " + notice.detail()).strip());
    }

    @Command(name = "mail", description = "Set or show how often notices are mailed.")
    int mail(
            @Parameters(paramLabel = "PACE", arity = "0..1", description = "at-once, daily or never. Without PACE, show the current setting.") @Nullable String pace)
            throws IOException, InterruptedException {
        String now = PagesFailures.ask(invocation, pages -> pace == null
                ? pages.subscriptions().pace()
                : pages.subscriptions().changePace(pace));
        invocation.output().answer(Map.of("pace", now), List.of("By mail: " + now));
        return ExitStatus.DONE;
    }
}

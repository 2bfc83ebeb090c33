package org.gridtorrent.client.command;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.pages.Group;
import org.gridtorrent.client.pages.GroupChange;
import org.gridtorrent.client.pages.PagesClient;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Frame;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code group}: who works together; a membership needs both sides' yes. */
@Command(name = "group", description = "Groups: form them, join them, leave them.")
public final class GroupCommand extends org.gridtorrent.terminal.Group {
    private final Invocation invocation;

    private GroupCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    public static CommandLine group(Invocation invocation) {
        return Frame.group(new GroupCommand(invocation));
    }

    @Command(name = "list", description = "The site's groups, and your standing in each.")
    int list() throws IOException, InterruptedException {
        List<Group> groups = PagesFailures.ask(invocation, PagesClient::groups);
        List<String> lines = groups.isEmpty()
                ? List.of("There are no groups yet.")
                : groups.stream()
                        .map(group -> "%-24s %4d members  you: %s".formatted(group.name(),
                                group.members(),
                                group.standing()))
                        .toList();
        invocation.output().answer(Map.of("groups", groups), lines);
        return ExitStatus.DONE;
    }

    @Command(name = "create", description = "Found a group; you are its owner.")
    int create(@Parameters(paramLabel = "NAME") String name,
            @Option(names = "--description", paramLabel = "TEXT", defaultValue = "") String description)
            throws IOException, InterruptedException {
        Group group = PagesFailures.ask(invocation, pages -> pages.createGroup(name, description));
        invocation.output().answer(group, List.of("Created " + group.name()));
        return ExitStatus.DONE;
    }

    @Command(name = "invite", description = "Invite a user; a member once the user accepts.")
    int invite(@Parameters(paramLabel = "NAME") String name,
            @Parameters(paramLabel = "USER") String user)
            throws IOException, InterruptedException {
        return change(name, GroupChange.INVITE, user);
    }

    @Command(name = "request", description = "Ask to become a member.")
    int request(@Parameters(paramLabel = "NAME") String name)
            throws IOException, InterruptedException {
        return change(name, GroupChange.REQUEST, null);
    }

    @Command(name = "accept", description = "Accept an invitation to yourself, or a user's request.")
    int accept(@Parameters(paramLabel = "NAME") String name,
            @Parameters(paramLabel = "USER", arity = "0..1") @Nullable String user)
            throws IOException, InterruptedException {
        return change(name, GroupChange.ACCEPT, user);
    }

    @Command(name = "leave", description = "Leave a group.")
    int leave(@Parameters(paramLabel = "NAME") String name)
            throws IOException, InterruptedException {
        return change(name, GroupChange.LEAVE, null);
    }

    private int change(String name, GroupChange change, @Nullable String user)
            throws IOException, InterruptedException {
        String standing = PagesFailures.ask(invocation, pages -> pages.change(name, change, user));
        invocation.output().answer(Map.of("group", name, "standing", standing),
                List.of(name + ": " + (user == null ? "you are" : user + " is") + " now "
                        + words(standing)));
        return ExitStatus.DONE;
    }

    private static String words(String standing) {
        return standing.equals("none") ? "not in it" : standing;
    }
}

package org.gridtorrent.client.command.group;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.command.PagesFailures;
import org.gridtorrent.client.command.ParameterText;
import org.gridtorrent.client.pages.Group;
import org.gridtorrent.client.pages.GroupChange;
import org.gridtorrent.client.pages.GroupDetails;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Frame;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code group}: who works together; a membership needs both sides' yes. */
@Command(name = "group", description = "Create, join and manage groups.")
public final class GroupCommand extends org.gridtorrent.terminal.Group {
    private final Invocation invocation;

    private GroupCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    public static CommandLine group(Invocation invocation) {
        return Frame.group(new GroupCommand(invocation));
    }

    @Command(name = "list", description = "List groups and your role in each.")
    int list() throws IOException, InterruptedException {
        List<Group> groups = PagesFailures.ask(invocation, pages -> pages.people().groups());
        List<String> lines = groups.isEmpty()
                ? List.of("There are no groups yet.")
                : groups.stream()
                        .map(group -> "%-24s %4d %-7s  you: %s%s".formatted(group.name(),
                                group.members(), members(group.members()), group.standing(),
                                group.open() ? "" : "  closed"))
                        .toList();
        invocation.output().answer(Map.of("groups", groups), lines);
        return ExitStatus.DONE;
    }

    private static String members(long count) {
        return count == 1 ? "member" : "members";
    }

    @Command(name = "show", description = "Show a group. Members also see its members and data sets.")
    int show(@Parameters(paramLabel = "NAME", description = ParameterText.GROUP) String name)
            throws IOException, InterruptedException {
        GroupDetails group = PagesFailures.ask(invocation, pages -> pages.people().group(name));
        List<String> lines = new ArrayList<>();
        lines.add("%s: %s, %d %s, you: %s".formatted(group.name(),
                group.open() ? "open" : "closed", group.members(), members(group.members()),
                group.standing()));
        if (group.description() != null && !group.description().isBlank()) {
            lines.add(group.description());
        }
        people(group).forEach(person -> lines.add("  %-24s %-10s %s".formatted(person.user(),
                person.standing(), person.fullName())));
        datasets(group).forEach(dataset -> lines.add("  " + dataset.id() + "  "
                + dataset.title()));
        invocation.output().answer(group, lines);
        return ExitStatus.DONE;
    }

    @Command(name = "create", description = "Create a group. You become its owner.")
    int create(@Parameters(paramLabel = "NAME", description = "Name of the new group.") String name,
            @Option(names = "--description", paramLabel = "TEXT", defaultValue = "", description = "What the group is for.") String description,
            @Option(names = "--closed", description = "Show the group to members and invited people only.") boolean closed)
            throws IOException, InterruptedException {
        Group group = PagesFailures.ask(invocation,
                pages -> pages.people().createGroup(name, description, !closed));
        invocation.output().answer(group, List.of("Created " + group.name()));
        return ExitStatus.DONE;
    }

    @Command(name = "edit", description = "Change a group's name, description or visibility.")
    int edit(@Parameters(paramLabel = "NAME", description = ParameterText.GROUP) String name,
            @Option(names = "--name", paramLabel = "NAME", description = "The new name.") @Nullable String newName,
            @Option(names = "--description", paramLabel = "TEXT", description = "What the group is for.") @Nullable String description,
            @Option(names = "--open", negatable = true, description = "--open lists the group for everybody. --no-open shows it to members and invited people only.") @Nullable Boolean open)
            throws IOException, InterruptedException {
        Map<String, Object> changes = new LinkedHashMap<>();
        if (newName != null) {
            changes.put("name", newName);
        }
        if (description != null) {
            changes.put("description", description);
        }
        if (open != null) {
            changes.put("open", open);
        }
        Group group = PagesFailures.ask(invocation,
                pages -> pages.people().describeGroup(name, changes));
        invocation.output().answer(group, List.of("Saved " + group.name()));
        return ExitStatus.DONE;
    }

    @Command(name = "delete", description = "Delete a group. Its members lose access to data sets that are shared with it.")
    int delete(@Parameters(paramLabel = "NAME", description = ParameterText.GROUP) String name,
            @Option(names = "--yes", description = "Delete the group. Without this option only the consequences are shown.") boolean yes)
            throws IOException, InterruptedException {
        GroupDetails group = PagesFailures.ask(invocation, pages -> pages.people().group(name));
        if (!yes) {
            throw new CommandFailure(ExitStatus.FAILED, ("%s has %d members, and %d data sets are"
                    + " shared with it that would not be any more; to delete it, add --yes")
                    .formatted(group.name(), group.members(), datasets(group).size()));
        }
        PagesFailures.ask(invocation, pages -> {
            pages.people().deleteGroup(group.id());
            return group;
        });
        invocation.output().answer(Map.of("group", group.name(), "deleted", true),
                List.of("Deleted " + group.name()));
        return ExitStatus.DONE;
    }

    @Command(name = "invite", description = "Invite a user. The user becomes a member by accepting.")
    int invite(@Parameters(paramLabel = "NAME", description = ParameterText.GROUP) String name,
            @Parameters(paramLabel = "USER", description = ParameterText.USER) String user)
            throws IOException, InterruptedException {
        return change(name, GroupChange.INVITE, user);
    }

    @Command(name = "request", description = "Ask to join a group.")
    int request(@Parameters(paramLabel = "NAME", description = ParameterText.GROUP) String name)
            throws IOException, InterruptedException {
        return change(name, GroupChange.REQUEST, null);
    }

    @Command(name = "accept", description = "Accept an invitation to you. With USER, accept that user's request to join.")
    int accept(@Parameters(paramLabel = "NAME", description = ParameterText.GROUP) String name,
            @Parameters(paramLabel = "USER", arity = "0..1", description = ParameterText.USER) @Nullable String user)
            throws IOException, InterruptedException {
        return change(name, GroupChange.ACCEPT, user);
    }

    @Command(name = "call-off", description = "Decline an invitation or withdraw your request. With USER, decline that user's "
            + "request or withdraw that user's invitation.")
    int callOff(@Parameters(paramLabel = "NAME", description = ParameterText.GROUP) String name,
            @Parameters(paramLabel = "USER", arity = "0..1", description = ParameterText.USER) @Nullable String user)
            throws IOException, InterruptedException {
        return change(name, GroupChange.CALL_OFF, user);
    }

    @Command(name = "leave", description = "Leave a group.")
    int leave(@Parameters(paramLabel = "NAME", description = ParameterText.GROUP) String name)
            throws IOException, InterruptedException {
        return change(name, GroupChange.LEAVE, null);
    }

    @Command(name = "remove", description = "Remove a member. The member loses access to the group's data sets immediately.")
    int remove(@Parameters(paramLabel = "NAME", description = ParameterText.GROUP) String name,
            @Parameters(paramLabel = "USER", description = ParameterText.USER) String user)
            throws IOException, InterruptedException {
        return change(name, GroupChange.REMOVE, user);
    }

    @Command(name = "role", description = "Change a member's role: owner, admin or member.")
    int role(@Parameters(paramLabel = "NAME", description = ParameterText.GROUP) String name,
            @Parameters(paramLabel = "USER", description = ParameterText.USER) String user,
            @Parameters(paramLabel = "owner|admin|member", description = "The new role.") String role)
            throws IOException, InterruptedException {
        return say(name, user, PagesFailures.ask(invocation,
                pages -> pages.people().changeRole(name, user, role)));
    }

    private int change(String name, GroupChange change, @Nullable String user)
            throws IOException, InterruptedException {
        return say(name, user, PagesFailures.ask(invocation,
                pages -> pages.people().change(name, change, user)));
    }

    private int say(String name, @Nullable String user, String standing) {
        invocation.output().answer(Map.of("group", name, "standing", standing),
                List.of(name + ": " + (user == null ? "you are" : user + " is") + " now "
                        + words(standing)));
        return ExitStatus.DONE;
    }

    private static String words(String standing) {
        return standing.equals("none") ? "not in it" : standing;
    }

    private static List<GroupDetails.Person> people(GroupDetails group) {
        List<GroupDetails.Person> people = group.people();
        return people == null ? List.of() : people;
    }

    private static List<GroupDetails.Shared> datasets(GroupDetails group) {
        List<GroupDetails.Shared> datasets = group.datasets();
        return datasets == null ? List.of() : datasets;
    }
}

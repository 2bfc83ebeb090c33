package org.gridtorrent.client.command;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.gridtorrent.client.cli.ExitStatus;
import org.gridtorrent.client.cli.Frame;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.pages.Group;
import org.gridtorrent.client.pages.PagesClient;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code group}: the user's groups; they are formed on the pages. */
@Command(name = "group", description = "Your groups; they are formed on the site's pages.")
public final class GroupCommand extends org.gridtorrent.client.cli.Group {
    private final Invocation invocation;

    private GroupCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    public static CommandLine group(Invocation invocation) {
        return Frame.group(new GroupCommand(invocation));
    }

    @Command(name = "list", description = "Your groups.")
    int list() throws IOException, InterruptedException {
        List<Group> groups = PagesFailures.ask(invocation, PagesClient::groups);
        List<String> lines = groups.isEmpty()
                ? List.of("You are in no group.")
                : groups.stream().map(
                        group -> group.name() + (group.role() == null ? "" : "  " + group.role()))
                        .toList();
        invocation.output().answer(Map.of("groups", groups), lines);
        return ExitStatus.DONE;
    }
}

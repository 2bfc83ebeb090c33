package org.gridtorrent.client.command.group;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.command.PagesFailures;
import org.gridtorrent.client.command.ParameterText;
import org.gridtorrent.client.pages.Buddies;
import org.gridtorrent.client.pages.BuddyChange;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Frame;
import org.gridtorrent.terminal.Group;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code buddy}: the people whom one picks first when giving access by name. */
@Command(name = "buddy", description = "Manage your buddies: people whom you often share with.")
public final class BuddyCommand extends Group {
    private final Invocation invocation;

    private BuddyCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    public static CommandLine group(Invocation invocation) {
        return Frame.group(new BuddyCommand(invocation));
    }

    @Command(name = "list", description = "List your buddies and the users you blocked.")
    int list() throws IOException, InterruptedException {
        Buddies all = PagesFailures.ask(invocation, pages -> pages.people().buddies());
        List<String> lines = new ArrayList<>();
        all.buddies().forEach(one -> lines.add("%-24s %s".formatted(one.user(), one.fullName())));
        all.blocked().forEach(one -> lines.add("%-24s %s  blocked".formatted(one.user(),
                one.fullName())));
        invocation.output().answer(all,
                lines.isEmpty() ? List.of("You have no buddies yet.") : lines);
        return ExitStatus.DONE;
    }

    @Command(name = "ask", description = "Ask a user to be your buddy.")
    int ask(@Parameters(paramLabel = "USER", description = ParameterText.USER) String user)
            throws IOException, InterruptedException {
        return change(BuddyChange.ASK, user);
    }

    @Command(name = "accept", description = "Accept a user's request.")
    int accept(@Parameters(paramLabel = "USER", description = ParameterText.USER) String user)
            throws IOException, InterruptedException {
        return change(BuddyChange.ACCEPT, user);
    }

    @Command(name = "call-off", description = "Decline a user's request, or withdraw yours.")
    int callOff(@Parameters(paramLabel = "USER", description = ParameterText.USER) String user)
            throws IOException, InterruptedException {
        return change(BuddyChange.CALL_OFF, user);
    }

    @Command(name = "remove", description = "Stop being buddies.")
    int remove(@Parameters(paramLabel = "USER", description = ParameterText.USER) String user)
            throws IOException, InterruptedException {
        return change(BuddyChange.REMOVE, user);
    }

    @Command(name = "block", description = "Stop being buddies and ignore the user's further requests. The user is not told.")
    int block(@Parameters(paramLabel = "USER", description = ParameterText.USER) String user)
            throws IOException, InterruptedException {
        return change(BuddyChange.BLOCK, user);
    }

    @Command(name = "unblock", description = "Allow a blocked user to ask again.")
    int unblock(@Parameters(paramLabel = "USER", description = ParameterText.USER) String user)
            throws IOException, InterruptedException {
        return change(BuddyChange.UNBLOCK, user);
    }

    private int change(BuddyChange change, String user) throws IOException, InterruptedException {
        String standing = PagesFailures.ask(invocation,
                pages -> pages.people().change(change, user));
        String words = switch (standing) {
            case "buddy" -> user + " is your buddy";
            case "asked" -> user + " was asked, and has not answered";
            case "blocked" -> user + " is blocked";
            default -> user + " is no buddy of yours";
        };
        invocation.output().answer(Map.of("user", user, "standing", standing), List.of(words));
        return ExitStatus.DONE;
    }
}

package org.gridtorrent.client.command.group;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.command.PagesFailures;
import org.gridtorrent.client.pages.Inbox;
import org.gridtorrent.client.pages.Inbox.Line;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Frame;
import org.gridtorrent.terminal.Group;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code inbox}: what waits for a yes or a no. */
@Command(name = "inbox", description = "Show requests and invitations.")
public final class InboxCommand extends Group {
    private final Invocation invocation;

    private InboxCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    public static CommandLine group(Invocation invocation) {
        return Frame.group(new InboxCommand(invocation));
    }

    @Command(name = "list", description = "List open requests and invitations. Answer with: group accept|call-off, buddy "
            + "accept|call-off.")
    int list() throws IOException, InterruptedException {
        Inbox inbox = PagesFailures.ask(invocation, pages -> pages.people().inbox());
        List<String> lines = new ArrayList<>();
        inbox.waiting().forEach(line -> lines.add(waiting(line)));
        inbox.asked().forEach(line -> lines.add(asked(line)));
        invocation.output().answer(inbox,
                lines.isEmpty() ? List.of("Nothing waits.") : lines);
        return ExitStatus.DONE;
    }

    private static String waiting(Line line) {
        return switch (line.kind()) {
            case "invitation" -> (line.user() == null
                    ? "you are invited"
                    : line.user()
                            + " invites you")
                    + " to join " + line.group();
            case "request" -> line.user() + " asks to join " + line.group();
            default -> line.user() + " asks to be your buddy";
        };
    }

    private static String asked(Line line) {
        return switch (line.kind()) {
            case "invitation" -> "you invited " + line.user() + " to join " + line.group();
            case "request" -> "you asked to join " + line.group();
            default -> "you asked " + line.user() + " to be your buddy";
        };
    }
}

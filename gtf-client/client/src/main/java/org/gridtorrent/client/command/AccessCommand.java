package org.gridtorrent.client.command;

import java.io.IOException;
import java.util.List;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.pages.Audience;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Frame;
import org.gridtorrent.terminal.Group;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code access}: who may have a data set that is published already. */
@Command(name = "access", description = "Who may have a data set of yours.")
public final class AccessCommand extends Group {
    private final Invocation invocation;

    private AccessCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    public static CommandLine group(Invocation invocation) {
        return Frame.group(new AccessCommand(invocation));
    }

    @Command(name = "show", description = "Who may have it.")
    int show(@Parameters(paramLabel = "ID") String id) throws IOException, InterruptedException {
        return say(PagesFailures.ask(invocation, pages -> pages.audience(id)));
    }

    @Command(name = "set", description = "Say who may have it from now on; whoever else had the right loses it within half a minute.")
    int set(@Parameters(paramLabel = "ID") String id,
            @ArgGroup(multiplicity = "1") AudienceOptions access)
            throws IOException, InterruptedException {
        return say(PagesFailures.ask(invocation, pages -> pages.share(
                new Audience(id, access.word(), access.groups(), access.users()))));
    }

    private int say(Audience audience) {
        String who = switch (audience.access()) {
            case "public" -> "everyone on the site";
            case "group" -> "you and the members of " + String.join(", ", audience.groups());
            default -> "you" + (audience.users().isEmpty()
                    ? " alone"
                    : " and "
                            + String.join(", ", audience.users()));
        };
        invocation.output().answer(audience, List.of("May have it: " + who));
        return ExitStatus.DONE;
    }
}

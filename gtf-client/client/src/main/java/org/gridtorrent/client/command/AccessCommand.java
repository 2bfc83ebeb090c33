package org.gridtorrent.client.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.pages.Audience;
import org.gridtorrent.terminal.ExitStatus;
import org.gridtorrent.terminal.Frame;
import org.gridtorrent.terminal.Group;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
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

    /** Groups or users. */
    static final class Named {
        @Option(names = "--group", paramLabel = "G", required = true, description = "The members of these groups.")
        private List<String> groups = new ArrayList<>();

        @Option(names = "--user", paramLabel = "U", required = true, description = "These users.")
        private List<String> users = new ArrayList<>();
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

    @Command(name = "grant", description = "Let more groups or users have it; with an end or without one, as is said now.")
    int grant(@Parameters(paramLabel = "ID") String id,
            @ArgGroup(multiplicity = "1") Named named, @Mixin UntilOption until)
            throws IOException, InterruptedException {
        String moment = until.moment();
        return say(PagesFailures.ask(invocation,
                pages -> pages.grant(id, named.groups, named.users, moment)));
    }

    @Command(name = "revoke", description = "Take it from groups or users within half a minute; others keep it.")
    int revoke(@Parameters(paramLabel = "ID") String id,
            @ArgGroup(multiplicity = "1") Named named)
            throws IOException, InterruptedException {
        return say(PagesFailures.ask(invocation,
                pages -> pages.revoke(id, named.groups, named.users)));
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
        List<String> lines = new ArrayList<>(List.of("May have it: " + who));
        Objects.requireNonNullElse(audience.ends(), List.<Audience.End>of()).forEach(
                end -> lines.add("  %s until %s".formatted(end.name(), Times.words(end.end()))));
        invocation.output().answer(audience, lines);
        return ExitStatus.DONE;
    }
}

package org.gridtorrent.client.command.dataset;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.gridtorrent.client.cli.Invocation;
import org.gridtorrent.client.command.LocalTimes;
import org.gridtorrent.client.command.PagesFailures;
import org.gridtorrent.client.command.ParameterText;
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
@Command(name = "access", description = "Control who can access your data sets.")
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
        @Option(names = "--group", paramLabel = "G", required = true, description = "Members of this group. Repeatable.")
        private List<String> groups = new ArrayList<>();

        @Option(names = "--user", paramLabel = "U", required = true, description = "This user. Repeatable.")
        private List<String> users = new ArrayList<>();
    }

    @Command(name = "show", description = "Show who has access.")
    int show(@Parameters(paramLabel = "ID", description = ParameterText.DATASET) String id)
            throws IOException, InterruptedException {
        return say(PagesFailures.ask(invocation, pages -> pages.audience(id)));
    }

    @Command(name = "set", description = "Replace who has access. Others lose access within 30 seconds.")
    int set(@Parameters(paramLabel = "ID", description = ParameterText.DATASET) String id,
            @ArgGroup(multiplicity = "1") AudienceOptions access)
            throws IOException, InterruptedException {
        return say(PagesFailures.ask(invocation, pages -> pages.share(
                new Audience(id, access.word(), access.groups(), access.users()))));
    }

    @Command(name = "grant", description = "Give access to more groups or users. If they have access already, the new end "
            + "replaces the old one.")
    int grant(@Parameters(paramLabel = "ID", description = ParameterText.DATASET) String id,
            @ArgGroup(multiplicity = "1") Named named, @Mixin UntilOption until)
            throws IOException, InterruptedException {
        String moment = until.moment();
        return say(PagesFailures.ask(invocation,
                pages -> pages.grant(id, named.groups, named.users, moment)));
    }

    @Command(name = "revoke", description = "Revoke the access of groups or users within 30 seconds.")
    int revoke(@Parameters(paramLabel = "ID", description = ParameterText.DATASET) String id,
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
                end -> lines
                        .add("  %s until %s".formatted(end.name(), LocalTimes.format(end.end()))));
        invocation.output().answer(audience, lines);
        return ExitStatus.DONE;
    }
}

package org.gridtorrent.client.command.dataset;

import java.util.List;
import picocli.CommandLine.Option;

/** Who may have a data set: exactly one of the three kinds. */
final class AudienceOptions {
    @Option(names = "--public", required = true, description = "Give access to every account of the site, and to everybody if the site is open to "
            + "the world.")
    private boolean everyone;

    @Option(names = "--group", paramLabel = "G", required = true, description = "Give access to members of this group. Repeatable.")
    private List<String> groups = List.of();

    @Option(names = "--user", paramLabel = "U", required = true, description = "Give access to this user. Repeatable.")
    private List<String> users = List.of();

    boolean isPublic() {
        return everyone;
    }

    /** As the pages call the kind. */
    String word() {
        return everyone ? "public" : users.isEmpty() ? "group" : "user";
    }

    List<String> groups() {
        return groups;
    }

    List<String> users() {
        return users;
    }
}

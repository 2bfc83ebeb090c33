package org.gridtorrent.client.command.dataset;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import org.gridtorrent.terminal.CommandFailure;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** When a right ends. */
final class UntilOption {
    @Option(names = "--until", paramLabel = "DAY", description = "End of the access: a day (2027-01-31, included, in UTC) or a time "
            + "(2027-01-31T12:00:00Z).")
    private @Nullable String until;

    /** As the pages take it; null for no end. */
    @Nullable
    String moment() {
        String typed = until;
        if (typed == null) {
            return null;
        }
        try {
            return (typed.contains("T")
                    ? Instant.parse(typed)
                    : LocalDate.parse(typed).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant())
                    .toString();
        } catch (DateTimeParseException e) {
            throw CommandFailure.wrongUsage("--until wants a day as 2027-01-31, or a moment as"
                    + " 2027-01-31T12:00:00Z, not " + typed);
        }
    }
}

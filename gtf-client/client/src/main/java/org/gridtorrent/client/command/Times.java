package org.gridtorrent.client.command;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;

/** Moments as people read them, in the time of this machine. */
final class Times {
    private static final DateTimeFormatter FORM = DateTimeFormatter
            .ofPattern("yyyy-MM-dd HH:mm:ss z");

    private Times() {}

    static String words(Instant moment) {
        return FORM.format(moment.atZone(ZoneId.systemDefault()));
    }

    /** A text that is no moment stays as it is. */
    static String words(String moment) {
        try {
            return words(Instant.parse(moment));
        } catch (DateTimeParseException e) {
            return moment;
        }
    }
}

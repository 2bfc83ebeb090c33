package org.gridtorrent.client.command;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;

/** Moments as people read them, in the time of this machine. */
public final class LocalTimes {
    private static final DateTimeFormatter FORM = DateTimeFormatter
            .ofPattern("yyyy-MM-dd HH:mm:ss z");

    private LocalTimes() {}

    public static String format(Instant moment) {
        return FORM.format(moment.atZone(ZoneId.systemDefault()));
    }

    /** A text that is no moment stays as it is. */
    public static String format(String moment) {
        try {
            return format(Instant.parse(moment));
        } catch (DateTimeParseException e) {
            return moment;
        }
    }
}

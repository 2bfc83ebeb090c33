package org.gridtorrent.engine.limit;

import java.time.DayOfWeek;
import java.time.format.TextStyle;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Names of weekdays in schedules: {@code Mon} to {@code Sun}. */
final class WeekdayNames {
    private WeekdayNames() {}

    static String name(DayOfWeek day) {
        return day.getDisplayName(TextStyle.SHORT, Locale.ROOT);
    }

    /** Ignores case. */
    static Optional<DayOfWeek> parse(String name) {
        return Arrays.stream(DayOfWeek.values()).filter(day -> name(day).equalsIgnoreCase(name))
                .findFirst();
    }
}

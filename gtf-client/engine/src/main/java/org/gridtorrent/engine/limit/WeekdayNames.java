package org.gridtorrent.engine.limit;

import java.time.DayOfWeek;
import java.time.format.TextStyle;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The days' names as schedules have them: {@code Mon} to {@code Sun}. */
final class WeekdayNames {
    private WeekdayNames() {}

    static String name(DayOfWeek day) {
        return day.getDisplayName(TextStyle.SHORT, Locale.ROOT);
    }

    /** In any case of letters. */
    static Optional<DayOfWeek> parse(String name) {
        return Arrays.stream(DayOfWeek.values()).filter(day -> name(day).equalsIgnoreCase(name))
                .findFirst();
    }
}

package org.gridtorrent.ccm.ui;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Sizes and times as people read them in the language that is spoken: decimal units (BIPM). */
final class NumberFormatter {
    private static final String[] UNITS = {"kB", "MB", "GB", "TB", "PB", "EB"};

    private NumberFormatter() {}

    static String grouped(long number) {
        return String.format(Language.spoken().locale(), "%,d", number);
    }

    static String tenths(double number) {
        return String.format(Language.spoken().locale(), "%,.1f", number);
    }

    /** Three significant digits: 999 B, 1.21 GB, 148 MB. */
    static String size(long bytes) {
        if (bytes < 1000) {
            return bytes + " B";
        }
        double value = bytes;
        int unit = -1;
        // 999.5 would print as 1000, so it already counts in the next unit.
        while (value >= 999.5 && unit < UNITS.length - 1) {
            value /= 1000;
            unit++;
        }
        String format = value < 9.995 ? "%.2f %s" : value < 99.95 ? "%.1f %s" : "%.0f %s";
        return String.format(Language.spoken().locale(), format, value, UNITS[unit]);
    }

    static String date(Instant instant) {
        return formatter("").format(instant);
    }

    static String minute(Instant instant) {
        return formatter(", HH:mm 'UTC'").format(instant);
    }

    private static DateTimeFormatter formatter(String time) {
        Language language = Language.spoken();
        return DateTimeFormatter.ofPattern(language.datePattern() + time, language.locale())
                .withZone(ZoneOffset.UTC);
    }
}

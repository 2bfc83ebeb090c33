package org.gridtorrent.ccm.view;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Sizes, rates and times as people read them: decimal units (BIPM), English digits. */
final class Numbers {
    private static final String[] UNITS = {"kB", "MB", "GB", "TB", "PB", "EB"};
    private static final DateTimeFormatter DATE = DateTimeFormatter
            .ofPattern("d MMMM yyyy", Locale.ENGLISH).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter MINUTE = DateTimeFormatter
            .ofPattern("d MMMM yyyy, HH:mm 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private Numbers() {}

    static String grouped(long number) {
        return String.format(Locale.ENGLISH, "%,d", number);
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
        return String.format(Locale.ENGLISH, format, value, UNITS[unit]);
    }

    static String date(Instant instant) {
        return DATE.format(instant);
    }

    static String minute(Instant instant) {
        return MINUTE.format(instant);
    }

    /** 8 s, 3 min 20 s, 2 h 5 min, 3 days. */
    static String duration(Duration duration) {
        long seconds = Math.max(0, duration.toSeconds());
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3600) {
            return seconds / 60 + " min" + (seconds % 60 == 0 ? "" : " " + seconds % 60 + " s");
        }
        if (seconds < 48 * 3600) {
            long minutes = seconds % 3600 / 60;
            return seconds / 3600 + " h" + (minutes == 0 ? "" : " " + minutes + " min");
        }
        return seconds / 86_400 + " days";
    }
}

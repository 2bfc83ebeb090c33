package org.gridtorrent.catalog.refusal;

import java.util.Locale;

/** A number of bytes, as a refusal names it. */
public record ByteCount(long bytes) {
    private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};

    /** Three significant digits and a decimal unit. */
    public String english() {
        double value = bytes;
        int unit = 0;
        while (value >= 999.5 && unit < UNITS.length - 1) {
            value /= 1000;
            unit++;
        }
        String format = unit == 0 || value >= 99.95
                ? "%.0f %s"
                : value < 9.995 ? "%.2f %s" : "%.1f %s";
        return String.format(Locale.ROOT, format, value, UNITS[unit]);
    }
}

package org.gridtorrent.catalog.search;

import java.util.Locale;

/** How large a data set is, in steps of ten. */
public enum SizeClass {
    UNDER_1_GB(1_000_000_000L), TO_10_GB(10_000_000_000L), TO_100_GB(100_000_000_000L), TO_1_TB(
            1_000_000_000_000L),
    OVER_1_TB(Long.MAX_VALUE);

    private final long end;

    SizeClass(long end) {
        this.end = end;
    }

    public static SizeClass of(long bytes) {
        for (SizeClass each : values()) {
            if (bytes < each.end) {
                return each;
            }
        }
        return OVER_1_TB;
    }

    /** As it stands in addresses. */
    public String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

package org.gridtorrent.catalog.search;

import java.util.Locale;

/** How many verified copies can be reached. */
public enum Health {
    NONE, ONE, SEVERAL;

    public static Health of(int copies) {
        return copies <= 0 ? NONE : copies == 1 ? ONE : SEVERAL;
    }

    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}

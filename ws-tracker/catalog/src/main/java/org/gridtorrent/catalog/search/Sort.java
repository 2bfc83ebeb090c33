package org.gridtorrent.catalog.search;

import java.util.Locale;

/** In what order; without words the best match is the newest. */
public enum Sort {
    BEST, NEWEST, LARGEST;

    /** As it stands in addresses. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}

package org.gridtorrent.catalog.search;

import java.util.List;
import java.util.Locale;

/** By what a search is narrowed. */
public enum Facet {
    SUBJECT, GROUP, OWNER, ACCESS, LICENCE, FORMAT, SIZE, YEAR, HEALTH;

    static final List<Facet> ALL = List.of(values());

    /** As it stands in addresses. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}

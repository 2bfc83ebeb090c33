package org.gridtorrent.ccm.report;

import java.util.List;

/** People, with how many of the data sets they may have. */
public record GranteesView(List<Line> lines, String words, int page, boolean more,
        boolean wholeSite) {

    /** One of them. */
    public record Line(String id, String name, String fullName, long datasets) {}
}

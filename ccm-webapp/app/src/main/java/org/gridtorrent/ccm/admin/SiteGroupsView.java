package org.gridtorrent.ccm.admin;

import java.util.List;

/** The site's groups, found by words. */
public record SiteGroupsView(List<Line> groups, String words, int page, boolean more) {

    /** One of them; ownerless when all its owners are disabled. */
    public record Line(String id, String name, boolean open, int members, boolean ownerless) {}
}

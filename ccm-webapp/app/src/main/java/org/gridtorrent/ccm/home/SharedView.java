package org.gridtorrent.ccm.home;

import java.util.List;
import org.gridtorrent.ccm.ui.DatasetLine;

/** A page of what others gave the viewer, the newest first; the page is 1-based. */
public record SharedView(List<Item> items, int page, boolean more) {

    /** A data set, and every way by which the viewer may have it. */
    public record Item(DatasetLine dataset, List<Way> ways) {}

    /**
     * By name, or through a group.
     *
     * @param groupId empty for what is by name, as is the group's name
     * @param lastDay ISO 8601, UTC; empty for a right without an end
     */
    public record Way(String groupId, String group, String lastDay) {}
}

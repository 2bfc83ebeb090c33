package org.gridtorrent.ccm.report;

/**
 * A right in the report.
 *
 * @param key by which a form names it; empty for what cannot be taken away
 * @param dataset id, to lead to its page; empty where the viewer has no such page
 * @param road owner, named, group or everybody
 * @param lastDay empty for a right without an end
 * @param more rights to this data set that are not listed here; 0 but for the last line of several
 */
public record RightLine(String key, String dataset, String title, String owner, String road,
        String who, long people, String lastDay, String setId, long more) {}

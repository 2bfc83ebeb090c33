package org.gridtorrent.ccm.people;

import java.util.List;
import org.gridtorrent.ccm.people.picker.GroupLine;

/**
 * The page of groups.
 *
 * @param words that the other groups were looked for by
 * @param page of the other groups, 1-based; as is that of one's own
 */
public record GroupsView(List<GroupLine> mine, int minePage, boolean moreMine,
        List<GroupLine> others, String words, int page, boolean more) {}

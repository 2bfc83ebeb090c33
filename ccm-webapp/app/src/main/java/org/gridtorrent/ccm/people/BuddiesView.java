package org.gridtorrent.ccm.people;

import java.util.List;
import org.gridtorrent.ccm.people.picker.PersonLine;

/**
 * The page of buddies.
 *
 * @param page of the buddies, 1-based; as is that of those whom one blocked
 */
public record BuddiesView(List<PersonLine> buddies, int page, boolean more,
        List<PersonLine> blocked, int blockedPage, boolean moreBlocked) {}

package org.gridtorrent.ccm.people;

import java.util.List;
import org.gridtorrent.ccm.people.picker.PendingLine;

/**
 * What waits for the viewer, and what the viewer waits for.
 *
 * @param page of what waits, 1-based
 * @param askedPage of what was asked
 */
public record InboxView(List<PendingLine> waiting, int page, boolean more, List<PendingLine> asked,
        int askedPage, boolean moreAsked) {}

package org.gridtorrent.ccm.search.subscription;

import java.time.Instant;
import java.util.List;

/**
 * What somebody is told.
 *
 * @param page 1-based
 * @param unseen how many are new, on all pages
 */
public record NoticesView(List<Line> lines, int page, boolean more, int unseen) {

    /** A sentence, and where more is to be seen; an empty path is nowhere. */
    public record Line(String id, String text, String path, Instant at, boolean seen) {}
}

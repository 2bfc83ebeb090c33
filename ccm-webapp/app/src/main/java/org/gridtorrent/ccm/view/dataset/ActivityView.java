package org.gridtorrent.ccm.view.dataset;

import java.time.Instant;
import java.util.List;

/**
 * A page of what happened to a data set, the latest first.
 *
 * @param more whether there are older lines
 */
public record ActivityView(DatasetHead head, List<Line> lines, int page, boolean more) {

    /** What happened, in words, and the data set that it leads to, or none. */
    public record Line(Instant at, String text, String dataset) {}
}

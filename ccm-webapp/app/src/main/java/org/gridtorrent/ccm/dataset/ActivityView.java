package org.gridtorrent.ccm.dataset;

import java.time.Instant;
import java.util.List;
import org.gridtorrent.ccm.dataset.tab.DatasetHead;

/**
 * A page of what happened to a data set, the latest first.
 *
 * @param more whether there are older lines
 */
public record ActivityView(DatasetHead head, List<Line> lines, int page, boolean more) {

    /** What happened, in words, and the data set that it leads to, or none. */
    public record Line(Instant at, String text, String dataset) {}
}

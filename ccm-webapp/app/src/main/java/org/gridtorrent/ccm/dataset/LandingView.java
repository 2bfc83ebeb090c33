package org.gridtorrent.ccm.dataset;

import java.util.List;
import java.util.Optional;
import org.gridtorrent.catalog.metadata.Licence;
import org.gridtorrent.ccm.dataset.DatasetView.Cite;
import org.gridtorrent.ccm.dataset.DatasetView.Newer;
import org.gridtorrent.ccm.dataset.DatasetView.Stock;
import org.gridtorrent.ccm.dataset.tab.DatasetHead;
import org.gridtorrent.ccm.ui.DatasetLine;

/**
 * Landing page of a public data set for strangers, on a site that is open to the world; creators by name.
 *
 * @param nonPrivate as of {@link DatasetHead}
 */
public record LandingView(DatasetLine line, List<String> creators, Licence licence,
        boolean nonPrivate, Optional<Newer> newer, Stock stock, Cite cite) {

    public String path() {
        return "/datasets/" + line.id();
    }
}

package org.gridtorrent.ccm.home;

import java.util.List;
import org.gridtorrent.catalog.account.QuotaUsage;
import org.gridtorrent.catalog.dataset.Drafts.Draft;
import org.gridtorrent.catalog.dataset.Tombstones.Tombstone;
import org.gridtorrent.ccm.ui.DatasetLine;

/** The page of one's own data sets, of those that one withdrew, and of drafts; pages are 1-based. */
public record MyDataView(List<DatasetLine> mine, int page, boolean more,
        List<Tombstone> withdrawn, int withdrawnPage, boolean moreWithdrawn, List<Draft> drafts,
        QuotaUsage allowance) {}

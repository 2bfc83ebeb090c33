package org.gridtorrent.ccm.view;

import java.util.List;
import org.gridtorrent.catalog.Withdrawals.Tombstone;

/** The page of one's own data sets, and of those that one withdrew; pages are 1-based. */
public record MyDataView(List<DatasetLine> mine, int page, boolean more,
        List<Tombstone> withdrawn, int withdrawnPage, boolean moreWithdrawn) {}

package org.gridtorrent.ccm.transfer;

import java.util.List;
import org.gridtorrent.ccm.ui.TransferLine;

/** Transfers under way, and those that are over; pages are 1-based. */
public record TransfersView(List<TransferLine> active, int activePage, boolean moreActive,
        List<TransferLine> over, int page, boolean more) {

    /** Whether there is none on any page. */
    public boolean none() {
        return active.isEmpty() && over.isEmpty() && activePage == 1 && page == 1;
    }
}

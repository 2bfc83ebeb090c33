package org.gridtorrent.ccm.dataset.copies;

import java.util.List;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.ccm.http.OrderLog;

/**
 * A change of the rule for a data set's copies, as the page and the REST interface order it.
 *
 * @param removes whether there is to be no rule; the rest does not matter then
 * @param alwaysOn how many of the copies are to be on devices that are always on
 * @param deviceIds the devices that may have copies; with none and no groups, all
 * @param groupIds the groups whose devices may have copies
 */
record CopyRuleChange(boolean removes, int copies, int alwaysOn, List<String> deviceIds,
        List<String> groupIds) {
    static final CopyRuleChange REMOVAL = new CopyRuleChange(true, 0, 0, List.of(),
            List.of());

    /** Returns false when the data set is not the account's. */
    boolean apply(Catalog catalog, OrderLog orders, String accountId, String contentId) {
        boolean done = removes
                ? catalog.sharing().copies().keepNone(accountId, contentId)
                : catalog.sharing().copies().keep(accountId, contentId, copies, alwaysOn, deviceIds,
                        groupIds);
        if (done) {
            orders.copies(accountId, copies, contentId);
        }
        return done;
    }
}

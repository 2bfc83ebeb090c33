package org.gridtorrent.ccm.page.dataset;

import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.catalog.Account;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.Content;
import org.gridtorrent.ccm.page.Rows;
import org.gridtorrent.ccm.view.dataset.DatasetHead;
import org.gridtorrent.ccm.web.Exchange;
import org.gridtorrent.ccm.web.Refusal;

/** What the tabs of a data set's page have in common. */
public final class Tabs {
    private final Catalog catalog;

    public Tabs(Catalog catalog) {
        this.catalog = catalog;
    }

    /** The data set of the address, when the viewer may know of it. */
    Content content(Exchange exchange) {
        return catalog.contents().find(exchange.viewer().id(), exchange.id())
                .orElseThrow(Refusal::notFound);
    }

    DatasetHead head(Exchange exchange, Content content, String tab) {
        boolean mine = content.ownerId().equals(exchange.viewer().id());
        List<String> tabs = new ArrayList<>(
                List.of("overview", "files", "metadata", "copies", "access"));
        return new DatasetHead(Rows.dataset(content), owner(content), mine, tab,
                List.copyOf(tabs));
    }

    /** The owner's full name. */
    String owner(Content content) {
        return catalog.accounts().find(content.ownerId()).map(Account::fullName)
                .orElse(content.ownerName());
    }
}

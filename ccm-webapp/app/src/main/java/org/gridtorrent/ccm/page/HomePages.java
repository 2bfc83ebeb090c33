package org.gridtorrent.ccm.page;

import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.search.Query;
import org.gridtorrent.ccm.view.DatasetLine;
import org.gridtorrent.ccm.view.TransferLine;
import org.gridtorrent.ccm.web.Exchange;
import org.gridtorrent.ccm.web.Reply;

/** The start page: what the site is, or what is new for whoever is logged in; and one's own data sets. */
public final class HomePages {
    private static final int NEWEST = 10;
    private static final int LATEST_TRANSFERS = 3;

    private final Catalog catalog;

    public HomePages(Catalog catalog) {
        this.catalog = catalog;
    }

    public Reply home(Exchange exchange) {
        return exchange.knownViewer().map(viewer -> home(viewer.id()))
                .orElseGet(() -> Reply.html("home", Map.of()));
    }

    private Reply home(String viewer) {
        List<DatasetLine> newest = catalog.search().find(viewer, Query.newest("", NEWEST)).lines()
                .stream().map(Rows::dataset).toList();
        List<TransferLine> transfers = catalog.tasks().of(viewer, LATEST_TRANSFERS).stream()
                .map(Rows::transfer).toList();
        return Reply.html("start", Map.of("newest", newest, "transfers", transfers));
    }

    public Reply mine(Exchange exchange) {
        return Reply.html("mydata", Map.of("mine",
                Rows.datasets(catalog.contents().ownedBy(exchange.viewer().id()))));
    }
}

package org.gridtorrent.ccm.home;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Tombstones.Tombstone;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.search.SearchQuery;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.ccm.device.DeviceLines;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.ui.DatasetLine;
import org.gridtorrent.ccm.ui.Rows;
import org.gridtorrent.ccm.ui.TransferLine;

/** The start page: what the site is, or what is new for whoever is logged in; and one's own data sets. */
public final class HomePages {
    private static final int NEWEST = 10;
    private static final int PER_PAGE = 50;
    private static final int LATEST_TRANSFERS = 3;

    private final Catalog catalog;
    private final InstantSource clock;

    public HomePages(Catalog catalog, InstantSource clock) {
        this.catalog = catalog;
        this.clock = clock;
    }

    public Reply home(Exchange exchange) {
        return exchange.knownViewer().map(viewer -> home(viewer.id()))
                .orElseGet(() -> Reply.html("home", Map.of()));
    }

    private Reply home(String viewer) {
        List<DatasetLine> newest = Rows.found(catalog.datasets().versions(), viewer,
                catalog.discovery().search().find(viewer, SearchQuery.newest("", NEWEST)).lines());
        List<Task> latest = catalog.work().tasks().of(viewer, LATEST_TRANSFERS);
        Set<String> replaced = catalog.work().tasks().replaced(latest);
        List<TransferLine> transfers = latest.stream()
                .map(task -> TransferLine.of(task, replaced.contains(task.id()))).toList();
        return Reply.html("start", Map.of("newest", newest, "transfers", transfers, "machines",
                DeviceLines.of(catalog.machines().devices(), viewer, clock.instant())));
    }

    public Reply mine(Exchange exchange) {
        String viewer = exchange.viewer().id();
        int page = exchange.page();
        int withdrawnPage = exchange.page("withdrawn");
        ResultPage<Content> mine = catalog.datasets().contents().ownedBy(viewer,
                (page - 1) * PER_PAGE,
                PER_PAGE);
        ResultPage<Tombstone> withdrawn = catalog.datasets().tombstones().of(viewer,
                (withdrawnPage - 1) * PER_PAGE, PER_PAGE);
        return Reply.html("mydata", Map.of("view", new MyDataView(
                Rows.datasets(catalog.datasets().versions(), viewer, mine.items()), page,
                mine.more(),
                withdrawn.items(), withdrawnPage, withdrawn.more(),
                page == 1 ? catalog.datasets().drafts().of(viewer) : List.of(),
                catalog.site().quotas().of(viewer))));
    }
}

package org.gridtorrent.ccm.page;

import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.Content;
import org.gridtorrent.catalog.Contents;
import org.gridtorrent.ccm.view.DatasetLine;
import org.gridtorrent.ccm.web.Exchange;
import org.gridtorrent.ccm.web.Reply;

/** The start page, the search and one's own data sets: lists of data sets. */
public final class HomePages {
    private static final int NEWEST = 10;
    private static final int MOST_FOUND = 100;
    private static final int LONGEST_QUERY = 200;

    private final Contents contents;

    public HomePages(Contents contents) {
        this.contents = contents;
    }

    public Reply home(Exchange exchange) {
        List<DatasetLine> newest = exchange.knownViewer()
                .map(viewer -> Rows.datasets(contents.search(viewer.id(), "", NEWEST)))
                .orElse(List.of());
        return Reply.html("home", Map.of("newest", newest));
    }

    public Reply search(Exchange exchange) {
        String typed = exchange.parameter("q");
        String words = typed.substring(0, Math.min(typed.length(), LONGEST_QUERY));
        List<Content> found = contents.search(exchange.viewer().id(), words, MOST_FOUND + 1);
        boolean more = found.size() > MOST_FOUND;
        return Reply.html("search", Map.of("words", words, "more", more, "found",
                Rows.datasets(more ? found.subList(0, MOST_FOUND) : found)));
    }

    public Reply mine(Exchange exchange) {
        return Reply.html("mydata", Map.of("mine",
                Rows.datasets(contents.ownedBy(exchange.viewer().id()))));
    }
}

package org.gridtorrent.ccm.page;

import java.util.Map;
import org.gridtorrent.catalog.Received;
import org.gridtorrent.catalog.people.Slice;
import org.gridtorrent.catalog.report.Right;
import org.gridtorrent.catalog.report.Road;
import org.gridtorrent.ccm.view.SharedView;
import org.gridtorrent.ccm.view.SharedView.Item;
import org.gridtorrent.ccm.view.SharedView.Way;
import org.gridtorrent.ccm.web.Exchange;
import org.gridtorrent.ccm.web.Reply;

/** What others gave whoever is logged in, and through what. */
public final class SharedPages {
    private static final int PER_PAGE = 50;

    private final Received received;

    public SharedPages(Received received) {
        this.received = received;
    }

    public Reply show(Exchange exchange) {
        int page = exchange.page();
        Slice<Received.Item> part = received.of(exchange.viewer().id(), (page - 1) * PER_PAGE,
                PER_PAGE);
        return Reply.html("shared", Map.of("view", new SharedView(
                part.items().stream().map(SharedPages::item).toList(), page, part.more())));
    }

    private static Item item(Received.Item item) {
        return new Item(Rows.dataset(item.content()),
                item.rights().stream().map(SharedPages::way).toList());
    }

    private static Way way(Right right) {
        boolean group = right.key().road() == Road.GROUP;
        return new Way(group ? right.key().whoId() : "", group ? right.who() : "",
                right.ends().map(Rows::lastDay).orElse(""));
    }
}

package org.gridtorrent.ccm.home;

import java.util.Map;
import org.gridtorrent.catalog.access.GrantType;
import org.gridtorrent.catalog.access.Right;
import org.gridtorrent.catalog.access.SharedWithMe;
import org.gridtorrent.catalog.dataset.Versions;
import org.gridtorrent.catalog.dataset.Versions.Mark;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.ccm.home.SharedView.Item;
import org.gridtorrent.ccm.home.SharedView.Way;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.ui.Rows;

/** What others gave whoever is logged in, and through what. */
public final class SharedPages {
    private static final int PER_PAGE = 50;

    private final SharedWithMe received;
    private final Versions versions;

    public SharedPages(SharedWithMe received, Versions versions) {
        this.received = received;
        this.versions = versions;
    }

    public Reply show(Exchange exchange) {
        int page = exchange.page();
        String viewer = exchange.viewer().id();
        ResultPage<SharedWithMe.Item> part = received.of(viewer, (page - 1) * PER_PAGE, PER_PAGE);
        Map<String, Mark> marks = versions.marks(viewer,
                part.items().stream().map(item -> item.content().id()).toList());
        return Reply.html("shared", Map.of("view", new SharedView(
                part.items().stream().map(item -> item(item, marks)).toList(), page, part.more())));
    }

    private static Item item(SharedWithMe.Item item, Map<String, Mark> marks) {
        return new Item(Rows.dataset(item.content(), marks),
                item.rights().stream().map(SharedPages::way).toList());
    }

    private static Way way(Right right) {
        boolean group = right.key().road() == GrantType.GROUP;
        return new Way(group ? right.key().whoId() : "", group ? right.who() : "",
                right.ends().map(Rows::lastDay).orElse(""));
    }
}

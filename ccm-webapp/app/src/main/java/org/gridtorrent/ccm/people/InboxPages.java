package org.gridtorrent.ccm.people;

import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.db.Slice;
import org.gridtorrent.catalog.people.Inbox;
import org.gridtorrent.catalog.people.PendingRequest;
import org.gridtorrent.ccm.view.people.InboxView;
import org.gridtorrent.ccm.view.people.PendingLine;
import org.gridtorrent.ccm.web.Exchange;
import org.gridtorrent.ccm.web.Reply;

/** The one place of all that waits for an answer: the viewer's, and others'. */
public final class InboxPages {
    private static final int LINES = 50;

    private final Inbox inbox;

    public InboxPages(Inbox inbox) {
        this.inbox = inbox;
    }

    public Reply show(Exchange exchange) {
        String viewer = exchange.viewer().id();
        int page = exchange.page();
        int askedPage = exchange.page("asked");
        Slice<PendingRequest> waiting = inbox.waiting(viewer, (page - 1) * LINES, LINES);
        Slice<PendingRequest> asked = inbox.asked(viewer, (askedPage - 1) * LINES, LINES);
        return Reply.html("inbox", Map.of("view", new InboxView(lines(waiting), page,
                waiting.more(), lines(asked), askedPage, asked.more())));
    }

    private static List<PendingLine> lines(Slice<PendingRequest> slice) {
        return slice.items().stream().map(PeopleRows::pending).toList();
    }
}

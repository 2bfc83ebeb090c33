package org.gridtorrent.ccm.people;

import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.people.Inbox;
import org.gridtorrent.catalog.people.PendingRequest;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.people.picker.PendingLine;
import org.gridtorrent.ccm.people.picker.PeopleRows;

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
        ResultPage<PendingRequest> waiting = inbox.waiting(viewer, (page - 1) * LINES, LINES);
        ResultPage<PendingRequest> asked = inbox.asked(viewer, (askedPage - 1) * LINES, LINES);
        return Reply.html("inbox", Map.of("view", new InboxView(lines(waiting), page,
                waiting.more(), lines(asked), askedPage, asked.more())));
    }

    private static List<PendingLine> lines(ResultPage<PendingRequest> slice) {
        return slice.items().stream().map(PeopleRows::pending).toList();
    }
}

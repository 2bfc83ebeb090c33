package org.gridtorrent.ccm.search.subscription;

import java.util.Map;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.catalog.notify.Notice;
import org.gridtorrent.catalog.notify.Notices;
import org.gridtorrent.ccm.http.Exchange;
import org.gridtorrent.ccm.http.LocalPath;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.ui.Messages;
import org.gridtorrent.ccm.ui.NoticeText;

/** What somebody is told: the latest first, for 90 days. */
public final class NoticePages {
    private static final int LINES = 50;

    private final Notices notices;
    private final NoticeText words;

    public NoticePages(Notices notices, Messages messages) {
        this.notices = notices;
        this.words = new NoticeText(messages);
    }

    public Reply show(Exchange exchange) {
        String viewer = exchange.viewer().id();
        int page = exchange.page();
        ResultPage<Notice> found = notices.of(viewer, (page - 1) * LINES, LINES);
        return Reply.html("notices", Map.of("view", new NoticesView(
                found.items().stream().map(this::line).toList(), page, found.more(),
                notices.unseen(viewer))));
    }

    private NoticesView.Line line(Notice notice) {
        return new NoticesView.Line(notice.id(), words.of(notice), NoticeText.path(notice),
                notice.created(), notice.seen());
    }

    public Reply see(Exchange exchange) {
        if (!notices.see(exchange.viewer().id(), exchange.id())) {
            throw Refusal.notFound();
        }
        return new Reply.SeeOther("/notices");
    }

    public Reply seeAll(Exchange exchange) {
        notices.seeAll(exchange.viewer().id());
        return new Reply.SeeOther(LocalPath.noticed("/notices", "seen"));
    }
}

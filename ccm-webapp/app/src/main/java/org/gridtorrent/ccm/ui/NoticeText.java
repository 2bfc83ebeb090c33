package org.gridtorrent.ccm.ui;

import java.util.Locale;
import org.gridtorrent.catalog.notify.Notice;
import org.gridtorrent.catalog.notify.Notice.About;
import org.gridtorrent.metainfo.reason.TaskReason;

/** Notices in words, the same on the page and in mail. Safe for use by many threads. */
public final class NoticeText {
    private final Messages messages;

    public NoticeText(Messages messages) {
        this.messages = messages;
    }

    /** A sentence; of a data set that its reader may not know of any more, without its title. */
    public String of(Notice notice) {
        String about = notice.about().map(About::title).filter(title -> !title.isEmpty())
                .or(notice::group).orElseGet(() -> messages.text("notices.hidden"));
        String key = "notices." + notice.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
        return notice.detail().isBlank() && messages.has(key + ".bare")
                ? messages.text(key + ".bare", about)
                : messages.text(key, about, detail(notice));
    }

    /** What it says besides; names, or what became of a task. */
    public String detail(Notice notice) {
        return notice.kind() == Notice.Kind.GET_FAILED
                ? TaskReason.decoded(notice.detail()).map(messages::text).orElse("")
                : notice.detail();
    }

    /** Where more is to be seen; the inbox for what waits for an answer. */
    public static String path(Notice notice) {
        return switch (notice.kind()) {
            case INVITED, ASKED -> "/inbox";
            case ACCEPTED -> notice.groupId().map(id -> "/groups/" + id).orElse("/groups");
            case GET_BEGUN, GET_DONE, GET_FAILED, ACCESS_ENDED -> "/transfers";
            case FEW_COPIES -> dataset(notice, "/copies");
            case NEW_VERSION, WITHDRAWN, SHARED, FOUND -> dataset(notice, "");
        };
    }

    private static String dataset(Notice notice, String tab) {
        return notice.about().filter(about -> !about.title().isEmpty())
                .map(about -> "/datasets/" + about.id() + tab).orElse("");
    }
}

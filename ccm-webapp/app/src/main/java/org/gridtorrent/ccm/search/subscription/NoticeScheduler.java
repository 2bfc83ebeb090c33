package org.gridtorrent.ccm.search.subscription;

import java.time.Duration;
import java.util.UUID;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.db.Ticker;

/**
 * Tells subscribers what is new, and has their devices get it: each second, at the one node that holds
 * the lease.
 */
final class NoticeScheduler {
    private static final Duration BETWEEN_CLEANUPS = Duration.ofHours(1);

    private final Catalog catalog;
    private final boolean mails;
    private final String node = UUID.randomUUID().toString();

    /** @param mails whether the site sends mail */
    NoticeScheduler(Catalog catalog, boolean mails) {
        this.catalog = catalog;
        this.mails = mails;
    }

    /** @param pause between two looks */
    void schedule(Ticker ticker, Duration pause) {
        ticker.every(pause, "notices", "no notice is sent until the database answers", this::turn)
                .every(Duration.ofSeconds(1), BETWEEN_CLEANUPS, "notices-cleanup",
                        "old notices are not deleted until the database answers",
                        catalog.notifications().noticeMailer()::forgetOld);
    }

    private void turn() {
        if (catalog.notifications().noticeMailer().lead(node)) {
            catalog.discovery().subscriptionMatcher().match();
            catalog.discovery().automaticDownloads().look();
            if (mails) {
                catalog.notifications().noticeMailer().mail();
            }
        }
    }
}

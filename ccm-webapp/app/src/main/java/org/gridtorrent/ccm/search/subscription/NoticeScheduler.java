package org.gridtorrent.ccm.mail;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.catalog.Catalog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells subscribers what is new, and has their machines get it: each second, at the one node that holds
 * the lease. One thread of its own.
 */
public final class NoticeScheduler implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NoticeScheduler.class);
    private static final long FORGET_SECONDS = 3600;

    private final Catalog catalog;
    private final boolean mails;
    private final Duration pause;
    private final String node = UUID.randomUUID().toString();
    private final ScheduledExecutorService schedule = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("notices").factory());

    // Of the schedule's thread alone.
    private boolean failing;

    /**
     * @param mails whether the site sends mail
     * @param pause between two looks
     */
    public NoticeScheduler(Catalog catalog, boolean mails, Duration pause) {
        this.catalog = catalog;
        this.mails = mails;
        this.pause = pause;
    }

    public void start() {
        var _ = schedule.scheduleWithFixedDelay(() -> quietly(this::turn), pause.toMillis(),
                pause.toMillis(), TimeUnit.MILLISECONDS);
        var _ = schedule.scheduleWithFixedDelay(
                () -> quietly(catalog.noticeKeeping()::forgetOld), 1, FORGET_SECONDS,
                TimeUnit.SECONDS);
    }

    private void turn() {
        if (catalog.noticeKeeping().lead(node)) {
            catalog.subscriptionKeeping().match();
            catalog.automaticGets().look();
            if (mails) {
                catalog.noticeKeeping().mail();
            }
        }
    }

    private void quietly(Runnable work) {
        try {
            work.run();
            failing = false;
        } catch (RuntimeException e) {
            // An exception that leaves here would end the schedule; the next turn tries again.
            if (!failing) {
                LOG.warn("nobody is told of anything until the database answers: {}",
                        e.toString());
            }
            failing = true;
        }
    }

    /** A look under way is finished. */
    @Override
    public void close() {
        schedule.close();
    }
}

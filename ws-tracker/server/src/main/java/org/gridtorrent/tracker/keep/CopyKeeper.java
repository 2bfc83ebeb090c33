package org.gridtorrent.tracker.keep;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.gridtorrent.catalog.copy.CopyReconciler;
import org.gridtorrent.catalog.copy.CopyReconciler.Warning;
import org.gridtorrent.identity.Ids;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the rules for copies, on one thread: every second those of which something moved, every
 * minute all of them. Of several nodes on one database, the one that has the lease does it; when that
 * one is gone, another within forty seconds.
 */
public final class CopyKeeper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CopyKeeper.class);
    private static final long RENEW_NS = Duration.ofSeconds(10).toNanos();
    private static final long ROUND_NS = Duration.ofSeconds(60).toNanos();

    private final CopyReconciler copies;
    private final LongSupplier nanoTime;
    private final String node = Ids.next(new SecureRandom());
    private final ScheduledExecutorService schedule = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("copy-keeper").factory());

    // Of the thread alone.
    private boolean leads;
    private long renewNs;
    private long roundNs;
    private boolean failing;

    public CopyKeeper(CopyReconciler copies, LongSupplier nanoTime) {
        this.copies = copies;
        this.nanoTime = nanoTime;
        this.renewNs = nanoTime.getAsLong();
        this.roundNs = renewNs;
    }

    public void start() {
        var _ = schedule.scheduleWithFixedDelay(this::look, 0, 1, TimeUnit.SECONDS);
    }

    void look() {
        try {
            if (leads()) {
                hold();
            }
            failing = false;
        } catch (RuntimeException e) {
            // An exception that leaves here would end the schedule.
            if (!failing) {
                LOG.warn("rules for copies are not held until the database answers: {}",
                        e.toString());
            }
            failing = true;
        }
    }

    private void hold() {
        boolean round = nanoTime.getAsLong() - roundNs >= 0;
        if (round) {
            copies.noteMissing();
        }
        for (String content : round ? copies.all() : copies.asked()) {
            if (!leads()) {
                return;
            }
            int tasks = copies.hold(content);
            if (tasks > 0) {
                LOG.info("content {}: {} tasks made or cancelled by its rule for copies", content,
                        tasks);
            }
        }
        if (round) {
            say(copies.news());
            roundNs = nanoTime.getAsLong() + ROUND_NS;
        }
    }

    private static void say(List<Warning> news) {
        for (Warning few : news) {
            if (few.reachable().isEmpty()) {
                LOG.info("content {} ({}): enough verified copies can be reached again",
                        few.contentId(), few.title());
            } else {
                LOG.warn("content {} ({}): verified copies that can be reached: {}",
                        few.contentId(), few.title(), few.reachable().get());
            }
        }
    }

    private boolean leads() {
        long nowNs = nanoTime.getAsLong();
        if (nowNs - renewNs >= 0) {
            leads = copies.lead(node);
            renewNs = nowNs + RENEW_NS;
        }
        return leads;
    }

    /** A look under way is finished: interrupting it would close an embedded database. */
    @Override
    public void close() {
        schedule.close();
    }
}

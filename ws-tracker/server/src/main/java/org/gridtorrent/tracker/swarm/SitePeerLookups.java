package org.gridtorrent.tracker.swarm;

import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.gridtorrent.catalog.swarm.OpenSwarms;
import org.gridtorrent.catalog.swarm.SitePeer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks up the site's devices in swarms that somebody asks about, each now and then and few at a time,
 * so that strangers keep the database neither busy nor waiting. Thread-safe.
 */
final class SitePeerLookups {
    private static final Logger LOG = LoggerFactory.getLogger(SitePeerLookups.class);
    private static final int AT_ONCE = 4;
    /** Who comes when so many wait is answered without the site's devices. */
    private static final int MOST_WAITING = 1000;

    private final OpenSwarms catalog;
    private final int most;
    private final Semaphore atOnce = new Semaphore(AT_ONCE);
    private final AtomicInteger waiting = new AtomicInteger();

    /** @param most devices in one swarm */
    SitePeerLookups(OpenSwarms catalog, int most) {
        this.catalog = catalog;
        this.most = most;
    }

    /** Runs the answer now, or where the last look will not do, on another thread after the next. */
    void whenReady(List<OpenSwarm> swarms, Runnable answer) {
        List<OpenSwarm> due = due(swarms);
        if (due.isEmpty()) {
            answer.run();
        } else if (waiting.get() < MOST_WAITING
                && due.stream().anyMatch(swarm -> !swarm.siteLook().willDo())) {
            inBackground(due, answer);
        } else {
            answer.run();
            inBackground(due, () -> {});
        }
    }

    private static List<OpenSwarm> due(List<OpenSwarm> swarms) {
        for (OpenSwarm swarm : swarms) {
            if (swarm.siteLook().isDue()) {
                return swarms.stream().filter(each -> each.siteLook().isDue()).toList();
            }
        }
        return List.of();
    }

    private void inBackground(List<OpenSwarm> due, Runnable then) {
        waiting.incrementAndGet();
        Thread.ofVirtual().name("site-look").start(() -> {
            try {
                due.forEach(swarm -> swarm.siteLook().make(() -> look(swarm)));
            } finally {
                waiting.decrementAndGet();
                then.run();
            }
        });
    }

    /** Whether there is anything to answer by. */
    private boolean look(OpenSwarm swarm) {
        atOnce.acquireUninterruptibly();
        try {
            List<SitePeer> found = catalog.sitePeers(swarm.infoHash(), most);
            swarm.sitePeers(found);
            return !found.isEmpty();
        } catch (RuntimeException e) {
            // The rounds say it once for all; those from the last look stay, and are answered by.
            LOG.debug("the site's devices in {} are not known: {}", swarm.infoHash(),
                    e.toString());
            return true;
        } finally {
            atOnce.release();
        }
    }
}

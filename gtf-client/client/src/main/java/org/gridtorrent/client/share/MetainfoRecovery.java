package org.gridtorrent.client.share;

import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import org.gridtorrent.client.share.ContentStore.Incomplete;
import org.gridtorrent.client.tracker.call.Backoff;
import org.gridtorrent.client.tracker.call.TrackerException;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the tracker, until it answers, for the metainfo of contents whose own is missing or damaged, and
 * has them shared as before. One thread for each.
 */
final class MetainfoRecovery {
    private static final Logger LOG = LoggerFactory.getLogger(MetainfoRecovery.class);

    private final Source tracker;
    private final Sink contents;

    /** Where metainfo comes from, by the content's id. */
    interface Source {
        byte[] metainfo(String contentId) throws TrackerException;
    }

    /** What is whole again. */
    interface Sink {
        void share(Holding holding) throws IOException;
    }

    MetainfoRecovery(Source tracker, Sink contents) {
        this.tracker = tracker;
        this.contents = contents;
    }

    Thread begin(Incomplete held) {
        return Thread.ofVirtual().name("metainfo of " + held.title()).start(() -> recover(held));
    }

    private void recover(Incomplete held) {
        try {
            Holding holding = held.with(Metainfo.parse(untilAnswered(held)));
            contents.share(holding);
            LOG.info("{}: its metainfo came from the tracker again", held.title());
        } catch (InterruptedException e) {
            LOG.debug("{}: stopped before the tracker answered", held.title());
        } catch (IOException | MetainfoException e) {
            LOG.warn("{} is not shared, for lack of its metainfo: {}", held.title(),
                    e.getMessage());
        }
    }

    private byte[] untilAnswered(Incomplete held) throws TrackerException, InterruptedException {
        Backoff backoff = new Backoff(ThreadLocalRandom.current());
        while (true) {
            try {
                return tracker.metainfo(held.contentId());
            } catch (TrackerException e) {
                if (!e.reason().passes()) {
                    throw e;
                }
                Thread.sleep(backoff.failed(e));
            }
        }
    }
}

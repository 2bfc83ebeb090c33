package org.gridtorrent.engine.announce;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells trackers that this side leaves: many at once, none waited for long, none told twice. */
final class StoppedAnnounces {
    static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Logger LOG = LoggerFactory.getLogger(StoppedAnnounces.class);
    private static final int MAX_AT_ONCE = 64;

    private final TrackerClient trackers;
    private final Semaphore turns = new Semaphore(MAX_AT_ONCE);

    StoppedAnnounces(TrackerClient trackers) {
        this.trackers = trackers;
    }

    /** Returns at once; afterwards is run when it has been heard, or has not been. */
    void say(URI tracker, AnnounceRequest stopped, Runnable afterwards) {
        Thread.ofVirtual().name("leave " + stopped.infoHash().hex()).start(() -> {
            try {
                say(tracker, stopped);
            } catch (IOException | InterruptedException | RuntimeException e) {
                LOG.debug("leaving {}: {}", TrackerStatus.place(tracker), e.getMessage());
            } finally {
                afterwards.run();
            }
        });
    }

    private void say(URI tracker, AnnounceRequest stopped) throws IOException, InterruptedException {
        turns.acquire();
        try {
            trackers.announce(tracker, stopped, PATIENCE);
        } finally {
            turns.release();
        }
    }
}

package org.gridtorrent.engine.announce;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.gridtorrent.engine.announce.message.AnnounceRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends stopped events to trackers, many at once, once each, with a short timeout. Thread-safe. */
final class StoppedAnnounces {
    static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final Logger LOG = LoggerFactory.getLogger(StoppedAnnounces.class);
    private static final int MAX_OUTSTANDING = 64;

    private final TrackerClient client;
    private final Semaphore permits = new Semaphore(MAX_OUTSTANDING);

    StoppedAnnounces(TrackerClient client) {
        this.client = client;
    }

    /** Returns at once; {@code afterwards} runs after the response or failure. */
    void send(URI tracker, AnnounceRequest stopped, Runnable afterwards) {
        Thread.ofVirtual().name("leave " + stopped.infoHash().hex()).start(() -> {
            try {
                send(tracker, stopped);
            } catch (IOException | InterruptedException | RuntimeException e) {
                LOG.debug("leaving {}: {}", TrackerStatus.origin(tracker), e.getMessage());
            } finally {
                afterwards.run();
            }
        });
    }

    private void send(URI tracker, AnnounceRequest stopped)
            throws IOException, InterruptedException {
        permits.acquire();
        try {
            client.announce(tracker, stopped, TIMEOUT);
        } finally {
            permits.release();
        }
    }
}

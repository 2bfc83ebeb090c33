package org.gridtorrent.engine.announce;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.gridtorrent.engine.announce.message.SwarmCounts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Scrapes trackers for swarm counts that their announce responses lack (BEP 48).
 *
 * <p>For the announcer's thread; each request waits for its response on a virtual thread, at most {@value
 * #MAX_OUTSTANDING} at a time.
 */
final class Scraper {
    private static final Logger LOG = LoggerFactory.getLogger(Scraper.class);
    private static final int MAX_OUTSTANDING = 8;
    private static final Duration TIMEOUT = Duration.ofSeconds(45);

    private final TrackerClient client;
    private final LongSupplier clock;
    private final Consumer<Runnable> owner;
    private final ScrapeBatches<Target> batches = new ScrapeBatches<>();
    private int outstanding;

    private record Target(AnnounceJob job, TrackerEntry entry) {}

    /** @param owner runs tasks on the announcer's thread */
    Scraper(TrackerClient client, LongSupplier clock, Consumer<Runnable> owner) {
        this.client = client;
        this.clock = clock;
        this.owner = owner;
    }

    /** Scrapes the tracker for this torrent with the next batch. */
    void scrape(AnnounceJob job, TrackerEntry entry, long nowNs) {
        batches.add(entry.uri(), new Target(job, entry), nowNs);
    }

    long waitNs(long nowNs) {
        return outstanding >= MAX_OUTSTANDING ? Long.MAX_VALUE : batches.waitNs(nowNs);
    }

    void sendDue(long nowNs) {
        while (outstanding < MAX_OUTSTANDING) {
            Optional<ScrapeBatches.Batch<Target>> batch = batches.next(nowNs);
            if (batch.isEmpty()) {
                return;
            }
            outstanding++;
            Thread.ofVirtual().name("scrape").start(
                    () -> send(batch.get().tracker(), batch.get().targets()));
        }
    }

    private void send(URI tracker, List<Target> targets) {
        try {
            List<SwarmCounts> counts = client.scrape(tracker,
                    targets.stream().map(target -> target.job().torrent.infoHash()).toList(),
                    TIMEOUT);
            owner.accept(() -> responded(targets, counts));
        } catch (IOException | InterruptedException | RuntimeException e) {
            LOG.debug("scraping {}: {}", TrackerStatus.origin(tracker), e.getMessage());
            owner.accept(() -> failed(targets));
        }
    }

    private void responded(List<Target> targets, List<SwarmCounts> counts) {
        outstanding--;
        for (int i = 0; i < targets.size(); i++) {
            Target target = targets.get(i);
            target.entry().counts(counts.get(i));
            target.job().publishStatus(clock.getAsLong());
        }
    }

    private void failed(List<Target> targets) {
        outstanding--;
        long nowNs = clock.getAsLong();
        targets.forEach(target -> target.entry().scrapeFailed(nowNs));
    }
}

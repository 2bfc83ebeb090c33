package org.gridtorrent.engine.announce;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks trackers for what their answers to announces leave out of swarms' sizes (BEP 48). For the
 * announcer's thread; each scrape waits for its answer on a virtual thread.
 */
final class Scraper {
    private static final Logger LOG = LoggerFactory.getLogger(Scraper.class);
    private static final int MAX_AT_ONCE = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(45);

    private final TrackerClient trackers;
    private final LongSupplier clock;
    private final Consumer<Runnable> owner;
    private final ScrapeBatches<Wish> scrapes = new ScrapeBatches<>();
    private int asking;

    private record Wish(AnnounceJob job, TrackerEntry entry) {}

    /** @param owner runs on the announcer's thread what it is given on any */
    Scraper(TrackerClient trackers, LongSupplier clock, Consumer<Runnable> owner) {
        this.trackers = trackers;
        this.clock = clock;
        this.owner = owner;
    }

    /** What the entry's tracker knows of the content's swarm is learnt soon, if it can be. */
    void want(AnnounceJob job, TrackerEntry entry, long nowNs) {
        scrapes.want(entry.uri(), new Wish(job, entry), nowNs);
    }

    long waitNs(long nowNs) {
        return asking >= MAX_AT_ONCE ? Long.MAX_VALUE : scrapes.waitNs(nowNs);
    }

    void beginDue(long nowNs) {
        while (asking < MAX_AT_ONCE) {
            Optional<ScrapeBatches.Batch<Wish>> batch = scrapes.next(nowNs);
            if (batch.isEmpty()) {
                return;
            }
            asking++;
            Thread.ofVirtual().name("scrape").start(
                    () -> ask(batch.get().tracker(), batch.get().wishes()));
        }
    }

    private void ask(URI tracker, List<Wish> wishes) {
        try {
            List<SwarmCounts> counts = trackers.scrape(tracker,
                    wishes.stream().map(wish -> wish.job().content.infoHash()).toList(), PATIENCE);
            owner.accept(() -> answered(wishes, counts));
        } catch (IOException | InterruptedException | RuntimeException e) {
            LOG.debug("scraping {}: {}", TrackerStatus.place(tracker), e.getMessage());
            owner.accept(() -> failed(wishes));
        }
    }

    private void answered(List<Wish> wishes, List<SwarmCounts> counts) {
        asking--;
        for (int i = 0; i < wishes.size(); i++) {
            Wish wish = wishes.get(i);
            wish.entry().counts(counts.get(i));
            wish.job().publish(clock.getAsLong());
        }
    }

    private void failed(List<Wish> wishes) {
        asking--;
        long nowNs = clock.getAsLong();
        wishes.forEach(wish -> wish.entry().scrapeFailed(nowNs));
    }
}

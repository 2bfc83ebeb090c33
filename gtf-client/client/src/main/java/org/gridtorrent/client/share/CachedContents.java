package org.gridtorrent.client.share;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.gridtorrent.engine.Engine;
import org.gridtorrent.engine.cache.CacheLimits;
import org.gridtorrent.engine.cache.CacheUsage;
import org.gridtorrent.engine.cache.ReadCache;
import org.gridtorrent.engine.status.SwarmPhase;
import org.gridtorrent.engine.swarm.Swarm;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.reason.TaskReason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Contents that are read and not kept. Each has a swarm over the cache while a file of it is open, and for minutes
 * after, so that its holders stay connected.
 *
 * <p>Thread-safe. A virtual thread ends swarms that nobody reads. A cache whose folder cannot be used fails each read,
 * not the daemon.
 */
public final class CachedContents implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CachedContents.class);
    private static final Duration IDLE = Duration.ofMinutes(5);
    private static final Duration LOOK = Duration.ofSeconds(30);
    private static final int MAX_IDLE = 32;
    private static final Duration LEAVE = Duration.ofSeconds(2);

    private final Path folder;
    private final Engine engine;
    private final TrackerAccess access;
    private final Optional<ReadCache> cache;
    private final String whyUnusable;
    /** Guarded by this. */
    private final Map<InfoHash, Reading> readings = new HashMap<>();
    private final Thread sweeper = Thread.ofVirtual().name("idle readings").start(this::sweep);

    /** Content that is being read, or was some minutes ago. */
    private static final class Reading {
        private final SharedContent sharing;
        private final Thread thread;
        private int readers;
        private long lastUseNs;

        Reading(SharedContent sharing) {
            this.sharing = sharing;
            this.thread = Thread.ofVirtual().name("reading " + sharing.holding().title())
                    .start(sharing);
        }

        boolean isOver() {
            SwarmPhase phase = sharing.swarm().status().phase();
            return phase == SwarmPhase.FAILED || phase == SwarmPhase.STOPPED;
        }
    }

    /** @param folder of the cache */
    public CachedContents(Path folder, CacheLimits limits, Engine engine, TrackerAccess access) {
        this.folder = folder;
        this.engine = engine;
        this.access = access;
        ReadCache opened = null;
        String failure = "";
        try {
            opened = ReadCache.open(folder, limits);
        } catch (IOException e) {
            failure = "the cache of what is read cannot be used: " + e.getMessage();
            LOG.warn("{}", failure, e);
        }
        this.cache = Optional.ofNullable(opened);
        this.whyUnusable = failure;
    }

    /** The cache; throws when it cannot be used. */
    public ReadCache cache() throws IOException {
        return cache.orElseThrow(() -> new IOException(whyUnusable));
    }

    /** The swarm of the content, which is begun when there is none. */
    synchronized ReadLease open(Metainfo metainfo) throws IOException {
        Reading there = readings.get(metainfo.infoHash());
        if (there != null && there.isOver()) {
            end(there);
            there = null;
        }
        Reading reading = there == null ? begin(metainfo) : there;
        reading.readers++;
        var closed = new AtomicBoolean();
        return new ReadLease() {
            @Override
            public Swarm swarm() {
                return reading.sharing.swarm();
            }

            @Override
            public void close() {
                if (closed.compareAndSet(false, true)) {
                    release(reading);
                }
            }
        };
    }

    private Reading begin(Metainfo metainfo) throws IOException {
        Holding holding = Holding.cached(metainfo, folder);
        ReadCache present = cache();
        if (engine.swarm(holding.infoHash()).isPresent()) {
            throw new IOException("it is just being closed here; try again");
        }
        access.passes().open(holding.infoHash());
        Swarm swarm = engine.addCached(holding.metainfo(), present);
        Reading reading = new Reading(SharedContent.ofReading(holding, swarm, access));
        readings.put(metainfo.infoHash(), reading);
        return reading;
    }

    private synchronized void release(Reading reading) {
        reading.readers--;
        reading.lastUseNs = System.nanoTime();
    }

    private void sweep() {
        try {
            while (true) {
                Thread.sleep(LOOK);
                endIdle();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the daemon ends
        }
    }

    private synchronized void endIdle() {
        long nowNs = System.nanoTime();
        List<Reading> idle = readings.values().stream().filter(each -> each.readers == 0)
                .sorted(Comparator.comparingLong(each -> nowNs - each.lastUseNs)).toList();
        for (int i = 0; i < idle.size(); i++) {
            if (i >= MAX_IDLE || nowNs - idle.get(i).lastUseNs > IDLE.toNanos()) {
                end(idle.get(i));
            }
        }
    }

    private void end(Reading reading) {
        InfoHash infoHash = reading.sharing.infoHash();
        readings.remove(infoHash, reading);
        reading.sharing.stop();
        engine.remove(infoHash);
    }

    /** The content is about to be kept here, and is read through that swarm from now on. */
    synchronized void giveWayTo(InfoHash kept) {
        Reading reading = readings.get(kept);
        if (reading != null) {
            end(reading);
            awaitLeft(reading); // else the tracker hears of the end after the new beginning
        }
    }

    private static void awaitLeft(Reading reading) {
        try {
            reading.thread.join(LEAVE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends, and drops from the cache, all contents but these. */
    public synchronized void retain(Set<InfoHash> readable) {
        List.copyOf(readings.values()).stream()
                .filter(reading -> !readable.contains(reading.sharing.infoHash()))
                .forEach(this::end);
        cache.ifPresent(present -> present.usage().stream().map(CacheUsage::infoHash)
                .filter(held -> !readable.contains(held)).forEach(held -> drop(present, held)));
    }

    private static void drop(ReadCache cache, InfoHash infoHash) {
        try {
            cache.drop(infoHash);
        } catch (IOException e) {
            LOG.warn("{} stays in the cache: {}", infoHash, e.getMessage());
        }
    }

    /** The tracker's revision moved: somebody may have lost a right. */
    synchronized void accessMoved() {
        readings.values().forEach(reading -> reading.sharing.accessMoved());
    }

    /** The site has taken this device out. */
    synchronized void shutOut(TaskReason why) {
        readings.values().forEach(reading -> reading.sharing.shutOut(why));
    }

    /** Ends all reads. */
    @Override
    public void close() throws IOException {
        sweeper.interrupt();
        List<Reading> all;
        synchronized (this) {
            all = new ArrayList<>(readings.values());
            all.forEach(this::end);
        }
        all.forEach(CachedContents::awaitLeft);
        if (cache.isPresent()) {
            cache.get().close();
        }
    }
}

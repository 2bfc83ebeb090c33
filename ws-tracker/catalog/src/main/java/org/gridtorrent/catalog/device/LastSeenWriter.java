package org.gridtorrent.catalog.device;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.catalog.db.Database;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When devices were last heard of, written every ten seconds for all together: a killed process loses
 * no more than that, of something that is shown to the minute. Safe for use by many threads.
 */
public final class LastSeenWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LastSeenWriter.class);
    private static final int SECONDS = 10;

    private final Database database;
    private final CopyWaits waits;
    private final Map<String, Instant> unwritten = new ConcurrentHashMap<>();
    private final ScheduledExecutorService schedule = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("catalog-sightings").factory());

    public LastSeenWriter(Database database, CopyWaits waits) {
        this.database = database;
        this.waits = waits;
    }

    public void start() {
        var _ = schedule.scheduleWithFixedDelay(this::write, SECONDS, SECONDS, TimeUnit.SECONDS);
    }

    void seen(String deviceId) {
        unwritten.put(deviceId, database.now());
    }

    /** In the order of ids, so that two nodes never wait for each other's rows. */
    void write() {
        var batch = new TreeMap<>(unwritten);
        if (batch.isEmpty()) {
            return;
        }
        try {
            database.write(tx -> PresenceRows.seen(tx, batch, waits));
            batch.forEach(unwritten::remove);
        } catch (RuntimeException e) {
            // An exception that leaves here would end the schedule; the next turn tries again.
            LOG.warn("when devices were seen could not be written: {}", e.toString());
        }
    }

    /** Writes what is left. A write under way is not interrupted: see {@code Watch.close}. */
    @Override
    public void close() {
        schedule.close();
        write();
    }
}

package org.gridtorrent.catalog.device;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.gridtorrent.catalog.db.Database;
import org.gridtorrent.catalog.db.Ticker;

/**
 * When devices were last heard of, written every ten seconds for all together: a killed process loses
 * no more than that, of something that is shown to the minute. Safe for use by many threads.
 */
public final class LastSeenWriter {
    private static final Duration PAUSE = Duration.ofSeconds(10);

    private final Database database;
    private final CopyWaits waits;
    private final Map<String, Instant> unwritten = new ConcurrentHashMap<>();

    public LastSeenWriter(Database database, CopyWaits waits) {
        this.database = database;
        this.waits = waits;
    }

    public void schedule(Ticker ticker) {
        ticker.every(PAUSE, "catalog-last-seen", "when devices were seen cannot be written",
                this::write);
    }

    void seen(String deviceId) {
        unwritten.put(deviceId, database.now());
    }

    /** Writes what has not been written yet, in the order of ids, so that two nodes never wait for each other's rows. */
    public void write() {
        var batch = new TreeMap<>(unwritten);
        if (!batch.isEmpty()) {
            database.write(tx -> PresenceRows.seen(tx, batch, waits));
            batch.forEach(unwritten::remove);
        }
    }
}

package org.gridtorrent.client.security;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in the log which peers were not let in: ten lines a minute, and how many more there were. Thread-safe. */
final class RefusalLog {
    private static final Logger LOG = LoggerFactory.getLogger(RefusalLog.class);
    private static final int MOST_LINES = 10;
    private static final long MINUTE_NS = TimeUnit.MINUTES.toNanos(1);

    private long minuteNs = System.nanoTime();
    private int refused;

    synchronized void refused(String peer, String why) {
        long nowNs = System.nanoTime();
        if (nowNs - minuteNs >= MINUTE_NS) {
            if (refused > MOST_LINES) {
                LOG.info("{} more peers were refused", refused - MOST_LINES);
            }
            minuteNs = nowNs;
            refused = 0;
        }
        if (++refused <= MOST_LINES) {
            LOG.info("refused {}: {}", peer, why);
        }
    }
}

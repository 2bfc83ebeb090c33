package org.gridtorrent.mdtp.schedule;

/**
 * Search for the number of connections at which a replica is fastest.
 *
 * <p>One more is tried at a time. It stays if the replica's rate rose by a tenth and the rates of all
 * replicas together rose too: on a line that all share, it would only take from the others. If not, it goes
 * again, and the next try waits twice as long as the one before. One replica tries at a time, so that the
 * rise is its own. Confined to one thread.
 */
final class ConnectionSearch {
    private static final double MIN_RISE = 1.1;
    /** Part of the replica's rise by which all together have to rise. */
    private static final double MIN_SHARED_RISE = 0.5;
    private static final double MIN_PERIOD_SECONDS = 0.5;
    private static final double PERIOD_ROUND_TRIPS = 4;
    private static final double FIRST_PAUSE_SECONDS = 8;
    private static final double LONGEST_PAUSE_SECONDS = 300;

    private int connections = 1;
    private double rateBefore;
    private double totalBefore;
    private boolean trying;
    private boolean begun;
    private long nextNs;
    private double pauseSeconds = FIRST_PAUSE_SECONDS;

    /** How many ranges are asked at a time, one that is about to end not counted. */
    int connections() {
        return connections;
    }

    /** Whether the last one that was added has not been judged yet. */
    boolean isTrying() {
        return trying;
    }

    void limit(int most) {
        connections = Math.min(connections, most);
    }

    /**
     * Judges the last try and begins the next one, when its time has come.
     *
     * @param rate of the replica
     * @param total rate of all replicas
     * @param limit most connections that a try may lead to; none is begun at zero
     */
    void update(double rate, double total, double rttSeconds, int limit, long nowNs) {
        double periodSeconds = Math.max(MIN_PERIOD_SECONDS, PERIOD_ROUND_TRIPS * rttSeconds);
        if (!begun) {
            begun = true;
            nextNs = nowNs + toNs(periodSeconds);
        }
        if (nextNs - nowNs > 0) {
            return;
        }
        if (trying && !hasHelped(rate, total)) {
            trying = false;
            connections = Math.max(1, connections - 1);
            nextNs = nowNs + toNs(pauseSeconds);
            pauseSeconds = Math.min(2 * pauseSeconds, LONGEST_PAUSE_SECONDS);
        } else if (connections < limit) {
            trying = true;
            rateBefore = rate;
            totalBefore = total;
            connections++;
            nextNs = nowNs + toNs(periodSeconds);
        } else {
            trying = false;
        }
    }

    private boolean hasHelped(double rate, double total) {
        return rate >= rateBefore * MIN_RISE
                && total - totalBefore >= (rate - rateBefore) * MIN_SHARED_RISE;
    }

    private static long toNs(double seconds) {
        return (long) (seconds * 1e9);
    }
}

package org.gridtorrent.bench.swarm;

import java.util.List;

/**
 * Least time in which everybody can have a content, when nobody's download is limited.
 *
 * <p>From Kumar and Ross, "Peer-Assisted File Distribution: The Minimum Distribution Time", 2006.
 */
public final class KumarRossBound {
    private KumarRossBound() {}

    /**
     * The least seconds.
     *
     * @param seedRates bytes a second that each seed may give
     * @param leechRates that each leech may give
     */
    public static double seconds(long length, List<Long> seedRates, List<Long> leechRates) {
        double seeds = sum(seedRates);
        return Math.max(length / seeds,
                (double) leechRates.size() * length / (seeds + sum(leechRates)));
    }

    private static long sum(List<Long> rates) {
        return rates.stream().mapToLong(Long::longValue).sum();
    }
}

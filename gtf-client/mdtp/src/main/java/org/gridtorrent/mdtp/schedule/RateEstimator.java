package org.gridtorrent.mdtp.schedule;

/**
 * Rate and round trip of one replica, as its responses show them.
 *
 * <p>The rate is bytes over the time in which the replica owes bytes and answers. Both are weighted by age:
 * the weight falls to 1/e within the longer of 0.2 s and a round trip. The round trip runs from a request
 * to its first byte; waiting behind other responses can only lengthen it, so that a shorter one is
 * believed at once, and a longer one only when nothing else was owed.
 *
 * <p>Confined to one thread. Times are in nanoseconds unless the name says otherwise.
 */
final class RateEstimator {
    private static final double MIN_SMOOTHING_NS = 200e6;
    /** Shortest time over which a rate means something. */
    private static final double MIN_MEASURED_NS = 20e6;
    private static final double MAX_MEASURED_NS = 1e9;
    private static final double RTT_GAIN = 1.0 / 8;
    private static final double UNKNOWN = -1;

    private double weightedBytes;
    private double weightedNs;
    private double measuredNs;
    private double rttNs = UNKNOWN;
    private boolean answering;
    private long updatedNs;

    /**
     * Counts a round trip.
     *
     * @param alone whether the replica owed nothing else when it was asked
     */
    void roundTrip(long ns, boolean alone) {
        if (rttNs == UNKNOWN || ns < rttNs) {
            rttNs = ns;
        } else if (alone) {
            rttNs += (ns - rttNs) * RTT_GAIN;
        }
    }

    /** Time runs from here on: the replica owes bytes and has begun to answer. */
    void resume(long nowNs) {
        if (!answering) {
            answering = true;
            updatedNs = nowNs;
        }
    }

    /** Time stands still from here on: the replica owes nothing, or has not begun to answer. */
    void pause(long nowNs) {
        advance(nowNs);
        answering = false;
    }

    /**
     * Counts bytes that came since the last call.
     *
     * <p>Those that begin an answer took no time of it and are left out.
     */
    void received(long bytes, long nowNs) {
        if (!answering) {
            resume(nowNs);
            return;
        }
        double passedNs = nowNs - updatedNs;
        advance(nowNs);
        if (measuredNs > 0) {
            // As if they had come evenly over the time that passed.
            double weight = passedNs <= 0
                    ? 1
                    : smoothingNs() * (1 - Math.exp(-passedNs / smoothingNs())) / passedNs;
            weightedBytes += bytes * weight;
        }
    }

    private void advance(long nowNs) {
        if (!answering || nowNs - updatedNs <= 0) {
            return;
        }
        double passedNs = nowNs - updatedNs;
        double weight = Math.exp(-passedNs / smoothingNs());
        weightedBytes *= weight;
        weightedNs = weightedNs * weight + smoothingNs() * (1 - weight);
        measuredNs += passedNs;
        updatedNs = nowNs;
    }

    private double smoothingNs() {
        return Math.max(MIN_SMOOTHING_NS, rttNs);
    }

    /** Whether the rate was measured for at least a round trip. */
    boolean isKnown() {
        return measuredNs >= Math.clamp(rttNs, MIN_MEASURED_NS, MAX_MEASURED_NS);
    }

    double bytesPerSecond(long nowNs) {
        advance(nowNs);
        return weightedNs == 0 ? 0 : weightedBytes / weightedNs * 1e9;
    }

    /** The round trip in seconds; {@code unknown} before the first answer. */
    double rttSeconds(double unknown) {
        return rttNs == UNKNOWN ? unknown : rttNs / 1e9;
    }

    /** Forgets the rate; the round trip stays. */
    void forgetRate() {
        weightedBytes = 0;
        weightedNs = 0;
        measuredNs = 0;
        answering = false;
    }
}

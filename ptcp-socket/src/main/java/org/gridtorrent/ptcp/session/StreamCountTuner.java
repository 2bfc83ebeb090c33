package org.gridtorrent.ptcp.session;

import java.util.concurrent.TimeUnit;

/**
 * Decides how many streams a direction should have, from the goodput that it measures.
 *
 * <p>As soon as there is enough to send it takes as many streams as a line of that round trip can surely
 * use. It doubles the count as long as that brings more, and goes back one step when it did not. Then it
 * holds, measures again after a while, and tries the next step up or down in turn, ever more seldom while
 * nothing changes. Only goodput that the line limits counts: while the senders wait for the application,
 * more streams would say nothing.
 *
 * <p>Streams need time to open their TCP windows, the more so after too many of them had filled the
 * line's queue, and such a queue takes more for a while than the line. A gain that is plain at once is
 * believed at once; otherwise it measures until goodput is steady. A count that was climbed to is held
 * for a short while first; when what it brought on the whole is no plain gain, half of it is tried once
 * more, which was perhaps left before it had shown what it can bring. It goes no further while round trips are plainly longer than at first: the line's
 * queue is filling, and more streams would overfill it.
 *
 * <p>Pure: the clock comes in with each observation. Not thread-safe.
 */
public final class StreamCountTuner {
    /** A step up must bring so much, or the streams are not worth their memory. */
    private static final double WORTH_MORE = 1.05;

    /** A step up that brings so much is not looked at twice. */
    private static final double PLAINLY_MORE = 1.3;

    /** Goodput is steady when it is so near to the last measurement's. */
    private static final double STEADY = 0.05;

    /** Until it is, so many times in a row at most. */
    private static final int MOST_MEASUREMENTS = 6;

    /** A step down may cost so much. */
    private static final double WORTH_FEWER = 0.97;

    /** A step down that leaves so little is taken back at once. */
    private static final double PLAINLY_LESS = 0.75;

    /**
     * A stream of 256 KiB in flight brings 32 MB/s over 8 ms; one for each 8 ms of the round trip brings
     * that over any distance, a quarter of 1 Gb/s.
     */
    private static final long ROUND_TRIP_A_STREAM_NANOS = TimeUnit.MILLISECONDS.toNanos(8);

    /** A queue is filling when a round trip takes so much longer than the shortest, and not by chance. */
    private static final double PLAINLY_LONGER = 1.3;

    private static final long LEAST_LONGER_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** Above this share of waiting for the application, goodput is the application's. */
    private static final double STARVED_SHARE = 0.2;

    /** TCP's slow start brings a stream to 256 KiB within so many round trips (RFC 6928). */
    private static final int ROUND_TRIPS_TO_SETTLE = 6;

    private static final int ROUND_TRIPS_TO_MEASURE = 4;
    private static final long LEAST_TO_SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LEAST_TO_MEASURE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long SHORTEST_HOLD_NANOS = TimeUnit.SECONDS.toNanos(20);

    /** Before anything was found to be better, or while it is in doubt, what was measured is worth less. */
    private static final long FIRST_HOLD_NANOS = TimeUnit.SECONDS.toNanos(4);

    private static final long LONGEST_HOLD_NANOS = TimeUnit.SECONDS.toNanos(320);

    /** What the last measurements brought while it holds: a single one can be far off. */
    private static final int HELD_MEASUREMENTS = 8;

    /** How long streams that were asked for may take to come. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** What the measurement under way is for. */
    private enum Trial {
        NONE,
        MORE,
        FEWER
    }

    /**
     * What can be seen at one moment.
     *
     * @param deliveredBytes confirmed by the peer since the beginning
     * @param starvedNanos for which senders waited for the application, added up over streams
     * @param streams that are there
     */
    record Observation(
            long nanoTime,
            long deliveredBytes,
            long starvedNanos,
            int streams,
            long roundTripNanos) {}

    private int max;
    private int count;
    private int provenCount;
    private double provenRate;
    private Trial trial = Trial.NONE;
    private int measurements;
    private double lastRate;
    private double heldRate;

    /** What half the count had brought when it was doubled; none when that was looked at again. */
    private double fewerRate;

    private boolean fewerNext;
    private boolean started;

    /** There was enough to send for a whole round trip. */
    private boolean begun;

    private long shortestRoundTripNanos = Long.MAX_VALUE;
    private long changedNanos;
    private long holdUntilNanos;
    private long holdNanos = FIRST_HOLD_NANOS;
    private Observation first = new Observation(0, 0, 0, 0, 0);

    /** A fixed count is one whose maximum it is. */
    StreamCountTuner(int start, int max) {
        this.count = Math.min(start, max);
        this.max = max;
    }

    /** The count that is wanted now. */
    int count() {
        return count;
    }

    /** From now on so many, whatever is measured. */
    void fix(int streams) {
        count = streams;
        max = streams;
        trial = Trial.NONE;
        holdUntilNanos = Long.MAX_VALUE;
    }

    /** Takes note of what is seen; to be called several times a second while data flows. */
    void observe(Observation now) {
        if (!started) {
            started = true;
            first = now;
            changedNanos = now.nanoTime;
            holdUntilNanos = count == max ? Long.MAX_VALUE : now.nanoTime;
        }
        shortestRoundTripNanos = Math.min(shortestRoundTripNanos, now.roundTripNanos);
        long sinceChange = now.nanoTime - changedNanos;
        if (!begun) {
            begin(now);
        } else if (now.streams < count && sinceChange < PATIENCE_NANOS) {
            first = now;
        } else if (sinceChange < settleNanos(now) || !isBusySince(first, now)) {
            first = now;
        } else if (now.nanoTime - first.nanoTime >= measureNanos(now)) {
            double rate = (double) (now.deliveredBytes - first.deliveredBytes)
                    / (now.nanoTime - first.nanoTime);
            first = now;
            decide(now, rate);
        }
    }

    private void begin(Observation now) {
        if (now.streams < count || !isBusySince(first, now)) {
            first = now;
        } else if (now.deliveredBytes > first.deliveredBytes
                && now.nanoTime - first.nanoTime >= now.roundTripNanos) {
            begun = true;
            long reach = Math.min(now.roundTripNanos / ROUND_TRIP_A_STREAM_NANOS, max / 2);
            change(now, (int) Math.max(count, reach), Trial.NONE);
        }
    }

    private static long settleNanos(Observation now) {
        return LEAST_TO_SETTLE_NANOS + ROUND_TRIPS_TO_SETTLE * now.roundTripNanos;
    }

    private static long measureNanos(Observation now) {
        return Math.max(LEAST_TO_MEASURE_NANOS, ROUND_TRIPS_TO_MEASURE * now.roundTripNanos);
    }

    private static boolean isBusySince(Observation first, Observation now) {
        double streamNanos = (double) (now.nanoTime - first.nanoTime) * Math.max(1, now.streams);
        return now.starvedNanos - first.starvedNanos <= STARVED_SHARE * streamNanos;
    }

    private void decide(Observation now, double rate) {
        measurements++;
        boolean steady = Math.abs(rate - lastRate) <= STEADY * lastRate
                || measurements == MOST_MEASUREMENTS;
        double lately = (rate + lastRate) / 2;
        lastRate = rate;
        switch (trial) {
            case NONE -> {
                heldRate += (rate - heldRate) / Math.min(measurements, HELD_MEASUREMENTS);
                if (now.nanoTime >= holdUntilNanos) {
                    shortestRoundTripNanos = now.roundTripNanos;
                    prove(heldRate);
                    goOn(now);
                }
            }
            case MORE -> more(now, rate, steady, lately);
            case FEWER -> {
                if (rate >= WORTH_FEWER * provenRate) {
                    prove(rate);
                    holdNanos = SHORTEST_HOLD_NANOS;
                    hold(now);
                } else if (steady || rate < PLAINLY_LESS * provenRate) {
                    goBack(now);
                }
            }
        }
    }

    private void more(Observation now, double rate, boolean steady, double lately) {
        if (now.streams < count) {
            goBack(now);
        } else if (rate >= PLAINLY_MORE * provenRate && !isQueueFilling(now)) {
            climb(now, rate);
        } else if (steady) {
            if (lately >= WORTH_MORE * provenRate) {
                climb(now, lately);
            } else {
                goBack(now);
            }
        }
    }

    private void climb(Observation now, double rate) {
        fewerRate = provenRate;
        prove(rate);
        holdNanos = SHORTEST_HOLD_NANOS;
        if (isQueueFilling(now)) {
            rest(now);
        } else {
            tryMore(now);
        }
    }

    private boolean isQueueFilling(Observation now) {
        return now.roundTripNanos > Math.max(PLAINLY_LONGER * shortestRoundTripNanos,
                (double) shortestRoundTripNanos + LEAST_LONGER_NANOS);
    }

    private void prove(double rate) {
        provenRate = rate;
        provenCount = count;
    }

    private void tryNext(Observation now) {
        if (fewerNext && count > 1) {
            change(now, count / 2, Trial.FEWER);
        } else {
            tryMore(now);
        }
        fewerNext = !fewerNext;
    }

    private void tryMore(Observation now) {
        if (count < max) {
            change(now, Math.min(max, 2 * count), Trial.MORE);
        } else {
            rest(now);
        }
    }

    /** After a hold: the step up that led here is looked at again, once, and then it is time for the next. */
    private void goOn(Observation now) {
        double gain = fewerRate == 0 ? 0 : provenRate / fewerRate;
        fewerRate = 0;
        if (gain >= PLAINLY_MORE) {
            hold(now);
        } else if (gain > 0 && count > 1) {
            change(now, count / 2, Trial.FEWER);
        } else {
            tryNext(now);
        }
    }

    /** Stays where it is, for a short while when it has just climbed there. */
    private void rest(Observation now) {
        hold(now);
        if (fewerRate > 0) {
            holdUntilNanos = now.nanoTime + FIRST_HOLD_NANOS;
        }
    }

    private void goBack(Observation now) {
        holdNanos = Math.min(LONGEST_HOLD_NANOS, 2 * holdNanos);
        change(now, provenCount, Trial.NONE);
        rest(now);
    }

    private void hold(Observation now) {
        trial = Trial.NONE;
        measurements = 0;
        holdUntilNanos = now.nanoTime + holdNanos;
    }

    private void change(Observation now, int streams, Trial reason) {
        count = streams;
        trial = reason;
        changedNanos = now.nanoTime;
        measurements = 0;
        lastRate = 0;
    }
}

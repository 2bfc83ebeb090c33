package org.gridtorrent.ptcp.session;

import java.util.concurrent.TimeUnit;

/**
 * Tunes the number of streams of one direction by hill climbing on its measured goodput.
 *
 * <ul>
 * <li>Start: once there is enough to send, the number is what a line of that round trip can surely use.
 * <li>Climb: the number doubles while that brings more goodput, and goes back one step when it does not. It does
 * not climb while round trips are clearly longer than at first, because the line's queue is filling.
 * <li>Hold: then it stays for a while, measures again, and tries the next step up or down in turn. Each
 * fruitless trial doubles the time to the next.
 * <li>Second look: a number that was just climbed to is held for a short while only. If its gain over half as
 * many was small, half as many are tried again, because they may have been left before they had shown what they
 * bring.
 * </ul>
 *
 * <p>Only goodput that the line limits counts: while the senders wait for the application, the number of streams
 * makes no difference. New streams need time to open their TCP windows, and more of it after too many had
 * filled the line's queue; such a queue also takes more than the line for a moment. So a measurement counts only
 * after a settling time. A clear gain is believed at once; otherwise goodput is measured until it is steady.
 *
 * <p>Pure: the clock comes with each observation. Not thread-safe.
 */
final class StreamCountTuner {
    /** Gain of a step up that pays for the streams' memory. */
    private static final double MIN_GAIN = 1.05;

    /** Gain of a step up that needs no second measurement. */
    private static final double CLEAR_GAIN = 1.3;

    /** Relative difference to the last measurement up to which goodput is steady. */
    private static final double STEADY = 0.05;

    /** Measurements in a row after which goodput counts as steady anyway. */
    private static final int MAX_MEASUREMENTS = 6;

    /** Share of the goodput that a step down has to keep. */
    private static final double MIN_KEPT = 0.98;

    /** Share of the goodput below which a step down is taken back at once. */
    private static final double CLEAR_LOSS = 0.75;

    /**
     * One stream for so much of the round trip: 256 KiB in flight on a stream bring 32 MB/s over 8 ms, and so
     * many streams bring that over any distance, a quarter of 1 Gb/s.
     */
    private static final long ROUND_TRIP_PER_STREAM_NANOS = TimeUnit.MILLISECONDS.toNanos(8);

    /** The queue is filling when a round trip takes so many times the shortest one, and longer by the least. */
    private static final double QUEUE_FACTOR = 1.3;

    private static final long MIN_QUEUE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** Share of the senders' time above which waiting for the application makes a measurement void. */
    private static final double APP_LIMITED_SHARE = 0.2;

    /** Round trips in which TCP's slow start brings a stream to 256 KiB (RFC 6928). */
    private static final int SETTLE_ROUND_TRIPS = 6;

    private static final long MIN_SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int MEASURE_ROUND_TRIPS = 4;
    private static final long MIN_MEASURE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Hold before any step was accepted, or while a step is in doubt. */
    private static final long SHORT_HOLD_NANOS = TimeUnit.SECONDS.toNanos(4);

    private static final long HOLD_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long MAX_HOLD_NANOS = TimeUnit.SECONDS.toNanos(320);

    /** Measurements over which goodput is averaged during a hold: a single one can be far off. */
    private static final int HOLD_MEASUREMENTS = 8;

    /** Time that requested streams may take to come. */
    private static final long OPENING_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** What the measurement under way decides. */
    private enum Trial {
        NONE,
        MORE,
        FEWER
    }

    /**
     * State of a direction at one moment.
     *
     * @param deliveredBytes confirmed by the peer since the session began
     * @param appLimitedNanos time that senders waited for the application, added up over streams
     * @param streams that are active
     */
    record Observation(
            long nanoTime,
            long deliveredBytes,
            long appLimitedNanos,
            int streams,
            long roundTripNanos) {}

    private int max;
    private int count;
    private int acceptedCount;
    private double acceptedRate;
    private Trial trial = Trial.NONE;
    private int measurements;
    private double lastRate;
    private double holdRate;

    /** Goodput of half the count when it was doubled; 0 after the recheck. */
    private double halfRate;

    private boolean tryFewerNext;
    private boolean observed;

    /** Whether there was enough to send for a whole round trip. */
    private boolean started;

    private long shortestRoundTripNanos = Long.MAX_VALUE;
    private long changedNanos;
    private long holdUntilNanos;
    private long holdNanos = SHORT_HOLD_NANOS;

    /** Beginning of the measurement. */
    private Observation first = new Observation(0, 0, 0, 0, 0);

    /** @param max most streams; a start equal to it fixes the number */
    StreamCountTuner(int start, int max) {
        this.count = Math.min(start, max);
        this.max = max;
    }

    /** The number of streams that is wanted now. */
    int count() {
        return count;
    }

    /** Fixes the number, whatever is measured. */
    void setFixedCount(int streams) {
        count = streams;
        max = streams;
        trial = Trial.NONE;
        holdUntilNanos = Long.MAX_VALUE;
    }

    /** Takes an observation; to be called several times a second while data flows. */
    void observe(Observation now) {
        if (!observed) {
            observed = true;
            first = now;
            changedNanos = now.nanoTime;
            holdUntilNanos = count == max ? Long.MAX_VALUE : now.nanoTime;
        }
        shortestRoundTripNanos = Math.min(shortestRoundTripNanos, now.roundTripNanos);
        long sinceChange = now.nanoTime - changedNanos;
        if (!started) {
            start(now);
        } else if (now.streams < count && sinceChange < OPENING_NANOS) {
            first = now;
        } else if (sinceChange < settleNanos(now) || !isLineLimited(first, now)) {
            first = now;
        } else if (now.nanoTime - first.nanoTime >= measureNanos(now)) {
            double rate = (double) (now.deliveredBytes - first.deliveredBytes)
                    / (now.nanoTime - first.nanoTime);
            first = now;
            decide(now, rate);
        }
    }

    private void start(Observation now) {
        if (now.streams < count || !isLineLimited(first, now)) {
            first = now;
        } else if (now.deliveredBytes > first.deliveredBytes
                && now.nanoTime - first.nanoTime >= now.roundTripNanos) {
            started = true;
            long usable = Math.min(now.roundTripNanos / ROUND_TRIP_PER_STREAM_NANOS, max / 2);
            change(now, (int) Math.max(count, usable), Trial.NONE);
        }
    }

    private static long settleNanos(Observation now) {
        return MIN_SETTLE_NANOS + SETTLE_ROUND_TRIPS * now.roundTripNanos;
    }

    private static long measureNanos(Observation now) {
        return Math.max(MIN_MEASURE_NANOS, MEASURE_ROUND_TRIPS * now.roundTripNanos);
    }

    private static boolean isLineLimited(Observation first, Observation now) {
        double streamNanos = (double) (now.nanoTime - first.nanoTime) * Math.max(1, now.streams);
        return now.appLimitedNanos - first.appLimitedNanos <= APP_LIMITED_SHARE * streamNanos;
    }

    private void decide(Observation now, double rate) {
        measurements++;
        boolean steady = Math.abs(rate - lastRate) <= STEADY * lastRate
                || measurements == MAX_MEASUREMENTS;
        double average = (rate + lastRate) / 2;
        lastRate = rate;
        switch (trial) {
            case NONE -> {
                holdRate += (rate - holdRate) / Math.min(measurements, HOLD_MEASUREMENTS);
                if (now.nanoTime >= holdUntilNanos) {
                    shortestRoundTripNanos = now.roundTripNanos;
                    accept(holdRate);
                    leaveHold(now);
                }
            }
            case MORE -> decideStepUp(now, rate, steady, average);
            case FEWER -> decideStepDown(now, rate, steady, average);
        }
    }

    private void decideStepUp(Observation now, double rate, boolean steady, double average) {
        if (now.streams < count) {
            stepBack(now);
        } else if (rate >= CLEAR_GAIN * acceptedRate && !isQueueFilling(now)) {
            acceptStepUp(now, rate);
        } else if (steady) {
            if (average >= MIN_GAIN * acceptedRate) {
                acceptStepUp(now, average);
            } else {
                stepBack(now);
            }
        }
    }

    /** Never goes by one measurement: the best of several noisy ones would be taken for enough. */
    private void decideStepDown(Observation now, double rate, boolean steady, double average) {
        if (rate < CLEAR_LOSS * acceptedRate) {
            stepBack(now);
        } else if (steady && average >= MIN_KEPT * acceptedRate) {
            accept(average);
            holdNanos = HOLD_NANOS;
            hold(now);
        } else if (steady) {
            stepBack(now);
        }
    }

    private void acceptStepUp(Observation now, double rate) {
        halfRate = acceptedRate;
        accept(rate);
        holdNanos = HOLD_NANOS;
        if (isQueueFilling(now)) {
            holdForRecheck(now);
        } else {
            tryMore(now);
        }
    }

    private boolean isQueueFilling(Observation now) {
        return now.roundTripNanos > Math.max(QUEUE_FACTOR * shortestRoundTripNanos,
                (double) shortestRoundTripNanos + MIN_QUEUE_NANOS);
    }

    private void accept(double rate) {
        acceptedRate = rate;
        acceptedCount = count;
    }

    private void tryNext(Observation now) {
        if (tryFewerNext && count > 1) {
            change(now, count / 2, Trial.FEWER);
        } else {
            tryMore(now);
        }
        tryFewerNext = !tryFewerNext;
    }

    private void tryMore(Observation now) {
        if (count < max) {
            change(now, Math.min(max, 2 * count), Trial.MORE);
        } else {
            holdForRecheck(now);
        }
    }

    /** After a hold: rechecks the step up that led here, once, and then tries the next step. */
    private void leaveHold(Observation now) {
        double gain = halfRate == 0 ? 0 : acceptedRate / halfRate;
        halfRate = 0;
        if (gain >= CLEAR_GAIN) {
            hold(now);
        } else if (gain > 0 && count > 1) {
            change(now, count / 2, Trial.FEWER);
        } else {
            tryNext(now);
        }
    }

    /** Holds, only briefly if the last step up still has to be rechecked. */
    private void holdForRecheck(Observation now) {
        hold(now);
        if (halfRate > 0) {
            holdUntilNanos = now.nanoTime + SHORT_HOLD_NANOS;
        }
    }

    private void stepBack(Observation now) {
        holdNanos = Math.min(MAX_HOLD_NANOS, 2 * holdNanos);
        change(now, acceptedCount, Trial.NONE);
        holdForRecheck(now);
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

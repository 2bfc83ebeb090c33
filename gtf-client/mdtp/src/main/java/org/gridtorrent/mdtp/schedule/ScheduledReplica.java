package org.gridtorrent.mdtp.schedule;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.mdtp.schedule.RangeScheduler.Event.RequestFailed;

/** Scheduling state of one replica: its rate, open requests and pauses. Confined to one thread. */
final class ScheduledReplica {
    private static final double TICK_SECONDS = RangeScheduler.TICK.toNanos() / 1e9;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration MAX_PAUSE = Duration.ofSeconds(60);
    /** Longest time that a replica may ask to be left alone. */
    private static final Duration MAX_RETRY_AFTER = Duration.ofDays(1);
    private static final int MAX_DOUBLINGS = 6;
    private static final int MAX_REMEMBERED_REFUSALS = 2;
    private static final double MIN_STALL_SECONDS = 1;
    private static final double STALL_ROUND_TRIPS = 4;
    /** Part of a window's opening in which two responses overlap: in more they would cost each other packets. */
    private static final double OPENING_PART = 0.6;
    /** Round trip of a replica that has not answered yet, where stalls are judged. */
    private static final double UNKNOWN_RTT_SECONDS = 1;

    final int number;
    /** Requests under way, the oldest first. */
    final List<RangeRequest> open = new ArrayList<>();
    final RateEstimator estimator = new RateEstimator();
    final WindowEstimate window = new WindowEstimate();
    final ConnectionSearch search = new ConnectionSearch();
    /** Bytes that it brought and that were found to be false. */
    final RangeSet rejected = new RangeSet();
    int connectionLimit;
    /** Length of the next range while the rate is unknown. */
    long unmeasuredLength;
    /** When it last brought something. */
    long activeNs;
    boolean hasBroughtBytes;

    private boolean abandoned;
    private boolean paused;
    private long retryAtNs;
    /** Failures and stalls since a range came whole. */
    private int failures;
    /** Refusals since a range came whole; some of those before count, too. */
    private int refusals;

    ScheduledReplica(int number, int connectionLimit) {
        this.number = number;
        this.connectionLimit = connectionLimit;
    }

    void opened(RangeRequest request) {
        window.takeConnection();
        open.add(request);
    }

    void closed(RangeRequest request, long nowNs) {
        open.remove(request);
        if (!isAnswering()) {
            estimator.pause(nowNs);
        }
    }

    /** Leaves it alone for a time, which is at least this and grows with each failure in a row. */
    void pause(Duration atLeast, long nowNs) {
        if (atLeast.equals(RequestFailed.FOREVER)) {
            abandoned = true;
            return;
        }
        Duration grown = failures == 0 ? Duration.ZERO : doubled(failures - 1);
        failures++;
        pauseFor(longer(shorter(atLeast, MAX_RETRY_AFTER), grown), nowNs);
    }

    /**
     * Leaves it alone for a time, which is at least this and grows with each refusal in a row. A replica that
     * frees its connection late refuses after every range, and is soon asked at about the right time.
     */
    void refused(Duration atLeast, long nowNs) {
        pauseFor(longer(shorter(atLeast, MAX_RETRY_AFTER), doubled(refusals)), nowNs);
        refusals++;
    }

    private void pauseFor(Duration time, long nowNs) {
        paused = true;
        retryAtNs = nowNs + time.toNanos();
    }

    private static Duration doubled(int doublings) {
        return shorter(FIRST_PAUSE.multipliedBy(1L << Math.min(doublings, MAX_DOUBLINGS)),
                MAX_PAUSE);
    }

    /** Leaves it alone for a growing time after a silence in which it owed bytes. */
    void stalled(long nowNs) {
        pause(FIRST_PAUSE, nowNs);
        estimator.forgetRate();
        window.forgetConnections();
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    /** A range came whole: earlier failures count no more, and refusals less. */
    void succeeded() {
        failures = 0;
        refusals = Math.clamp(refusals - 1L, 0, MAX_REMEMBERED_REFUSALS);
        paused = false;
    }

    boolean isAbandoned() {
        return abandoned;
    }

    /** Whether it may be asked now. */
    boolean isUsable(long nowNs) {
        return !abandoned && !(paused && retryAtNs - nowNs > 0);
    }

    /** Whether it failed or stalled and no range has come whole since: one short range is asked at a time. */
    boolean isOnTrial() {
        return failures > 0;
    }

    long owedBytes() {
        long bytes = 0;
        for (RangeRequest request : open) {
            bytes += request.remaining();
        }
        return bytes;
    }

    /** Whether a response has begun and is not through. */
    boolean isAnswering() {
        for (RangeRequest request : open) {
            if (request.answered) {
                return true;
            }
        }
        return false;
    }

    /** Whether bytes have come lately. */
    boolean isReceiving(long nowNs) {
        return isAnswering() && (nowNs - activeNs) / 1e9 < stallSeconds() / 2;
    }

    double rttSeconds() {
        return estimator.rttSeconds(TICK_SECONDS);
    }

    /** Seconds of silence that make a stall. */
    double stallSeconds() {
        return Math.max(MIN_STALL_SECONDS,
                STALL_ROUND_TRIPS * estimator.rttSeconds(UNKNOWN_RTT_SECONDS));
    }

    /** Seconds before the end of a range at which the next one is asked, so that the line stays full. */
    double leadSeconds(double rate, long nowNs) {
        return window.firstByteSeconds(rttSeconds())
                + OPENING_PART * window.openingSeconds(rate, rttSeconds(), nowNs);
    }
}

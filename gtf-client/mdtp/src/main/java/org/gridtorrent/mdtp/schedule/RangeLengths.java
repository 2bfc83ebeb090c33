package org.gridtorrent.mdtp.schedule;

import java.util.List;
import java.util.Optional;

/**
 * Lengths of ranges: as many bytes as the replica brings within the horizon, a time that all have in common.
 *
 * <p>The horizon is a quarter of the time that is left for all, between 1 s and 4 s, and less in the end.
 * The first ranges are fixed parts of the file, since no rate is known. Confined to one thread.
 */
final class RangeLengths {
    private static final long KIB = 1024;
    private static final long MIB = 1024 * KIB;
    private static final long MIN_LENGTH = 64 * KIB;
    private static final long MIN_FIRST_LENGTH = 256 * KIB;
    private static final long MAX_FIRST_LENGTH = 64 * MIB;
    /** Of a file of unknown length. In the simulation, 8 to 32 MiB take the same time. */
    private static final long UNKNOWN_FILE_FIRST_LENGTH = 16 * MIB;
    /** Part of an even share of the file that each replica is asked for first. */
    private static final int FIRST_LENGTH_DIVISOR = 4;
    /** By how much a range is longer than the one before it while no rate is known. */
    private static final int UNMEASURED_GROWTH = 4;

    private static final double HORIZON_PART = 0.25;
    private static final double MAX_HORIZON_SECONDS = 4;
    private static final double USUAL_MIN_HORIZON_SECONDS = 1;
    private static final double LAST_HORIZON_PART = 0.5;
    private static final double MIN_HORIZON_SECONDS = 0.1;
    /** Round trips whose bytes are worth no range of their own: the range before takes them too. */
    private static final double LAST_ROUND_TRIPS = 2;
    /** Least round trips of a range where each begins with an idle one. */
    private static final double SERIAL_ROUND_TRIPS = 20;

    private static final long TRIAL_LENGTH = 256 * KIB;
    /** Time left within which a replica that failed is not tried: all might have to wait for it. */
    private static final double MIN_TRIAL_SECONDS = 2;

    private final List<ScheduledReplica> replicas;
    private final RangeAssignments assignments;

    RangeLengths(List<ScheduledReplica> replicas, RangeAssignments assignments) {
        this.replicas = replicas;
        this.assignments = assignments;
    }

    /** Sets the length of first ranges by what is missing, now and when the file's length becomes known. */
    void begin() {
        long evenShare = assignments.missing().length() / replicas.size();
        long length = assignments.isLengthKnown()
                ? Math.clamp(evenShare / FIRST_LENGTH_DIVISOR, MIN_FIRST_LENGTH, MAX_FIRST_LENGTH)
                : UNKNOWN_FILE_FIRST_LENGTH;
        replicas.forEach(replica -> replica.unmeasuredLength = length);
    }

    /** A range came too fast to be measured: the next one is longer. */
    void grow(ScheduledReplica replica) {
        replica.unmeasuredLength = Math.min(UNMEASURED_GROWTH * replica.unmeasuredLength,
                MAX_FIRST_LENGTH);
    }

    /** The replica's next range, from the beginning of a missing one; empty if others bring it sooner. */
    Optional<ByteRange> next(ScheduledReplica replica, ByteRange missing,
            CompletionEstimate estimate,
            long nowNs) {
        long length = length(replica, missing, estimate, nowNs);
        if (length == 0) {
            return Optional.empty();
        }
        // What is left should not be shorter than half a range.
        return missing.length() - length < MIN_LENGTH / 2
                ? Optional.of(missing)
                : Optional.of(new ByteRange(missing.start(), missing.start() + length));
    }

    private long length(ScheduledReplica replica, ByteRange missing, CompletionEstimate estimate,
            long nowNs) {
        double left = estimate.secondsLeft();
        if (replica.isOnTrial()) {
            boolean othersBringIt = left < MIN_TRIAL_SECONDS
                    && !assignments.openRequests().isEmpty();
            return othersBringIt ? 0 : TRIAL_LENGTH;
        }
        double rate = estimate.rate(replica);
        if (rate == 0) {
            return replica.unmeasuredLength;
        }
        double share = estimate.bytesWithin(replica, left);
        double roundTripBytes = rate * replica.rttSeconds();
        if (share < MIN_LENGTH) {
            boolean isSoonest = isSoonest(replica, missing, estimate, nowNs);
            return isSoonest ? (long) Math.max(MIN_LENGTH, roundTripBytes) : 0;
        }
        double full = horizonBytes(replica, rate, left, nowNs);
        boolean isIdleSoon = replica.open.isEmpty()
                || estimate.secondsOwed(replica) < replica.leadSeconds(rate, nowNs);
        if (!isIdleSoon && share < full / 2) {
            return 0;
        }
        double length = Math.min(share, full);
        boolean isLast = share - length < LAST_ROUND_TRIPS * roundTripBytes;
        return (long) Math.max(MIN_LENGTH, isLast ? share : length);
    }

    /** Bytes that one more connection brings within the horizon. */
    private double horizonBytes(ScheduledReplica replica, double rate, double left, long nowNs) {
        if (!replica.estimator.isKnown() && !replica.open.isEmpty()) {
            return Math.min((double) MAX_FIRST_LENGTH,
                    assignments.missing().length() / (double) replicas.size());
        }
        double seconds = Math.max(horizonSeconds(left), replica.leadSeconds(rate, nowNs));
        if (replica.connectionLimit == 1) {
            seconds = Math.max(seconds, SERIAL_ROUND_TRIPS * replica.rttSeconds());
        }
        return rate / replica.search.connections() * seconds;
    }

    private static double horizonSeconds(double left) {
        double least = Math.min(USUAL_MIN_HORIZON_SECONDS, LAST_HORIZON_PART * left);
        return Math.clamp(Math.max(HORIZON_PART * left, least), MIN_HORIZON_SECONDS,
                MAX_HORIZON_SECONDS);
    }

    /** Whether no other replica would be through with a short range sooner. */
    private boolean isSoonest(ScheduledReplica replica, ByteRange missing,
            CompletionEstimate estimate,
            long nowNs) {
        double seconds = estimate.secondsToBring(replica, MIN_LENGTH);
        for (ScheduledReplica other : replicas) {
            if (other != replica && other.isUsable(nowNs) && !other.isOnTrial()
                    && other.estimator.isKnown()
                    && !other.rejected.intersects(missing.start(), missing.end())
                    && estimate.secondsToBring(other, MIN_LENGTH) < seconds) {
                return false;
            }
        }
        return true;
    }
}

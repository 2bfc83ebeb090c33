package org.gridtorrent.mdtp.schedule;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * End of a fetch, when every missing byte is owed by some replica.
 *
 * <p>A replica that would be idle takes over what others cannot bring by the time at which all could be
 * done together. Shortening a response costs its connection and the bytes in flight, so that little is
 * left where it is; the last 64 KiB of a request are asked twice instead. The bytes wasted by both are
 * limited. Confined to one thread.
 */
final class Endgame {
    /** Seconds that a replica may be later than all together before something is taken from it. */
    private static final double SLACK_SECONDS = 0.05;
    private static final long MIN_CUT_BYTES = 32 * 1024;
    private static final long MAX_DUPLICATE_BYTES = 64 * 1024;
    /** How much sooner a second request has to be done. */
    private static final double DUPLICATE_GAIN = 1.5;
    private static final double DUPLICATE_SLACK_SECONDS = 0.02;
    /** Silence after which a second request is taken for lost. */
    private static final double LOST_SECONDS = 0.25;
    /** Part of the file that may be wasted by shortening, and as much by asking twice. */
    private static final double MAX_WASTE = 0.005;
    /** The same of small files. */
    private static final double MIN_WASTE_BYTES = 64 * 1024;
    /** Lateness for which bytes may be wasted beyond that, if they are few beside what is taken over. */
    private static final double LATE_SECONDS = 1;
    private static final double SMALL_PART = 0.05;

    private final List<ScheduledReplica> replicas;
    private final RangeAssignments assignments;
    /** Estimate of what shortened responses brought beyond their ends. */
    private double cutWasteBytes;

    Endgame(List<ScheduledReplica> replicas, RangeAssignments assignments) {
        this.replicas = replicas;
        this.assignments = assignments;
    }

    /** Returns to the missing bytes what others bring too late, for the replica to take. */
    void handBack(ScheduledReplica taker, CompletionEstimate estimate, long nowNs) {
        double untilFree = estimate.secondsUntilFree(taker);
        double left = Math.max(estimate.secondsLeft(), untilFree);
        if (left == Double.POSITIVE_INFINITY) {
            return;
        }
        for (ScheduledReplica replica : replicas) {
            double seconds = estimate.secondsOwed(replica);
            if (replica != taker && seconds > left + SLACK_SECONDS) {
                double rate = estimate.rate(replica);
                long owed = replica.owedBytes();
                long bytes = rate == 0
                        ? owed
                        : (long) Math.min((double) owed, (seconds - left) * rate);
                cut(replica, bytes, rate, seconds - left > LATE_SECONDS, estimate, nowNs);
            }
        }
    }

    /** Takes bytes from the back of what the replica owes, from the newest request first. */
    private void cut(ScheduledReplica replica, long bytes, double rate, boolean isLate,
            CompletionEstimate estimate, long nowNs) {
        long rest = bytes;
        for (RangeRequest request : List.copyOf(replica.open).reversed()) {
            if (rest < MIN_CUT_BYTES) {
                return;
            }
            if (!mayBeCut(request, estimate)) {
                continue;
            }
            long cut = Math.min(rest, request.remaining());
            double waste = request.answered && !request.isShortened()
                    ? Math.min((double) cut, rate * replica.rttSeconds())
                    : 0;
            if (cutWasteBytes + waste > maxWasteBytes() && !(isLate && waste < cut * SMALL_PART)) {
                continue;
            }
            cutWasteBytes += waste;
            rest -= cut;
            if (cut < request.remaining()) {
                assignments.shorten(request, request.end - cut);
            } else {
                assignments.cancel(request, nowNs);
                if (replica.open.isEmpty() && !request.answered) {
                    replica.stalled(nowNs);
                }
            }
        }
    }

    private double maxWasteBytes() {
        return Math.max(MIN_WASTE_BYTES, MAX_WASTE * assignments.fileLength());
    }

    private boolean mayBeCut(RangeRequest request, CompletionEstimate estimate) {
        return request.remaining() > 0 && !request.duplicate && duplicateOf(request) == null
                && (request.answered || estimate.isLate(request, SLACK_SECONDS));
    }

    /** Asks the replica, which is idle, for the rest of the request that would be through last. */
    void duplicate(ScheduledReplica replica, CompletionEstimate estimate, long nowNs) {
        RangeRequest latest = null;
        double latestSeconds = 0;
        for (RangeRequest request : assignments.openRequests()) {
            double seconds = estimate.secondsOwed(request.replica);
            if (seconds > latestSeconds
                    && isWorthAskingTwice(request, replica, seconds, estimate, nowNs)) {
                latest = request;
                latestSeconds = seconds;
            }
        }
        if (latest != null) {
            assignments.send(replica, new ByteRange(latest.position, latest.end), true,
                    estimate.delaySeconds(replica, latest.remaining()), nowNs);
        }
    }

    private boolean isWorthAskingTwice(RangeRequest request, ScheduledReplica replica,
            double seconds,
            CompletionEstimate estimate, long nowNs) {
        long bytes = request.remaining();
        if (request.duplicate || request.replica == replica || bytes == 0
                || bytes > MAX_DUPLICATE_BYTES
                || replica.rejected.intersects(request.position, request.end)) {
            return false;
        }
        RangeRequest earlier = duplicateOf(request);
        return (earlier == null
                || earlier.silentSeconds(nowNs) > earlier.delaySeconds + LOST_SECONDS)
                && seconds > DUPLICATE_GAIN * estimate.secondsToBring(replica, bytes)
                        + DUPLICATE_SLACK_SECONDS
                && assignments.twiceArrivedBytes() + bytes <= maxWasteBytes();
    }

    /** Latest second request for the end of this one. */
    private @Nullable RangeRequest duplicateOf(RangeRequest request) {
        RangeRequest latest = null;
        for (RangeRequest other : assignments.openRequests()) {
            if (other.duplicate && other.end == request.end && other != request) {
                latest = other;
            }
        }
        return latest;
    }
}

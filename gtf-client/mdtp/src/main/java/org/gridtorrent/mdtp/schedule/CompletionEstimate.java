package org.gridtorrent.mdtp.schedule;

import java.util.Comparator;
import java.util.List;

/**
 * Estimate of when replicas will have brought what they owe, at one moment.
 *
 * <p>A replica whose rate is unknown is taken to have the mean of the others'. Rates are in bytes a second.
 */
final class CompletionEstimate {
    private final List<ScheduledReplica> replicas;
    private final long missingBytes;
    private final long nowNs;
    private final double meanRate;

    /** @param missingBytes that no replica was asked for */
    CompletionEstimate(List<ScheduledReplica> replicas, long missingBytes, long nowNs) {
        this.replicas = replicas;
        this.missingBytes = missingBytes;
        this.nowNs = nowNs;
        this.meanRate = replicas.stream().map(replica -> replica.estimator)
                .filter(RateEstimator::isKnown)
                .mapToDouble(estimator -> estimator.bytesPerSecond(nowNs)).average().orElse(0);
    }

    /** The replica's rate; zero while no replica's is known. */
    double rate(ScheduledReplica replica) {
        return replica.estimator.isKnown() ? replica.estimator.bytesPerSecond(nowNs) : meanRate;
    }

    /** Seconds until the file is complete if each replica brings bytes at its rate to the end. */
    double secondsLeft() {
        double bytes = missingBytes;
        for (ScheduledReplica replica : replicas) {
            bytes += replica.owedBytes();
        }
        List<ScheduledReplica> byDelay = replicas.stream().filter(this::counts)
                .sorted(Comparator.comparingDouble(this::delay)).toList();
        double rates = 0;
        double seconds = Double.POSITIVE_INFINITY;
        for (ScheduledReplica replica : byDelay) {
            double delay = delay(replica);
            if (delay >= seconds) {
                break;
            }
            double rate = rate(replica);
            rates += rate;
            bytes += rate * delay;
            seconds = rates == 0 ? Double.POSITIVE_INFINITY : bytes / rates;
        }
        return seconds;
    }

    /** Seconds in which the replica brings nothing, because it has not answered or was not asked. */
    private double delay(ScheduledReplica replica) {
        if (replica.isAnswering()) {
            return 0;
        }
        return replica.open.isEmpty()
                ? replica.window.firstByteSeconds(replica.rttSeconds())
                : delay(replica.open.getFirst());
    }

    private boolean counts(ScheduledReplica replica) {
        return replica.isUsable(nowNs) && !replica.isOnTrial()
                && (replica.estimator.isKnown() || replica.open.isEmpty());
    }

    /** Seconds until the replica has brought what it owes. */
    double secondsOwed(ScheduledReplica replica) {
        long owed = replica.owedBytes();
        if (owed == 0) {
            return 0;
        }
        double rate = rate(replica);
        double seconds = owed / rate;
        for (RangeRequest request : replica.open) {
            if (!request.answered) {
                seconds = Math.max(seconds, delay(request) + request.remaining() / rate);
            }
        }
        return seconds;
    }

    /** Seconds that an unanswered request still loses; one that is late is taken to be late as much again. */
    private double delay(RangeRequest request) {
        return Math.abs(request.delaySeconds - (nowNs - request.sentNs) / 1e9);
    }

    /** Whether an unanswered request should have been answered by now. */
    boolean isLate(RangeRequest request, double slackSeconds) {
        return (nowNs - request.sentNs) / 1e9 > request.delaySeconds + slackSeconds;
    }

    /** Seconds until bytes of a further request would begin to come. */
    double secondsUntilFree(ScheduledReplica replica) {
        return Math.max(replica.rttSeconds(), secondsOwed(replica));
    }

    /** Most bytes that a further request would bring within this time. */
    double bytesWithin(ScheduledReplica replica, double seconds) {
        double rate = rate(replica);
        double byRate = rate * (seconds - secondsUntilFree(replica));
        double byWindow = replica.window.bytesWithin(seconds - replica.rttSeconds(), rate,
                replica.rttSeconds(), nowNs);
        return Math.min(byRate, byWindow);
    }

    /** Seconds until a further request would have brought these bytes. */
    double secondsToBring(ScheduledReplica replica, long bytes) {
        double rate = rate(replica);
        return Math.max(secondsUntilFree(replica) + bytes / rate,
                replica.window.secondsFor(bytes, rate, replica.rttSeconds(), nowNs));
    }

    /** Seconds that a request sent now would lose before bytes come at the rate. */
    double delaySeconds(ScheduledReplica replica, long bytes) {
        double rate = rate(replica);
        double byWindow = rate == 0
                ? 0
                : replica.window.secondsFor(bytes, rate, replica.rttSeconds(), nowNs)
                        - bytes / rate;
        return Math.max(replica.window.firstByteSeconds(replica.rttSeconds()), byWindow);
    }
}

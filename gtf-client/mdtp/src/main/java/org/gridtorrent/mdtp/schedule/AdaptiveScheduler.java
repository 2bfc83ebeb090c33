package org.gridtorrent.mdtp.schedule;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Scheduler that sizes each request by its replica's rate, so that all replicas finish together.
 *
 * <p>The package's comment has the algorithm. Confined to one thread.
 */
public final class AdaptiveScheduler implements RangeScheduler {
    /** Round trip from which slow start takes about a second, so that a replica begins with two connections. */
    private static final double LONG_RTT_SECONDS = 0.1;
    /** Time left from which on no further connection is tried: a try costs about as much as it could save. */
    private static final double MIN_SEARCH_SECONDS = 30;
    /** Silence that makes a stall while no other replica could take over. */
    private static final double LONE_STALL_SECONDS = 10;
    /** Least time between two looks of all replicas for something to take over. */
    private static final long ENDGAME_INTERVAL_NS = Duration.ofMillis(10).toNanos();

    private final List<ScheduledReplica> replicas = new ArrayList<>();
    private final RangeAssignments assignments;
    private final RangeLengths lengths;
    private final Endgame endgame;
    private long endgameNs;

    /**
     * Limits of a scheduler.
     *
     * @param maxConnections most requests that are open to one replica at a time, at least one
     */
    public record Options(int maxConnections) {
        public static final Options DEFAULTS = new Options(4);

        public Options {
            if (maxConnections < 1) {
                throw new IllegalArgumentException("connections to a replica: " + maxConnections);
            }
        }
    }

    /**
     * Scheduler of one fetch.
     *
     * @param fileLength the file's length, where it is known beforehand
     * @param present ranges that are there already and are not asked for
     */
    public AdaptiveScheduler(int replicaCount, OptionalLong fileLength,
            Collection<ByteRange> present, Options options) {
        if (replicaCount < 1) {
            throw new IllegalArgumentException("number of replicas: " + replicaCount);
        }
        assignments = new RangeAssignments(fileLength, present);
        lengths = new RangeLengths(replicas, assignments);
        endgame = new Endgame(replicas, assignments);
        for (int i = 0; i < replicaCount; i++) {
            replicas.add(new ScheduledReplica(i, options.maxConnections()));
        }
        lengths.begin();
    }

    @Override
    public boolean isComplete() {
        return assignments.isComplete();
    }

    @Override
    public List<Action> start(long nowNs) {
        endgameNs = nowNs;
        askAll(nowNs);
        return assignments.takeActions();
    }

    @Override
    public List<Action> tick(long nowNs) {
        replicas.forEach(replica -> endStalls(replica, nowNs));
        searchConnections(nowNs);
        askAll(nowNs);
        return assignments.takeActions();
    }

    private void searchConnections(long nowNs) {
        List<ScheduledReplica> measured = replicas.stream()
                .filter(replica -> replica.estimator.isKnown() && replica.isReceiving(nowNs))
                .toList();
        double total = measured.stream()
                .mapToDouble(replica -> replica.estimator.bytesPerSecond(nowNs)).sum();
        boolean pays = estimate(nowNs).secondsLeft() > MIN_SEARCH_SECONDS;
        for (ScheduledReplica replica : measured) {
            boolean mayTry = pays && measured.stream()
                    .noneMatch(other -> other != replica && other.search.isTrying());
            replica.search.update(replica.estimator.bytesPerSecond(nowNs), total,
                    replica.rttSeconds(), mayTry ? replica.connectionLimit : 0, nowNs);
        }
    }

    @Override
    public List<Action> handle(Event event, long nowNs) {
        ScheduledReplica replica = assignments.sender(event.request());
        Optional<RangeRequest> open = assignments.request(event.request());
        if (event instanceof Event.BytesRejected rejected) {
            assignments.reject(rejected.requests(), rejected.range());
            askAll(nowNs);
        } else if (open.isPresent()) {
            handle(event, open.get(), nowNs);
        } else if (event instanceof Event.RequestFailed failed
                && failed.retryAfter().equals(Event.RequestFailed.FOREVER)) {
            replica.pause(failed.retryAfter(), nowNs);
        }
        return assignments.takeActions();
    }

    private void handle(Event event, RangeRequest request, long nowNs) {
        ScheduledReplica replica = request.replica;
        switch (event) {
            case Event.ResponseStarted started -> {
                answered(request, nowNs);
                learnLength(started.fileLength());
            }
            case Event.BytesReceived received -> {
                received(request, received.count(), nowNs);
                return;
            }
            case Event.RequestCompleted _ -> completed(request, nowNs);
            case Event.RangeUnsatisfiable unsatisfiable -> {
                answered(request, nowNs);
                learnLength(unsatisfiable.fileLength());
                replica.window.keepConnection(nowNs);
                assignments.close(request, nowNs);
            }
            case Event.RequestFailed failed -> {
                replica.window.forgetConnections();
                assignments.close(request, nowNs);
                if (!failed.retryAfter().isZero() || request.position == request.range.start()) {
                    replica.pause(failed.retryAfter(), nowNs);
                }
            }
            case Event.Busy busy -> {
                replica.window.forgetConnections();
                assignments.close(request, nowNs);
                replica.refused(busy.retryAfter(), nowNs);
            }
            case Event.TooManyConnections refused -> {
                assignments.close(request, nowNs);
                refused(replica, refused.connections(), nowNs);
            }
            case Event.BytesRejected _ -> throw new IllegalStateException("handled before");
        }
        askAll(nowNs);
    }

    private void answered(RangeRequest request, long nowNs) {
        if (!request.answered) {
            request.answered = true;
            request.activeNs = nowNs;
            long roundTrips = request.newConnection ? 2 : 1;
            RateEstimator estimator = request.replica.estimator;
            estimator.roundTrip((nowNs - request.sentNs) / roundTrips, request.alone);
            estimator.resume(nowNs);
        }
    }

    private void learnLength(long length) {
        if (!assignments.isLengthKnown()) {
            assignments.setFileLength(length);
            lengths.begin();
        }
    }

    private void received(RangeRequest request, int count, long nowNs) {
        answered(request, nowNs);
        request.activeNs = nowNs;
        ScheduledReplica replica = request.replica;
        replica.activeNs = nowNs;
        replica.hasBroughtBytes = true;
        replica.estimator.received(count, nowNs);
        assignments.received(request, count, nowNs);
        if (assignments.missing().isEmpty() && nowNs - endgameNs >= ENDGAME_INTERVAL_NS) {
            endgameNs = nowNs;
            askAll(nowNs);
        } else {
            ask(replica, nowNs);
        }
    }

    private void completed(RangeRequest request, long nowNs) {
        ScheduledReplica replica = request.replica;
        replica.succeeded();
        if (request.end == Math.min(request.range.end(), assignments.fileLength())) {
            replica.window.keepConnection(nowNs);
        }
        assignments.close(request, nowNs);
        if (!replica.estimator.isKnown()) {
            lengths.grow(replica);
        }
    }

    private static void refused(ScheduledReplica replica, int connections, long nowNs) {
        replica.connectionLimit = Math.clamp(connections, 1, replica.connectionLimit);
        replica.search.limit(replica.connectionLimit);
        if (replica.open.isEmpty()) {
            replica.refused(Duration.ZERO, nowNs);
        }
    }

    /** Cancels requests that are silent for too long. */
    private void endStalls(ScheduledReplica replica, long nowNs) {
        double limit = stallSeconds(replica, nowNs);
        for (RangeRequest request : List.copyOf(replica.open)) {
            boolean due = request.answered || request == replica.open.getFirst();
            if (due && request.silentSeconds(nowNs) > limit) {
                assignments.cancel(request, nowNs);
                if (replica.open.isEmpty()) {
                    replica.stalled(nowNs);
                }
            }
        }
    }

    private double stallSeconds(ScheduledReplica replica, long nowNs) {
        double seconds = replica.stallSeconds();
        for (ScheduledReplica other : replicas) {
            if (other != replica && couldTakeOver(other, seconds, nowNs)) {
                return seconds;
            }
        }
        return Math.max(seconds, LONE_STALL_SECONDS);
    }

    /** Whether the replica is not as silent itself: it is idle or has brought something lately. */
    private static boolean couldTakeOver(ScheduledReplica replica, double seconds, long nowNs) {
        return replica.open.isEmpty()
                ? replica.isUsable(nowNs) && !replica.isOnTrial()
                : replica.hasBroughtBytes && (nowNs - replica.activeNs) / 1e9 < seconds;
    }

    private void askAll(long nowNs) {
        for (ScheduledReplica replica : replicas) {
            ask(replica, nowNs);
        }
    }

    private void ask(ScheduledReplica replica, long nowNs) {
        while (needsRange(replica, nowNs)) {
            if (assignments.missing().isEmpty() && !replica.isOnTrial()) {
                endgame.handBack(replica, estimate(nowNs), nowNs);
            }
            CompletionEstimate estimate = estimate(nowNs);
            Optional<ByteRange> missing = firstMissing(replica);
            if (missing.isEmpty()) {
                if (replica.open.isEmpty() && !replica.isOnTrial()) {
                    endgame.duplicate(replica, estimate, nowNs);
                }
                return;
            }
            Optional<ByteRange> range = lengths.next(replica, missing.get(), estimate, nowNs);
            if (range.isEmpty()) {
                return;
            }
            assignments.send(replica, range.get(), false,
                    estimate.delaySeconds(replica, range.get().length()), nowNs);
        }
    }

    private CompletionEstimate estimate(long nowNs) {
        return new CompletionEstimate(replicas, assignments.missing().length(), nowNs);
    }

    /** Whether the replica would be idle soon, or is to have more connections. */
    private boolean needsRange(ScheduledReplica replica, long nowNs) {
        int open = replica.open.size();
        if (!replica.isUsable(nowNs) || open >= replica.connectionLimit) {
            return false;
        }
        if (open == 0) {
            return true;
        }
        if (replica.isOnTrial()) {
            return false;
        }
        if (!replica.estimator.isKnown()) {
            return assignments.isLengthKnown() && open == 1 && replica.isAnswering()
                    && replica.rttSeconds() >= LONG_RTT_SECONDS;
        }
        int connections = replica.search.connections();
        if (open > connections) {
            return false; // the one that ends first leaves its connection, whose window is open
        }
        double rate = replica.estimator.bytesPerSecond(nowNs) / connections;
        double leadBytes = replica.leadSeconds(rate, nowNs) * rate;
        int busy = 0;
        for (RangeRequest request : replica.open) {
            busy += request.remaining() > leadBytes ? 1 : 0;
        }
        return busy < connections;
    }

    /** First missing range that the replica may bring: not one that it brought false, if another replica can. */
    private Optional<ByteRange> firstMissing(ScheduledReplica replica) {
        Optional<ByteRange> first = assignments.missing().firstNotIn(replica.rejected);
        if (first.isPresent() || assignments.missing().isEmpty()) {
            return first;
        }
        ByteRange range = assignments.missing().first();
        boolean othersCan = replicas.stream().anyMatch(other -> other != replica
                && !other.isAbandoned() && !other.rejected.intersects(range.start(), range.end()));
        return othersCan ? Optional.empty() : Optional.of(range);
    }
}

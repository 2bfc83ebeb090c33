package org.gridtorrent.mdtp.schedule;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.gridtorrent.mdtp.schedule.ReplicaStatus.State;

/**
 * Scheduler that sizes each request by its replica's rate, so that all replicas finish together.
 *
 * <p>The package's comment has the algorithm. Confined to one thread.
 */
public final class AdaptiveScheduler implements RangeScheduler {
    private static final long KIB = 1024;
    private static final long MIB = 1024 * KIB;
    private static final long MIN_LENGTH = 64 * KIB;
    private static final long MIN_FIRST_LENGTH = 256 * KIB;
    private static final long MAX_FIRST_LENGTH = 64 * MIB;
    /** Part of each replica's even share of the file that it is asked for first. */
    private static final int FIRST_LENGTH_DIVISOR = 4;
    static long UNKNOWN_FILE_FIRST_LENGTH = 16 * MIB;
    private static final long TRIAL_LENGTH = 256 * KIB;
    private static final int UNMEASURED_GROWTH = 4;
    private static final double MIN_HORIZON_SECONDS = 0.1;
    private static final double USUAL_MIN_HORIZON_SECONDS = 1;
    private static final double MAX_HORIZON_SECONDS = 4;
    private static final double HORIZON_PART = 0.25;
    private static final double LAST_HORIZON_PART = 0.5;
    /** Round trip from which slow start takes about a second, so that two connections begin. */
    private static final double LONG_RTT_SECONDS = 0.1;
    /** Silence that makes a stall while no other replica could take over. */
    private static final double LONE_STALL_SECONDS = 10;
    private static final Duration PAUSE_AFTER_STALL = Duration.ofSeconds(1);
    private static final Duration PAUSE_AFTER_REFUSAL = Duration.ofSeconds(1);
    /** Least time between two looks of idle replicas for something to take over. */
    private static final long ENDGAME_INTERVAL_NS = Duration.ofMillis(10).toNanos();

    private final List<Replica> replicas = new ArrayList<>();
    private final RangeAssignments assignments;
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
        endgame = new Endgame(replicas, assignments);
        for (int i = 0; i < replicaCount; i++) {
            replicas.add(new Replica(i, options.maxConnections(), firstLength(replicaCount)));
        }
    }

    private long firstLength(int replicaCount) {
        long evenShare = assignments.missing().length() / replicaCount;
        return assignments.isLengthKnown()
                ? Math.clamp(evenShare / FIRST_LENGTH_DIVISOR, MIN_FIRST_LENGTH, MAX_FIRST_LENGTH)
                : UNKNOWN_FILE_FIRST_LENGTH;
    }

    @Override
    public boolean isComplete() {
        return assignments.isComplete();
    }

    /** The file's length, once it is known. */
    public OptionalLong fileLength() {
        return assignments.isLengthKnown()
                ? OptionalLong.of(assignments.fileLength())
                : OptionalLong.empty();
    }

    /** Status of each replica, in the order of their numbers. */
    public List<ReplicaStatus> replicas(long nowNs) {
        return replicas.stream().map(replica -> status(replica, nowNs)).toList();
    }

    private static ReplicaStatus status(Replica replica, long nowNs) {
        double rate = replica.estimator.isKnown() ? replica.estimator.bytesPerSecond(nowNs) : 0;
        return new ReplicaStatus(state(replica, nowNs), replica.receivedBytes, rate,
                replica.open.size());
    }

    private static State state(Replica replica, long nowNs) {
        if (replica.isAnswering()) {
            return State.RECEIVING;
        }
        if (!replica.open.isEmpty()) {
            return State.WAITING;
        }
        if (replica.isAbandoned()) {
            return State.ABANDONED;
        }
        return replica.isPaused(nowNs) ? State.PAUSED : State.IDLE;
    }

    @Override
    public List<Action> start(long nowNs) {
        askAll(nowNs);
        return assignments.takeActions();
    }

    @Override
    public List<Action> tick(long nowNs) {
        for (Replica replica : replicas) {
            endStalls(replica, nowNs);
            if (replica.estimator.isKnown()) {
                replica.search.update(replica.estimator.bytesPerSecond(nowNs),
                        replica.rttSeconds(), replica.connectionLimit, nowNs);
            }
        }
        askAll(nowNs);
        return assignments.takeActions();
    }

    @Override
    public List<Action> handle(Event event, long nowNs) {
        Replica replica = assignments.sender(event.request());
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
        Replica replica = request.replica;
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
                close(request, nowNs);
            }
            case Event.RequestFailed failed -> {
                replica.window.forgetConnections();
                close(request, nowNs);
                replica.pause(failed.retryAfter(), nowNs);
            }
            case Event.TooManyConnections refused -> {
                close(request, nowNs);
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
            for (Replica replica : replicas) {
                replica.unmeasuredLength = firstLength(replicas.size());
            }
        }
    }

    private void received(RangeRequest request, int count, long nowNs) {
        answered(request, nowNs);
        request.activeNs = nowNs;
        Replica replica = request.replica;
        replica.activeNs = nowNs;
        replica.receivedBytes += count;
        replica.estimator.received(count, nowNs);
        assignments.received(request, count);
        if (assignments.missing().isEmpty() && nowNs - endgameNs >= ENDGAME_INTERVAL_NS) {
            endgameNs = nowNs;
            askAll(nowNs);
        } else {
            ask(replica, nowNs);
        }
    }

    private void completed(RangeRequest request, long nowNs) {
        Replica replica = request.replica;
        replica.succeeded();
        if (request.end == Math.min(request.range.end(), assignments.fileLength())) {
            replica.window.keepConnection(nowNs);
        }
        close(request, nowNs);
        if (!replica.estimator.isKnown()) {
            replica.unmeasuredLength = Math.min(UNMEASURED_GROWTH * replica.unmeasuredLength,
                    MAX_FIRST_LENGTH);
        }
    }

    private void close(RangeRequest request, long nowNs) {
        assignments.close(request);
        if (!request.replica.isAnswering()) {
            request.replica.estimator.pause(nowNs);
        }
    }

    private static void refused(Replica replica, int connections, long nowNs) {
        replica.connectionLimit = Math.clamp(connections, 1, replica.connectionLimit);
        replica.search.limit(replica.connectionLimit);
        if (replica.open.isEmpty()) {
            replica.pause(PAUSE_AFTER_REFUSAL, nowNs);
        }
    }

    /** Cancels requests that are silent for too long. */
    private void endStalls(Replica replica, long nowNs) {
        double limit = stallSeconds(replica, nowNs);
        for (RangeRequest request : List.copyOf(replica.open)) {
            boolean due = request.answered || request == replica.open.getFirst();
            if (due && request.silentSeconds(nowNs) > limit) {
                assignments.cancel(request);
                if (replica.open.isEmpty()) {
                    replica.pause(PAUSE_AFTER_STALL, nowNs);
                    replica.estimator.forgetRate();
                    replica.window.forgetConnections();
                    replica.unmeasuredLength = TRIAL_LENGTH;
                }
            }
        }
    }

    private double stallSeconds(Replica replica, long nowNs) {
        double seconds = replica.stallSeconds();
        for (Replica other : replicas) {
            if (other != replica && couldTakeOver(other, seconds, nowNs)) {
                return seconds;
            }
        }
        return Math.max(seconds, LONE_STALL_SECONDS);
    }

    /** Whether the replica is not as silent itself: it is idle or has brought something lately. */
    private static boolean couldTakeOver(Replica replica, double seconds, long nowNs) {
        return replica.open.isEmpty()
                ? replica.isUsable(nowNs) && !replica.isOnTrial()
                : replica.receivedBytes > 0 && (nowNs - replica.activeNs) / 1e9 < seconds;
    }

    private void askAll(long nowNs) {
        for (Replica replica : replicas) {
            ask(replica, nowNs);
        }
    }

    private void ask(Replica replica, long nowNs) {
        while (needsRange(replica, nowNs)) {
            if (assignments.missing().isEmpty() && !replica.isOnTrial()) {
                endgame.handBack(replica, estimate(nowNs), nowNs);
            }
            CompletionEstimate estimate = estimate(nowNs);
            Optional<ByteRange> first = firstMissing(replica);
            if (first.isEmpty()) {
                if (replica.open.isEmpty() && !replica.isOnTrial()) {
                    endgame.duplicate(replica, estimate, nowNs);
                }
                return;
            }
            long length = nextLength(replica, estimate, nowNs);
            if (length == 0) {
                return;
            }
            ByteRange range = cut(first.get(), length);
            assignments.send(replica, range, false,
                    estimate.delaySeconds(replica, range.length()), nowNs);
        }
    }

    private CompletionEstimate estimate(long nowNs) {
        return new CompletionEstimate(replicas, assignments.missing().length(), nowNs);
    }

    /** Whether the replica would be idle soon, or is to have more connections. */
    private boolean needsRange(Replica replica, long nowNs) {
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
        double rate = replica.estimator.bytesPerSecond(nowNs) / connections;
        double leadBytes = replica.leadSeconds(rate, nowNs) * rate;
        long busy = replica.open.stream().filter(request -> request.remaining() > leadBytes)
                .count();
        return busy < connections;
    }

    /** First missing range that the replica may bring: not one that it brought false, if another replica can. */
    private Optional<ByteRange> firstMissing(Replica replica) {
        Optional<ByteRange> first = assignments.missing().firstNotIn(replica.rejected);
        if (first.isPresent() || assignments.missing().isEmpty()) {
            return first;
        }
        ByteRange range = assignments.missing().first();
        boolean othersCan = replicas.stream().anyMatch(other -> other != replica
                && !other.isAbandoned() && !other.rejected.intersects(range.start(), range.end()));
        return othersCan ? Optional.empty() : Optional.of(range);
    }

    /** Length of the replica's next range; zero if it is better left to the others. */
    private long nextLength(Replica replica, CompletionEstimate estimate, long nowNs) {
        double rate = estimate.rate(replica);
        if (!replica.estimator.isKnown() && (replica.isOnTrial() || rate == 0)) {
            return replica.unmeasuredLength;
        }
        double left = estimate.secondsLeft();
        double share = estimate.bytesWithin(replica, left);
        if (share < MIN_LENGTH) {
            // the soonest may be one that brought these bytes false and is not asked for them
            return assignments.openRequests().isEmpty() || isSoonestDone(replica, estimate)
                    ? MIN_LENGTH
                    : 0;
        }
        double connectionRate = rate / replica.search.connections();
        double lead = replica.leadSeconds(rate, nowNs);
        double horizon = horizonSeconds(left);
        if (!replica.open.isEmpty() && share < connectionRate * horizon / 2
                && estimate.secondsOwed(replica) > lead) {
            return 0;
        }
        double length = Math.min(share, connectionRate * Math.max(horizon, lead));
        return (long) Math.max(MIN_LENGTH, length);
    }

    private static double horizonSeconds(double left) {
        double least = Math.min(USUAL_MIN_HORIZON_SECONDS, LAST_HORIZON_PART * left);
        return Math.clamp(Math.max(HORIZON_PART * left, least), MIN_HORIZON_SECONDS,
                MAX_HORIZON_SECONDS);
    }

    private boolean isSoonestDone(Replica replica, CompletionEstimate estimate) {
        double seconds = estimate.secondsToBring(replica, MIN_LENGTH);
        for (Replica other : replicas) {
            if (other != replica && !other.isAbandoned() && other.estimator.isKnown()
                    && estimate.secondsToBring(other, MIN_LENGTH) < seconds) {
                return false;
            }
        }
        return true;
    }

    /** The beginning of a range; all of it if hardly anything would be left. */
    private static ByteRange cut(ByteRange range, long length) {
        return range.length() - length < MIN_LENGTH / 2
                ? range
                : new ByteRange(range.start(), range.start() + length);
    }
}

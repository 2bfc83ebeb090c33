package org.gridtorrent.mdtp;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.gridtorrent.mdtp.http.Replica;
import org.gridtorrent.mdtp.http.ReplicaFault;
import org.gridtorrent.mdtp.schedule.RangeScheduler.Event.RequestFailed;
import org.gridtorrent.mdtp.schedule.RangeSet;

/** State of one replica in a fetch: its bytes, rate and failures. Confined to the fetch's thread. */
final class ReplicaState {
    private static final long RATE_WINDOW_NS = Duration.ofSeconds(3).toNanos();
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final int MAX_DOUBLINGS = 6;
    private static final ReplicaFault NO_ANSWER = new ReplicaFault(ReplicaFault.Code.TIMEOUT, 0,
            "", Optional.empty());

    final Replica replica;
    /** Bytes of the file that it brought and that were not rejected. */
    final RangeSet brought = new RangeSet();
    /** Those that an earlier fetch had from it. */
    final RangeSet earlier = new RangeSet();
    private final Deque<Sample> samples = new ArrayDeque<>();
    private ReplicaStatus.State state = ReplicaStatus.State.IDLE;
    private Optional<ReplicaFault> fault = Optional.empty();
    private OptionalLong fileLength = OptionalLong.empty();
    private long bytes;
    private int failures;
    private int underWay;
    private OptionalInt lastRequest = OptionalInt.empty();
    private boolean servesWholeFileOnly;
    /** Whether its host was found. */
    private boolean isReached;

    private record Sample(long atNs, long bytes) {}

    ReplicaState(Replica replica) {
        this.replica = replica;
    }

    /** No request of an earlier scheduler is under way. */
    void begin() {
        lastRequest = OptionalInt.empty();
        underWay = 0;
    }

    void sent(int request) {
        lastRequest = OptionalInt.of(request);
        underWay++;
        if (state != ReplicaStatus.State.SERVING && state != ReplicaStatus.State.WAITING) {
            state = ReplicaStatus.State.CONNECTING;
        }
    }

    void started() {
        state = ReplicaStatus.State.SERVING;
        fault = Optional.empty();
        isReached = true;
    }

    void received(long count, long nowNs) {
        bytes += count;
        failures = 0;
        samples.add(new Sample(nowNs, bytes));
    }

    /** Counts bytes of a request that was given up. */
    void receivedLate(long count) {
        bytes += count;
    }

    void ended() {
        underWay--;
        boolean isAnsweringNoMore = underWay == 0 && (state == ReplicaStatus.State.CONNECTING
                || state == ReplicaStatus.State.SERVING);
        if (isAnsweringNoMore) {
            state = ReplicaStatus.State.IDLE;
        }
    }

    /** Returns how long the replica is left alone. */
    Duration failed(ReplicaFault why) {
        ended();
        isReached |= why.code() != ReplicaFault.Code.UNKNOWN_HOST;
        Duration pause = isFinal(why.code()) ? RequestFailed.FOREVER : pause(why);
        if (state.isFinal()) {
            return pause;
        }
        if (why.code() == ReplicaFault.Code.RANGES_UNSUPPORTED) {
            servesWholeFileOnly = true;
            turn(ReplicaStatus.State.RESERVE, why);
        } else if (pause.equals(RequestFailed.FOREVER)) {
            turn(ReplicaStatus.State.FAILED, why);
        } else if (state != ReplicaStatus.State.SERVING) { // another request may go on
            turn(ReplicaStatus.State.WAITING, why);
        }
        return pause;
    }

    private void turn(ReplicaStatus.State into, ReplicaFault why) {
        state = into;
        fault = Optional.of(why);
    }

    /** Ends its part in the fetch, since nothing comes from it any more. */
    void giveUp() {
        if (!isExcluded()) {
            turn(ReplicaStatus.State.FAILED, fault.orElse(NO_ANSWER));
        }
    }

    /** Whether all that is known of it is that its host's name has no address. */
    boolean isUnknownHost() {
        return state == ReplicaStatus.State.WAITING && !isReached;
    }

    private Duration pause(ReplicaFault why) {
        Duration growing = FIRST_PAUSE.multipliedBy(1L << Math.min(failures, MAX_DOUBLINGS));
        failures++;
        return why.retryAfter().filter(asked -> asked.compareTo(growing) > 0).orElse(growing);
    }

    /** Faults after which the replica is not asked again. */
    private static boolean isFinal(ReplicaFault.Code code) {
        return switch (code) {
            case CONNECTION_FAILED, UNKNOWN_HOST, TIMEOUT, TRUNCATED, BUSY, TOO_MANY_CONNECTIONS,
                    SERVER_ERROR ->
                false;
            case ADDRESS_REFUSED, UNKNOWN_AUTHORITY, CERTIFICATE_EXPIRED, OTHER_CERTIFICATE,
                    PLAIN_HTTP, TLS_FAILED, PROXY_FAILED, MALFORMED, UNAUTHORIZED,
                    CREDENTIALS_EXPOSED, FORBIDDEN,
                    NOT_FOUND,
                    UNEXPECTED_STATUS, RANGES_UNSUPPORTED, WRONG_RANGE, LENGTH_CHANGED,
                    CONTENT_CHANGED, ENCODED, TOO_LONG, TOO_MANY_REDIRECTS, BAD_REDIRECT ->
                true;
        };
    }

    /** Bytes that came from it, to an earlier fetch, too. */
    RangeSet allBrought() {
        RangeSet all = new RangeSet();
        all.addAll(brought);
        all.addAll(earlier);
        return all;
    }

    /** Whether it may be asked for samples: it has not failed, and serves ranges. */
    boolean isAskable() {
        return !servesWholeFileOnly && !isExcluded() && state != ReplicaStatus.State.WAITING;
    }

    void saidLength(long length) {
        fileLength = OptionalLong.of(length);
    }

    /** Ends its part in the fetch. */
    void exclude(ReplicaStatus.State why) {
        state = why;
    }

    /** Leaves or readmits it, by what it said of its file's length. */
    void chooseByLength(long length) {
        boolean isOther = fileLength.isPresent() && fileLength.getAsLong() != length;
        if (isOther && !isExcluded()) {
            state = ReplicaStatus.State.OTHER_LENGTH;
        } else if (!isOther && state == ReplicaStatus.State.OTHER_LENGTH) {
            state = ReplicaStatus.State.IDLE;
        }
    }

    /** Lets it take part again that was left for its content. */
    void readmit() {
        if (state == ReplicaStatus.State.OTHER_CONTENT) {
            state = ReplicaStatus.State.IDLE;
        }
    }

    boolean isExcluded() {
        return state.isFinal();
    }

    /** Whether it has neither said how long its file is nor failed for good. */
    boolean isAwaited() {
        return fileLength.isEmpty() && !isExcluded() && !servesWholeFileOnly;
    }

    boolean servesWholeFileOnly() {
        return servesWholeFileOnly;
    }

    /** Number of the last request that the scheduler has sent to it. */
    OptionalInt lastRequest() {
        return lastRequest;
    }

    int underWay() {
        return underWay;
    }

    long bytes() {
        return bytes;
    }

    ReplicaStatus status(long nowNs) {
        while (samples.size() > 1 && nowNs - samples.getFirst().atNs > RATE_WINDOW_NS) {
            samples.removeFirst();
        }
        return new ReplicaStatus(replica.toString(), state, fileLength, bytes, rate(nowNs), fault);
    }

    private long rate(long nowNs) {
        if (samples.isEmpty() || nowNs - samples.getLast().atNs > RATE_WINDOW_NS) {
            return 0;
        }
        Sample first = samples.getFirst();
        double seconds = Math.max(0.1, (nowNs - first.atNs) / 1e9);
        return (long) ((bytes - first.bytes) / seconds);
    }
}

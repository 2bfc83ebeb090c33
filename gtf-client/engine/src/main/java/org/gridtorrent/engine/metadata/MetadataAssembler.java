package org.gridtorrent.engine.metadata;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.gridtorrent.engine.wire.MetadataMessage;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;

/**
 * Assembler of the info dictionary from peers' blocks (BEP 9): decides what to request, and checks the result.
 *
 * <p>Only peers tell the dictionary's length, and only the complete dictionary can be checked. So every length
 * that is offered is attempted, in parallel, the shorter first, each with all peers that offer it. When
 * the result does not match the info-hash and came from one peer, that peer is removed. When it
 * came from several, the culprit is unknown: from then on each attempt is made with one peer alone,
 * until one succeeds.
 *
 * <p>The attempted lengths come to {@link Metainfo#MAX_ENCODED_LENGTH} bytes at most, and so does the memory; others wait.
 * A slow attempt loses its place to one that waits, so that a peer that claims a great length and sends little
 * blocks nobody.
 *
 * <p>For one thread. No I/O; time is passed in, in nanoseconds.
 */
public final class MetadataAssembler {
    /** Outstanding requests to one peer; other clients queue more. */
    private static final int MAX_OUTSTANDING = 8;

    private final InfoHash infoHash;
    private final Map<Integer, MetadataPeer> peers = new LinkedHashMap<>();
    private final List<MetadataAttempt> attempts = new ArrayList<>();
    private boolean onePeerAtATime;

    public MetadataAssembler(InfoHash infoHash) {
        this.infoHash = infoHash;
    }

    /** A block to request from a peer. */
    public record Request(int peer, int block) {}

    /** The effect of a block's arrival. */
    public sealed interface Outcome {
        /** More blocks are needed, or the block was not requested. */
        record Incomplete() implements Outcome {}

        /** The info dictionary, which matches the info-hash. */
        @SuppressWarnings("ArrayRecordComponent") // carried, never compared
        record Complete(byte[] info) implements Outcome {}

        /** The peer sent false data and is removed. */
        record FalseData(int peer) implements Outcome {}
    }

    /** The peer offers a dictionary of this length; an impossible length is ignored. */
    public void offered(int peer, int length) {
        if (length > 0 && length <= Metainfo.MAX_ENCODED_LENGTH) {
            peers.putIfAbsent(peer, new MetadataPeer(length));
        }
    }

    /** The peer is gone, or no longer serves the dictionary. */
    public void removePeer(int peer) {
        MetadataPeer state = peers.get(peer);
        if (state != null) {
            release(peer, state);
            peers.remove(peer);
        }
    }

    private void release(int peer, MetadataPeer state) {
        attempt(peer, state).ifPresent(attempt -> attempt.release(state.outstanding()));
        state.outstanding().clear();
    }

    /** The attempt that accepts the peer's blocks. */
    private Optional<MetadataAttempt> attempt(int peer, MetadataPeer state) {
        return attempts.stream().filter(each -> each.takesFrom(peer, state.length())).findFirst();
    }

    private boolean hasPeer(MetadataAttempt attempt, Predicate<MetadataPeer> which) {
        return peers.entrySet().stream()
                .anyMatch(entry -> attempt.takesFrom(entry.getKey(), entry.getValue().length())
                        && which.test(entry.getValue()));
    }

    /** The number of peers that offer the dictionary. */
    public int peerCount() {
        return peers.size();
    }

    /** Received bytes of all attempts. */
    public long received() {
        return attempts.stream().mapToLong(MetadataAttempt::received).sum();
    }

    /** Whether some attempt that is not slow has an outstanding request. */
    public boolean isProgressing() {
        return attempts.stream().anyMatch(attempt -> !attempt.isSlow()
                && hasPeer(attempt, state -> !state.outstanding().isEmpty()));
    }

    /** The requests to send now, which are marked as sent. */
    public List<Request> requests(long nowNs) {
        peers.forEach((peer, state) -> {
            if (state.isTimedOut(nowNs)) {
                release(peer, state);
                state.backOff(nowNs);
            }
        });
        updateAttempts(nowNs);
        List<Request> requests = new ArrayList<>();
        peers.forEach((peer, state) -> {
            if (state.isReady(nowNs)) {
                attempt(peer, state)
                        .ifPresent(attempt -> request(attempt, peer, state, nowNs, requests));
            }
        });
        return requests;
    }

    private static void request(MetadataAttempt attempt, int peer, MetadataPeer state, long nowNs,
            List<Request> requests) {
        while (state.outstanding().size() < MAX_OUTSTANDING) {
            Optional<Integer> block = attempt.request(state.outstanding(), nowNs);
            if (block.isEmpty()) {
                return;
            }
            state.requested(block.get(), nowNs);
            requests.add(new Request(peer, block.get()));
        }
    }

    /** Drops slow attempts, and those without a ready peer, when others need the memory. */
    private void updateAttempts(long nowNs) {
        attempts.removeIf(attempt -> (attempt.received() == 0 || onePeerAtATime)
                && !hasPeer(attempt, _ -> true));
        attempts.forEach(attempt -> attempt.measure(nowNs));
        if (!start(nowNs)) {
            List<MetadataAttempt> stalled = attempts.stream().filter(attempt -> attempt.isSlow()
                    || !hasPeer(attempt, state -> state.isReady(nowNs))).toList();
            stalled.forEach(this::drop);
            start(nowNs);
        }
    }

    /** Starts attempts for the lengths that have none, in turn; returns false when one has no room. */
    private boolean start(long nowNs) {
        List<Map.Entry<Integer, MetadataPeer>> byTurn = peers.entrySet().stream()
                .filter(entry -> entry.getValue().isReady(nowNs))
                .sorted(Map.Entry.comparingByValue(MetadataPeer.BY_TURN)).toList();
        long length = attempts.stream().mapToLong(MetadataAttempt::length).sum();
        for (Map.Entry<Integer, MetadataPeer> entry : byTurn) {
            MetadataPeer state = entry.getValue();
            if (attempt(entry.getKey(), state).isEmpty()) {
                length += state.length();
                if (length > Metainfo.MAX_ENCODED_LENGTH) {
                    return false;
                }
                attempts.add(
                        new MetadataAttempt(state.length(), onePeerAtATime ? entry.getKey() : null,
                                nowNs));
            }
        }
        return true;
    }

    /** The peer rejected a request: it is asked again after a while. */
    public void rejected(int peer, int block, long nowNs) {
        MetadataPeer state = peers.get(peer);
        if (state != null && state.outstanding().contains(block)) {
            release(peer, state);
            state.backOff(nowNs);
        }
    }

    /** A block has arrived. */
    public Outcome received(int peer, MetadataMessage.Data data, long nowNs) {
        MetadataPeer state = peers.get(peer);
        if (state == null || !state.received(data.block(), nowNs)) {
            return new Outcome.Incomplete();
        }
        MetadataAttempt attempt = attempt(peer, state).orElseThrow();
        if (!attempt.fits(data)) {
            return falseData(peer);
        }
        attempt.put(peer, data);
        return attempt.isComplete() ? check(attempt) : new Outcome.Incomplete();
    }

    private Outcome check(MetadataAttempt complete) {
        byte[] info = complete.assembled();
        if (infoHash.matches(info)) {
            return new Outcome.Complete(info);
        }
        drop(complete);
        if (complete.contributors().size() == 1) {
            return falseData(complete.contributors().iterator().next());
        }
        onePeerAtATime = true;
        List.copyOf(attempts).forEach(this::drop);
        return new Outcome.Incomplete();
    }

    /** Its peers come after those with fewer turns. */
    private void drop(MetadataAttempt attempt) {
        peers.forEach((peer, state) -> {
            if (attempt.takesFrom(peer, state.length())) {
                state.endTurn();
            }
        });
        attempts.remove(attempt);
    }

    private Outcome falseData(int peer) {
        removePeer(peer);
        return new Outcome.FalseData(peer);
    }
}

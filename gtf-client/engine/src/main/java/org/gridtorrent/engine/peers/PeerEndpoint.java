package org.gridtorrent.engine.peers;

import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.gridtorrent.engine.transport.PeerAddress;
import org.jspecify.annotations.Nullable;

/**
 * An address of the peer list, and how dialling it went. After each failure the pause before the next
 * attempt doubles, from one second to five minutes, with jitter. Confined to the swarm's thread.
 */
final class PeerEndpoint {
    static final long MAX_PAUSE_NS = 300_000_000_000L;
    private static final long FIRST_PAUSE_NS = 1_000_000_000L;
    /** A peer at fault is left alone for as long as after so many failures. */
    private static final int FAULT_FAILURES = 3;

    final PeerAddress address;
    /** How many known peers list this address. */
    int peers;
    boolean inUse;
    /** A connection is open, and the peer has not sent its handshake. */
    boolean awaitingHandshake;
    int failures;
    long notBeforeNs;
    Optional<DialFailure> lastFailure = Optional.empty();
    /** Fault of the peer that was last connected there. */
    Optional<PeerFault> fault = Optional.empty();
    /** Never dialled: it leads to this engine itself or to a banned peer. */
    boolean never;
    private @Nullable KnownPeer user;

    PeerEndpoint(PeerAddress address, long nowNs) {
        this.address = address;
        this.notBeforeNs = nowNs;
    }

    void usedBy(KnownPeer peer) {
        inUse = true;
        user = peer;
    }

    /** The known peer that was last dialled here. */
    KnownPeer user() {
        return Objects.requireNonNull(user);
    }

    boolean isDue(long nowNs) {
        return !inUse && !never && nowNs - notBeforeNs >= 0;
    }

    /** Whether only its record of failures is lost when it is forgotten. */
    boolean isIdle() {
        return peers == 0 && !inUse;
    }

    void dialSooner(long soonNs) {
        if (!inUse && soonNs - notBeforeNs < 0) {
            notBeforeNs = soonNs;
        }
    }

    void setFault(PeerFault how) {
        fault = Optional.of(how);
        failures = Math.max(failures, FAULT_FAILURES);
    }

    void pause(RandomGenerator random, long nowNs) {
        inUse = false;
        long pause = Math.min(MAX_PAUSE_NS, FIRST_PAUSE_NS << Math.min(failures, 20));
        failures++;
        notBeforeNs = nowNs + pause / 2 + random.nextLong(pause / 2 + 1);
    }
}

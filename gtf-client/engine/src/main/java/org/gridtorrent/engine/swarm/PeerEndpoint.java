package org.gridtorrent.engine.swarm;

import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.gridtorrent.engine.transport.PeerAddress;
import org.jspecify.annotations.Nullable;

/**
 * An address, and how dialling it went, whoever is said to be there: after each failure it is left alone
 * twice as long, from one second to five minutes, with jitter. For the owner's thread.
 */
final class PeerEndpoint {
    static final long LONGEST_PAUSE_NS = 300_000_000_000L;
    /** Who is at fault is not mended in a second: it is left alone as after so many failures. */
    private static final int FAULT_FAILURES = 3;
    private static final long FIRST_PAUSE_NS = 1_000_000_000L;

    final PeerAddress address;
    /** How many are said to be there. */
    int parties;
    boolean inUse;
    /** It is being dialled, the line is open, and nothing was said on it yet. */
    boolean silent;
    private @Nullable KnownPeer user;
    int failures;
    long notBeforeNs;
    @Nullable
    String lastFailure;
    boolean refused;
    /** What was wrong with who was last connected there. */
    Optional<String> fault = Optional.empty();
    /** It leads to this side itself, or to one who is banned. */
    boolean never;

    PeerEndpoint(PeerAddress address, long nowNs) {
        this.address = address;
        this.notBeforeNs = nowNs;
    }

    void usedBy(KnownPeer peer) {
        inUse = true;
        user = peer;
    }

    /** Who is sought there, or was last. */
    KnownPeer user() {
        return Objects.requireNonNull(user);
    }

    boolean isDue(long nowNs) {
        return !inUse && !never && nowNs - notBeforeNs >= 0;
    }

    /** Whether nothing is lost but its failures when it is forgotten. */
    boolean isIdle() {
        return parties == 0 && !inUse;
    }

    void hasten(long soonNs) {
        if (!inUse && soonNs - notBeforeNs < 0) {
            notBeforeNs = soonNs;
        }
    }

    void atFault(String how) {
        fault = Optional.of(how);
        failures = Math.max(failures, FAULT_FAILURES);
    }

    void pause(RandomGenerator random, long nowNs) {
        inUse = false;
        long pause = Math.min(LONGEST_PAUSE_NS, FIRST_PAUSE_NS << Math.min(failures, 20));
        failures++;
        notBeforeNs = nowNs + pause / 2 + random.nextLong(pause / 2 + 1);
    }
}

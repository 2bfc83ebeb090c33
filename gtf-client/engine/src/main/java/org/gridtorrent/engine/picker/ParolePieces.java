package org.gridtorrent.engine.picker;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Pieces on parole: those that failed their hash, each to be downloaded whole from one peer.
 *
 * <p>So the next failure names its sender. A peer has the piece to itself for a period, which doubles from
 * peer to peer; a peer that did not deliver in time waits as long before it may try again.
 */
final class ParolePieces {
    private static final long FIRST_PERIOD_NS = 30_000_000_000L;
    private static final int MAX_DOUBLINGS = 10;

    private final Map<Integer, ParolePiece> byPiece = new LinkedHashMap<>();

    private static final class ParolePiece {
        private final int[] senders;
        private final Map<Integer, Long> notBeforeNs = new HashMap<>();
        private int doublings;

        /** @param senders of each block, at the last failure */
        ParolePiece(int[] senders) {
            this.senders = senders;
        }

        long periodNs() {
            return FIRST_PERIOD_NS << Math.min(doublings, MAX_DOUBLINGS);
        }
    }

    Collection<Integer> pieces() {
        return byPiece.keySet();
    }

    boolean contains(int piece) {
        return byPiece.containsKey(piece);
    }

    /** @param senders of each block */
    void add(int piece, int[] senders) {
        ParolePiece added = new ParolePiece(senders);
        ParolePiece before = byPiece.put(piece, added);
        if (before != null) {
            added.notBeforeNs.putAll(before.notBeforeNs);
            added.doublings = before.doublings;
        }
    }

    Optional<Integer> sender(int piece, int block) {
        ParolePiece failed = byPiece.get(piece);
        return failed == null || block >= failed.senders.length
                ? Optional.empty()
                : Optional.of(failed.senders[block]);
    }

    void remove(int piece) {
        byPiece.remove(piece);
    }

    /** How long the next peer has the piece to itself. */
    long periodNs(int piece) {
        ParolePiece failed = byPiece.get(piece);
        return failed == null ? FIRST_PERIOD_NS : failed.periodNs();
    }

    /** The peer did not deliver the piece in its period. */
    void expired(int piece, int peer, long nowNs) {
        ParolePiece failed = byPiece.get(piece);
        if (failed != null) {
            long periodNs = failed.periodNs();
            if (failed.notBeforeNs.put(peer, nowNs + periodNs) == null) {
                failed.doublings++;
            }
        }
    }

    /** The peer rejected the piece, which took no time: the period does not double. */
    void rejected(int piece, int peer, long nowNs) {
        ParolePiece failed = byPiece.get(piece);
        if (failed != null) {
            failed.notBeforeNs.put(peer, nowNs + FIRST_PERIOD_NS);
        }
    }

    boolean mayTry(int piece, int peer, long nowNs) {
        ParolePiece failed = byPiece.get(piece);
        Long notBefore = failed == null ? null : failed.notBeforeNs.get(peer);
        return notBefore == null || nowNs - notBefore >= 0;
    }
}

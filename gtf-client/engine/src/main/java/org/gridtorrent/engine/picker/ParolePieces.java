package org.gridtorrent.engine.picker;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Pieces whose hash failed after several peers had part in them. Each is fetched whole from one peer,
 * so that the next failure has a name; a peer has it for a term, which doubles from peer to peer, and
 * who did not bring it in time has to let others go first for as long.
 */
final class ParolePieces {
    private static final long FIRST_TERM_NS = 30_000_000_000L;
    private static final int MOST_DOUBLINGS = 10;

    private final Map<Integer, Suspect> suspects = new LinkedHashMap<>();

    private static final class Suspect {
        private final int[] senders;
        private final Map<Integer, Long> notBeforeNs = new HashMap<>();
        private int doublings;

        /** @param senders who sent each of its blocks, when it last failed */
        Suspect(int[] senders) {
            this.senders = senders;
        }

        long termNs() {
            return FIRST_TERM_NS << Math.min(doublings, MOST_DOUBLINGS);
        }
    }

    Collection<Integer> pieces() {
        return suspects.keySet();
    }

    boolean contains(int piece) {
        return suspects.containsKey(piece);
    }

    /** @param senders who sent each of its blocks */
    void add(int piece, int[] senders) {
        Suspect suspect = new Suspect(senders);
        Suspect before = suspects.put(piece, suspect);
        if (before != null) {
            suspect.notBeforeNs.putAll(before.notBeforeNs);
            suspect.doublings = before.doublings;
        }
    }

    Optional<Integer> whoSent(int piece, int block) {
        Suspect suspect = suspects.get(piece);
        return suspect == null || block >= suspect.senders.length
                ? Optional.empty()
                : Optional.of(suspect.senders[block]);
    }

    void remove(int piece) {
        suspects.remove(piece);
    }

    /** How long a peer may have the piece for itself. */
    long termNs(int piece) {
        Suspect suspect = suspects.get(piece);
        return suspect == null ? FIRST_TERM_NS : suspect.termNs();
    }

    /** The peer did not bring the piece. */
    void gaveUp(int piece, int peer, long nowNs) {
        Suspect suspect = suspects.get(piece);
        if (suspect != null) {
            long termNs = suspect.termNs();
            if (suspect.notBeforeNs.put(peer, nowNs + termNs) == null) {
                suspect.doublings++;
            }
        }
    }

    /** The peer refuses the piece, which takes no time: the terms of others are as they were. */
    void refused(int piece, int peer, long nowNs) {
        Suspect suspect = suspects.get(piece);
        if (suspect != null) {
            suspect.notBeforeNs.put(peer, nowNs + FIRST_TERM_NS);
        }
    }

    boolean mayTry(int piece, int peer, long nowNs) {
        Suspect suspect = suspects.get(piece);
        Long notBefore = suspect == null ? null : suspect.notBeforeNs.get(peer);
        return notBefore == null || nowNs - notBefore >= 0;
    }
}

package org.gridtorrent.engine.picker;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;

/** The picker's peers, by number. */
final class PickerPeers {
    private final RarityOrder order;
    private final Map<Integer, PickerPeer> peers = new HashMap<>();
    private final Set<PickerPeer> contiguous = new HashSet<>();
    /** The rate of the fastest peer that has a time-critical piece, by piece, since the last tick. */
    private final Map<Integer, Long> fastest = new HashMap<>();

    PickerPeers(RarityOrder order) {
        this.order = order;
    }

    PickerPeer get(int number) {
        PickerPeer peer = peers.get(number);
        if (peer == null) {
            throw new IllegalArgumentException("no peer " + number);
        }
        return peer;
    }

    void add(int number, Bitfield pieces, boolean isContiguous) {
        PickerPeer peer = new PickerPeer(number, pieces, isContiguous);
        peers.put(number, peer);
        count(peer);
        if (isContiguous) {
            contiguous.add(peer);
        }
    }

    /** Replaces the pieces of a peer. */
    void replace(int number, Bitfield pieces) {
        boolean isContiguous = get(number).contiguous;
        remove(number);
        add(number, pieces, isContiguous);
    }

    private void count(PickerPeer peer) {
        peer.counted = !peer.pieces.isComplete() && !peer.contiguous;
        if (peer.counted) {
            order.add(peer.pieces);
        }
    }

    void remove(int number) {
        PickerPeer peer = peers.remove(number);
        if (peer != null && peer.counted) {
            order.subtract(peer.pieces);
        }
        if (peer != null && contiguous.remove(peer) && contiguous.isEmpty()) {
            order.forgetRuns();
        }
    }

    /** With its last piece the peer becomes a seed. */
    void have(PickerPeer peer, int piece) {
        if (peer.counted) {
            order.add(piece);
            if (peer.pieces.isComplete()) {
                order.subtract(peer.pieces);
                peer.counted = false;
            }
        }
        peer.noneAfterInsertions[order.priority(piece).level()] = -1;
    }

    void dontHave(PickerPeer peer, int piece) {
        if (peer.counted) {
            order.subtract(piece);
        } else {
            count(peer);
        }
    }

    /** Whether another contiguous peer is about to start this piece. */
    boolean isNextOfAnother(PickerPeer peer, int piece) {
        return contiguous.stream()
                .anyMatch(other -> other != peer && other.nextPiece == piece);
    }

    /** A request was answered, released or displaced. */
    void requestEnded(int number, Block block) {
        PickerPeer peer = peers.get(number);
        if (peer != null) {
            peer.outstanding -= block.length();
        }
    }

    void tick() {
        fastest.clear();
    }

    /** Whether no peer that has the piece is more than twice as fast. */
    boolean isAmongFastest(PickerPeer peer, int piece) {
        return 2 * peer.rate >= fastest.computeIfAbsent(piece, this::fastest);
    }

    private long fastest(int piece) {
        long rate = 0;
        for (PickerPeer peer : peers.values()) {
            rate = peer.rate > rate && peer.pieces.has(piece) ? peer.rate : rate;
        }
        return rate;
    }
}

package org.gridtorrent.engine.picker;

import java.util.HashMap;
import java.util.Map;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.Block;

/** The peers by number: what they have, how fast they are, how much is asked of them. */
final class PickerPeers {
    private final RarityOrder order;
    private final Map<Integer, PickerPeer> peers = new HashMap<>();
    /** Of a piece that is waited for, the rate of the fastest peer that has it, since the last tick. */
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

    void joined(int number, Bitfield pieces) {
        PickerPeer peer = new PickerPeer(number, pieces);
        peers.put(number, peer);
        count(peer);
    }

    private void count(PickerPeer peer) {
        peer.counted = !peer.pieces.isComplete();
        if (peer.counted) {
            order.add(peer.pieces);
        }
    }

    void left(int number) {
        PickerPeer peer = peers.remove(number);
        if (peer != null && peer.counted) {
            order.subtract(peer.pieces);
        }
    }

    /** Who has the last piece too is a seed from now on. */
    void has(PickerPeer peer, int piece) {
        if (peer.counted) {
            order.add(piece);
            if (peer.pieces.isComplete()) {
                order.subtract(peer.pieces);
                peer.counted = false;
            }
        }
        peer.barrenAt[order.level(piece).level()] = -1;
    }

    void lacks(PickerPeer peer, int piece) {
        if (peer.counted) {
            order.subtract(piece);
        } else {
            count(peer);
        }
    }

    /** What was asked of the peer came, or will not. */
    void settled(int number, Block block) {
        PickerPeer peer = peers.get(number);
        if (peer != null) {
            peer.asked -= block.length();
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

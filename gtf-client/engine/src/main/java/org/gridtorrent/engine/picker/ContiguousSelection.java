package org.gridtorrent.engine.picker;

import org.gridtorrent.engine.piece.PieceRuns.Run;

/**
 * Selects the next piece to start with a contiguous peer, whose requests are to be joined into long ranges.
 *
 * <p>The piece after its last one. Where that was started already, one in the longest run of pieces that
 * nobody has started: in its middle if another contiguous peer is about to go on from its beginning (as aria2
 * divides a file among its connections).
 */
final class ContiguousSelection {
    /** Runs that are looked at. A contiguous peer has nearly all pieces. */
    private static final int MAX_LOOKS = 64;

    private final RarityOrder order;
    private final PickerPeers peers;

    ContiguousSelection(RarityOrder order, PickerPeers peers) {
        this.order = order;
        this.peers = peers;
    }

    /** A piece of this priority, or {@link RarityOrder#NONE}. */
    int choose(PickerPeer peer, Priority priority) {
        int next = peer.nextPiece;
        if (next < peer.pieces.size() && order.priority(next) == priority
                && peer.pieces.has(next)) {
            return next;
        }
        int looks = 0;
        for (Run run : order.longestRuns(priority)) {
            if (++looks > MAX_LOOKS) {
                break;
            }
            int from = peers.isNextOfAnother(peer, run.start())
                    ? run.start() + run.length() / 2
                    : run.start();
            int piece = peer.pieces.nextCommon(peer.pieces, from);
            if (piece < run.end()) {
                return piece;
            }
        }
        return order.first(priority, peer.pieces);
    }
}

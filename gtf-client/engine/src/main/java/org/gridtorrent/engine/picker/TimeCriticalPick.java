package org.gridtorrent.engine.picker;

import org.gridtorrent.engine.picker.PieceDeadlines.Due;
import org.gridtorrent.engine.piece.PieceLayout;

/**
 * Draws blocks of pieces with a deadline, earliest first: from a peer that is among the fastest which
 * have the piece, or should bring them in time.
 */
final class TimeCriticalPick {
    /** So long before a deadline what is overdue is asked of a second peer. */
    private static final long NEAR_NS = 1_000_000_000L;

    private final PieceLayout layout;
    private final PieceStates board;
    private final PickerPeers peers;

    TimeCriticalPick(PieceLayout layout, PieceStates board, PickerPeers peers) {
        this.layout = layout;
        this.board = board;
        this.peers = peers;
    }

    void draw(Pick draw) {
        for (Due due : board.deadlines.earliestFirst()) {
            if (draw.left <= 0) {
                return;
            }
            if (draw.peer.pieces.has(due.piece())) {
                draw(draw, due);
            }
        }
    }

    private void draw(Pick draw, Due due) {
        PickerPeer peer = draw.peer;
        DownloadingPiece begun = board.begun(due.piece());
        boolean may = begun == null
                ? board.suspects.mayTry(due.piece(), peer.number, draw.nowNs)
                : begun.mayAsk(peer.number) && !begun.complete();
        long room = room(draw, due, begun != null);
        if (may && room > 0) {
            DownloadingPiece progress = begun == null ? draw.begin(due.piece()) : begun;
            long floor = draw.left - Math.min(room, draw.left);
            draw.unasked(progress, floor);
            if (due.deadlineNs() - draw.nowNs <= NEAR_NS) {
                draw.overdue(progress, floor);
            }
        }
    }

    /** How many bytes of the piece the peer is to bring: a suspect whole, or not at all. */
    private long room(Pick draw, Due due, boolean isBegun) {
        if (peers.isAmongFastest(draw.peer, due.piece())) {
            return draw.left;
        }
        long room = draw.peer.roomUntil(due.deadlineNs(), draw.nowNs);
        if (!board.suspects.contains(due.piece())) {
            return room;
        }
        boolean whole = room > 0
                && room + PieceLayout.BLOCK_LENGTH > layout.pieceLength(due.piece());
        return isBegun || whole ? draw.left : 0;
    }
}

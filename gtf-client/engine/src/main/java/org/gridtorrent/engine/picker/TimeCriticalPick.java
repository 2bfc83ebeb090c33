package org.gridtorrent.engine.picker;

import org.gridtorrent.engine.picker.PieceDeadlines.TimeCriticalPiece;
import org.gridtorrent.engine.piece.PieceLayout;

/**
 * Picks blocks of pieces with a deadline, earliest first.
 *
 * <p>From a peer that is among the fastest that have the piece, or that should deliver in time.
 */
final class TimeCriticalPick {
    /** How long before its deadline an overdue block is requested from a second peer. */
    private static final long NEAR_NS = 1_000_000_000L;

    private final PieceLayout layout;
    private final PieceStates states;
    private final PickerPeers peers;

    TimeCriticalPick(PieceLayout layout, PieceStates states, PickerPeers peers) {
        this.layout = layout;
        this.states = states;
        this.peers = peers;
    }

    void fill(Pick pick) {
        fill(pick, pick.nowNs + Long.MAX_VALUE / 2);
    }

    /** Only from pieces with a deadline up to this time. */
    void fill(Pick pick, long latestNs) {
        for (TimeCriticalPiece critical : states.deadlines.earliestFirst()) {
            if (pick.remaining <= 0 || critical.deadlineNs() - latestNs > 0) {
                return;
            }
            if (pick.peer.pieces.has(critical.piece())) {
                fill(pick, critical);
            }
        }
    }

    private void fill(Pick pick, TimeCriticalPiece critical) {
        PickerPeer peer = pick.peer;
        DownloadingPiece downloading = states.downloading(critical.piece());
        boolean may = downloading == null
                ? states.parole.mayTry(critical.piece(), peer.number, pick.nowNs)
                : downloading.mayRequestFrom(peer.number) && !downloading.isComplete();
        long room = room(pick, critical, downloading != null);
        if (may && room > 0) {
            DownloadingPiece piece = downloading == null
                    ? pick.start(critical.piece())
                    : downloading;
            long floor = pick.remaining - Math.min(room, pick.remaining);
            pick.requestNew(piece, floor);
            if (critical.deadlineNs() - pick.nowNs <= NEAR_NS) {
                pick.requestOverdue(piece, floor);
            }
        }
    }

    /** Bytes of the piece that the peer should send; of a piece on parole all or none. */
    private long room(Pick pick, TimeCriticalPiece critical, boolean isDownloading) {
        if (peers.isAmongFastest(pick.peer, critical.piece())) {
            return pick.remaining;
        }
        long room = pick.peer.roomUntil(critical.deadlineNs(), pick.nowNs);
        if (!states.parole.contains(critical.piece())) {
            return room;
        }
        boolean whole = room > 0
                && room + PieceLayout.BLOCK_LENGTH > layout.pieceLength(critical.piece());
        return isDownloading || whole ? pick.remaining : 0;
    }
}

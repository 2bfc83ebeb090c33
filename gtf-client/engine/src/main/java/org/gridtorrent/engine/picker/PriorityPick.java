package org.gridtorrent.engine.picker;

import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Picks blocks priority by priority, the highest first.
 *
 * <p>In each priority blocks of downloading pieces (strict priority), then of new ones, by {@link PieceSelection}; from a
 * seed first the pieces that only seeds have.
 */
final class PriorityPick {
    private static final List<Priority> HIGHEST_FIRST = List.of(Priority.HIGH, Priority.NORMAL,
            Priority.LOW);

    private final PieceStates states;
    private final PieceSelection selection;

    PriorityPick(PieceStates states, PieceSelection selection) {
        this.states = states;
        this.selection = selection;
    }

    void fill(Pick pick) {
        for (Priority priority : HIGHEST_FIRST) {
            fill(pick, priority);
        }
        if (pick.isEmpty() && pick.peer.outstanding == 0 && states.isFull()) {
            replaceIdle(pick);
        }
    }

    /** Only from these, whatever their priority; none on parole, which one peer has to send whole. */
    void fill(Pick pick, Set<Integer> pieces) {
        for (int piece : pieces) {
            if (pick.remaining > 0 && pick.peer.pieces.has(piece) && states.missing.has(piece)
                    && !states.parole.contains(piece)) {
                DownloadingPiece downloading = states.downloading(piece);
                if (downloading == null && !states.isFull()) {
                    pick.requestNew(pick.start(piece), 0);
                } else if (downloading != null && downloading.hasUnrequested()) {
                    pick.requestNew(downloading, 0);
                }
            }
        }
    }

    /** The downloading piece that the peer would be asked for first. */
    @Nullable
    DownloadingPiece nextRequestable(PickerPeer peer) {
        for (Priority priority : HIGHEST_FIRST) {
            DownloadingPiece piece = states.requestable.first(peer, priority);
            if (piece != null) {
                return piece;
            }
        }
        return null;
    }

    private void fill(Pick pick, Priority priority) {
        if (pick.peer.contiguous) {
            continueLast(pick, priority);
            startContiguous(pick, priority);
            return;
        }
        if (pick.peer.pieces.isComplete()) {
            requestDownloading(pick, priority, selection::onlySeedsHave);
            startNew(pick, priority, selection::onlySeedsHave);
        }
        requestDownloading(pick, priority);
        startNew(pick, priority, _ -> true);
    }

    /** Requests the rest of the piece that was last started with a contiguous peer. */
    private void continueLast(Pick pick, Priority priority) {
        DownloadingPiece last = states.downloading(pick.peer.nextPiece - 1);
        if (last != null && last.requestableEntry != 0 && last.priority == priority
                && last.mayRequestFrom(pick.peer.number)
                && pick.peer.pieces.has(last.piece)) {
            pick.requestNew(last, 0);
        }
    }

    /**
     * Starts whole pieces, so that no piece is left to be completed by others; a part of one only when it is
     * the first. Where none can be started, requests what is left of downloading ones.
     */
    private void startContiguous(Pick pick, Priority priority) {
        while (pick.remaining > 0 && !states.isFull()) {
            int piece = selection.choose(pick.peer, priority, pick.nowNs);
            if (piece == PieceSelection.NONE) {
                break;
            }
            if (!pick.isEmpty() && !pick.hasRoomFor(piece)) {
                pick.remaining = 0;
                return;
            }
            DownloadingPiece started = pick.start(piece);
            pick.requestNew(started, 0);
            if (started.parolePeer == null) {
                pick.peer.nextPiece = piece + 1;
                states.requestedAhead(started);
            }
        }
        requestDownloading(pick, priority);
    }

    private void requestDownloading(Pick pick, Priority priority, IntPredicate filter) {
        while (pick.remaining > 0) {
            DownloadingPiece piece = states.requestable.first(pick.peer, priority, filter);
            if (piece == null) {
                return;
            }
            pick.requestNew(piece, 0);
        }
    }

    private void requestDownloading(Pick pick, Priority priority) {
        while (pick.remaining > 0) {
            DownloadingPiece piece = states.requestable.first(pick.peer, priority);
            if (piece == null) {
                return;
            }
            pick.requestNew(piece, 0);
        }
    }

    private void startNew(Pick pick, Priority priority, IntPredicate filter) {
        while (pick.remaining > 0 && !states.isFull()) {
            int piece = selection.choose(pick.peer, priority, pick.nowNs);
            if (piece == PieceSelection.NONE || !filter.test(piece)) {
                return;
            }
            pick.requestNew(pick.start(piece), 0);
        }
    }

    private void replaceIdle(Pick pick) {
        DownloadingPiece idle = states.longestIdle();
        if (idle == null) {
            return;
        }
        for (Priority priority : HIGHEST_FIRST) {
            int piece = selection.choose(pick.peer, priority, pick.nowNs);
            if (piece != PieceSelection.NONE) {
                pick.requestNew(pick.startInPlaceOf(idle, piece), 0);
                return;
            }
        }
    }
}

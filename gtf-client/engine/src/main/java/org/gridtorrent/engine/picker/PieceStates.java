package org.gridtorrent.engine.picker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import java.util.function.IntFunction;
import org.gridtorrent.engine.picker.PiecePicker.AbandonedPiece;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.PieceLayout;
import org.jspecify.annotations.Nullable;

/**
 * State of every piece: verified, not wanted, downloading, or waiting to be started.
 *
 * <p>A piece that waits has a deadline, is on parole, or is in the rarity order.
 */
final class PieceStates {
    final RarityOrder order;
    final RequestablePieces requestable = new RequestablePieces();
    final PieceDeadlines deadlines = new PieceDeadlines();
    final ParolePieces parole = new ParolePieces();
    /** Wanted and not verified, downloading ones included. */
    final Bitfield missing;

    private final PieceLayout layout;
    private final DownloadingLimits limits;
    private final PickerPeers peers;
    private final Bitfield have;
    /** The level of each piece's priority. */
    private final byte[] priorities;
    private final SequencedMap<Integer, DownloadingPiece> downloading = new LinkedHashMap<>();
    /** Incomplete, without an outstanding request; the longest so first. */
    private final SequencedSet<DownloadingPiece> idle = new LinkedHashSet<>();
    /** With a block that is requested from exactly one peer; the longest so first. */
    private final SequencedSet<DownloadingPiece> requestedOnce = new LinkedHashSet<>();
    /** With a block that is requested from as many peers as allowed; the longest so first. */
    private final SequencedSet<DownloadingPiece> requestedTwice = new LinkedHashSet<>();
    /** Incomplete, and reserved for one peer. */
    private final Set<DownloadingPiece> onParole = new HashSet<>();
    private int unrequestedCount;
    /** Downloading, with all blocks received. */
    private int receivedCount;
    /** Downloading, with some blocks received. */
    private int receivingCount;
    /** Downloading, and a contiguous peer is to send them later. */
    private int aheadCount;

    PieceStates(PieceLayout layout, Bitfield have, DownloadingLimits limits, RarityOrder order,
            PickerPeers peers) {
        this.layout = layout;
        this.limits = limits;
        this.order = order;
        this.peers = peers;
        this.have = have.copy();
        this.missing = new Bitfield(layout.pieceCount());
        this.priorities = new byte[layout.pieceCount()];
        Arrays.fill(priorities, Priority.NORMAL.level());
        for (int piece = 0; piece < priorities.length; piece++) {
            updateQueueUnlessDownloading(piece);
        }
    }

    @Nullable
    DownloadingPiece downloading(int piece) {
        return downloading.get(piece);
    }

    /** Whether no piece may be started, apart from time-critical ones. */
    boolean isFull() {
        return receivingCount >= limits.receiving()
                || downloading.size() - receivedCount - aheadCount >= limits.downloading();
    }

    /** Pieces that are verified or received. */
    int receivedCount() {
        return have.count() + receivedCount;
    }

    boolean allReceived() {
        return receivedCount == missing.count();
    }

    boolean allRequested() {
        return unrequestedCount == 0 && downloading.size() == missing.count();
    }

    SequencedSet<DownloadingPiece> requestedOnce() {
        return requestedOnce;
    }

    SequencedSet<DownloadingPiece> requestedTwice() {
        return requestedTwice;
    }

    Set<DownloadingPiece> onParole() {
        return Set.copyOf(onParole);
    }

    /** The longest idle piece without a deadline. */
    @Nullable
    DownloadingPiece longestIdle() {
        for (DownloadingPiece piece : idle) {
            if (!deadlines.contains(piece.piece)) {
                return piece;
            }
        }
        return null;
    }

    /** Whether a piece on parole, of this priority, waits for a peer to start it. */
    boolean awaitsParolePeer(int piece, Priority priority) {
        return missing.has(piece) && priority(piece) == priority && !downloading.containsKey(piece)
                && !deadlines.contains(piece);
    }

    DownloadingPiece start(int piece, int peer, long nowNs) {
        boolean alone = parole.contains(piece);
        DownloadingPiece started = new DownloadingPiece(piece, layout.blockCount(piece),
                priority(piece), alone ? Integer.valueOf(peer) : null);
        order.remove(piece);
        downloading.put(piece, started);
        if (alone) {
            started.paroleEndsNs = nowNs + parole.periodNs(piece);
            onParole.add(started);
        }
        requeue(started);
        return started;
    }

    /** A contiguous peer was asked for the piece. */
    void requestedAhead(DownloadingPiece piece) {
        piece.ahead = true;
        aheadCount++;
        requeue(piece);
    }

    private void endAhead(DownloadingPiece piece) {
        if (piece.ahead) {
            piece.ahead = false;
            aheadCount--;
        }
    }

    /** To be called after blocks were requested or released. */
    void requeue(DownloadingPiece piece) {
        if (!piece.isOnlyRequested()) {
            endAhead(piece);
        }
        if (piece.filedUnrequested != piece.hasUnrequested()) {
            piece.filedUnrequested = piece.hasUnrequested();
            unrequestedCount += piece.filedUnrequested ? 1 : -1;
        }
        if (piece.filedIdle != piece.isIdle()) {
            piece.filedIdle = piece.isIdle();
            enter(idle, piece, piece.filedIdle);
        }
        if (piece.filedRequestedOnce != piece.anyRequestedOnce()) {
            piece.filedRequestedOnce = piece.anyRequestedOnce();
            enter(requestedOnce, piece, piece.filedRequestedOnce);
        }
        if (piece.filedRequestedTwice != piece.anyRequestedTwice()) {
            piece.filedRequestedTwice = piece.anyRequestedTwice();
            enter(requestedTwice, piece, piece.filedRequestedTwice);
        }
        if (piece.hasUnrequested() && !deadlines.contains(piece.piece)) {
            requestable.add(piece);
        } else {
            requestable.remove(piece);
        }
    }

    private static void enter(Set<DownloadingPiece> set, DownloadingPiece piece, boolean in) {
        if (in) {
            set.add(piece);
        } else {
            set.remove(piece);
        }
    }

    void received(DownloadingPiece piece, int block, int peer) {
        receivingCount -= piece.isReceiving() ? 1 : 0;
        piece.receive(block, peer);
        receivingCount += piece.isReceiving() ? 1 : 0;
        receivedCount += piece.isComplete() ? 1 : 0;
        if (piece.isComplete()) {
            onParole.remove(piece);
        }
        requeue(piece);
    }

    /** The downloading pieces that lack blocks. */
    List<Integer> incomplete() {
        return downloading.values().stream().filter(piece -> !piece.isComplete())
                .map(piece -> piece.piece).toList();
    }

    /** Gives up a downloading, incomplete piece, which returns to its state before the download. */
    AbandonedPiece abandon(int piece) {
        DownloadingPiece stopped = stopDownload(piece);
        if (stopped == null) {
            throw new IllegalArgumentException("piece " + piece + " is not downloading");
        }
        updateQueueUnlessDownloading(piece);
        return endRequests(stopped);
    }

    private AbandonedPiece endRequests(DownloadingPiece stopped) {
        AbandonedPiece abandoned = stopped.abandoned(layout);
        abandoned.requests()
                .forEach(request -> peers.requestEnded(request.peer(), request.block()));
        return abandoned;
    }

    /** The caller files the piece anew. */
    private @Nullable DownloadingPiece stopDownload(int piece) {
        DownloadingPiece stopped = downloading.remove(piece);
        if (stopped != null) {
            requestable.remove(stopped);
            idle.remove(stopped);
            requestedOnce.remove(stopped);
            requestedTwice.remove(stopped);
            onParole.remove(stopped);
            unrequestedCount -= stopped.filedUnrequested ? 1 : 0;
            receivedCount -= stopped.isComplete() ? 1 : 0;
            receivingCount -= stopped.isReceiving() ? 1 : 0;
            endAhead(stopped);
        }
        return stopped;
    }

    /** Returns the piece if its download was not complete, since it was found on disk. */
    List<AbandonedPiece> verified(int piece) {
        DownloadingPiece stopped = stopDownload(piece);
        order.remove(piece);
        deadlines.remove(piece);
        parole.remove(piece);
        missing.clear(piece);
        have.set(piece);
        return stopped == null || stopped.isComplete() ? List.of() : List.of(endRequests(stopped));
    }

    /** Returns the peers that contributed blocks. */
    Set<Integer> hashFailed(int piece) {
        DownloadingPiece stopped = stopDownload(piece);
        if (stopped == null || !stopped.isComplete()) { // given up while it was checked
            parole.add(piece, new int[0]);
            updateQueueUnlessDownloading(piece);
            return Set.of();
        }
        parole.add(piece, stopped.senders());
        updateQueueUnlessDownloading(piece);
        return stopped.contributors();
    }

    void lost(int piece) {
        stopDownload(piece);
        have.clear(piece);
        updateQueueUnlessDownloading(piece);
    }

    /** Returns the pieces that are no longer wanted. */
    List<AbandonedPiece> setPriorities(IntFunction<Priority> of) {
        List<AbandonedPiece> unwanted = new ArrayList<>();
        for (int piece = 0; piece < priorities.length; piece++) {
            Priority priority = of.apply(piece);
            if (priority(piece) != priority) {
                priorities[piece] = priority.level();
                unwanted.addAll(file(piece));
            }
        }
        return unwanted;
    }

    void setDeadline(int piece, long deadlineNs) {
        if (!have.has(piece) && deadlines.set(piece, deadlineNs)) {
            file(piece);
        }
    }

    /** Returns the piece if it is no longer wanted. */
    List<AbandonedPiece> clearDeadline(int piece) {
        return deadlines.remove(piece) ? file(piece) : List.of();
    }

    /** Files a piece whose priority or deadline changed; returns it if it is no longer wanted. */
    private List<AbandonedPiece> file(int piece) {
        DownloadingPiece current = downloading.get(piece);
        if (current == null) {
            updateQueueUnlessDownloading(piece);
        } else if (!isWanted(piece) && !current.isComplete()) {
            return List.of(abandon(piece));
        } else {
            requestable.remove(current);
            current.priority = priority(piece);
            requeue(current);
        }
        return List.of();
    }

    private void updateQueueUnlessDownloading(int piece) {
        if (have.has(piece) || downloading.containsKey(piece)) {
            return;
        }
        order.remove(piece);
        if (!isWanted(piece)) {
            missing.clear(piece);
            return;
        }
        missing.set(piece);
        if (!deadlines.contains(piece) && !parole.contains(piece)) {
            order.insert(piece, priority(piece));
        }
    }

    private Priority priority(int piece) {
        return Priority.of(priorities[piece]);
    }

    /** A piece with a deadline is wanted, whatever files are selected. */
    private boolean isWanted(int piece) {
        return priority(piece) != Priority.SKIP || deadlines.contains(piece);
    }
}

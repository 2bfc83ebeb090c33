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
import org.gridtorrent.engine.picker.PiecePicker.Abandoned;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.engine.piece.PieceLayout;
import org.jspecify.annotations.Nullable;

/**
 * Where each piece stands. It is had; or not wanted; or begun, with its blocks' state; or else to
 * begin, and then it has a deadline, or is a suspect, or is in the order of rarity.
 */
final class PieceStates {
    final RarityOrder order;
    final RequestablePieces open = new RequestablePieces();
    final PieceDeadlines deadlines = new PieceDeadlines();
    final ParolePieces suspects = new ParolePieces();
    /** Wanted, and not had: what is begun among them. */
    final Bitfield missing;

    private final PieceLayout layout;
    private final DownloadingLimits limits;
    private final PickerPeers peers;
    private final Bitfield done;
    /** Each piece's, as its level. */
    private final byte[] priorities;
    private final SequencedMap<Integer, DownloadingPiece> begun = new LinkedHashMap<>();
    /** Incomplete ones that nobody is asked for, longest so first. */
    private final SequencedSet<DownloadingPiece> idle = new LinkedHashSet<>();
    /** Those with a block that one peer alone is asked for, longest so first. */
    private final SequencedSet<DownloadingPiece> askedOnce = new LinkedHashSet<>();
    /** Those with a block that as many peers are asked for as may be, longest so first. */
    private final SequencedSet<DownloadingPiece> askedTwice = new LinkedHashSet<>();
    /** Those that one peer has for itself. */
    private final Set<DownloadingPiece> exclusive = new HashSet<>();
    private int unaskedCount;
    private int wholeCount;
    /** Begun, with something that has come, and not whole. */
    private int growingCount;

    PieceStates(PieceLayout layout, Bitfield had, DownloadingLimits limits, RarityOrder order,
            PickerPeers peers) {
        this.layout = layout;
        this.limits = limits;
        this.order = order;
        this.peers = peers;
        this.done = had.copy();
        this.missing = new Bitfield(layout.pieceCount());
        this.priorities = new byte[layout.pieceCount()];
        Arrays.fill(priorities, Priority.NORMAL.level());
        for (int piece = 0; piece < priorities.length; piece++) {
            fileUnlessBegun(piece);
        }
    }

    @Nullable
    DownloadingPiece begun(int piece) {
        return begun.get(piece);
    }

    /** No further piece is begun but for a deadline. */
    boolean isFull() {
        return growingCount >= limits.growing() || begun.size() - wholeCount >= limits.begun();
    }

    /** Pieces had, and those that have come whole. */
    int haveCount() {
        return done.count() + wholeCount;
    }

    boolean allReceived() {
        return wholeCount == missing.count();
    }

    boolean nothingUnasked() {
        return unaskedCount == 0 && begun.size() == missing.count();
    }

    SequencedSet<DownloadingPiece> askedOnce() {
        return askedOnce;
    }

    SequencedSet<DownloadingPiece> askedTwice() {
        return askedTwice;
    }

    Set<DownloadingPiece> exclusive() {
        return Set.copyOf(exclusive);
    }

    /** The longest idle piece that nobody waits for. */
    @Nullable
    DownloadingPiece longestIdle() {
        for (DownloadingPiece progress : idle) {
            if (!deadlines.contains(progress.piece)) {
                return progress;
            }
        }
        return null;
    }

    /** Whether the piece is a suspect of this priority that waits for somebody to begin it. */
    boolean waitsAsSuspect(int piece, Priority priority) {
        return missing.has(piece) && priority(piece) == priority && !begun.containsKey(piece)
                && !deadlines.contains(piece);
    }

    DownloadingPiece begin(int piece, int peer, long nowNs) {
        boolean alone = suspects.contains(piece);
        DownloadingPiece progress = new DownloadingPiece(piece, layout.blockCount(piece),
                priority(piece), alone ? Integer.valueOf(peer) : null);
        order.remove(piece);
        begun.put(piece, progress);
        if (alone) {
            progress.termEndsNs = nowNs + suspects.termNs(piece);
            exclusive.add(progress);
        }
        refile(progress);
        return progress;
    }

    /** To be called after blocks were asked for or released. */
    void refile(DownloadingPiece progress) {
        if (progress.filedUnasked != progress.hasUnasked()) {
            progress.filedUnasked = progress.hasUnasked();
            unaskedCount += progress.filedUnasked ? 1 : -1;
        }
        if (progress.filedIdle != progress.idle()) {
            progress.filedIdle = progress.idle();
            enter(idle, progress, progress.filedIdle);
        }
        if (progress.filedAskedOnce != progress.anyAskedOnce()) {
            progress.filedAskedOnce = progress.anyAskedOnce();
            enter(askedOnce, progress, progress.filedAskedOnce);
        }
        if (progress.filedAskedTwice != progress.anyAskedTwice()) {
            progress.filedAskedTwice = progress.anyAskedTwice();
            enter(askedTwice, progress, progress.filedAskedTwice);
        }
        if (progress.hasUnasked() && !deadlines.contains(progress.piece)) {
            open.open(progress);
        } else {
            open.close(progress);
        }
    }

    private static void enter(Set<DownloadingPiece> set, DownloadingPiece progress, boolean in) {
        if (in) {
            set.add(progress);
        } else {
            set.remove(progress);
        }
    }

    void received(DownloadingPiece progress, int block, int peer) {
        growingCount -= progress.growing() ? 1 : 0;
        progress.receive(block, peer);
        growingCount += progress.growing() ? 1 : 0;
        wholeCount += progress.complete() ? 1 : 0;
        if (progress.complete()) {
            exclusive.remove(progress);
        }
        refile(progress);
    }

    /** The begun pieces that lack blocks. */
    List<Integer> unfinished() {
        return begun.values().stream().filter(progress -> !progress.complete())
                .map(progress -> progress.piece).toList();
    }

    /** A piece that is begun and not complete is begun no longer: it stands where it stood before. */
    Abandoned abandon(int piece) {
        DownloadingPiece progress = drop(piece);
        if (progress == null) {
            throw new IllegalArgumentException("piece " + piece + " is not begun");
        }
        fileUnlessBegun(piece);
        return settled(progress);
    }

    /** Nothing is asked of the piece any more. */
    private Abandoned settled(DownloadingPiece progress) {
        Abandoned abandoned = progress.abandoned(layout);
        abandoned.asks().forEach(ask -> peers.settled(ask.peer(), ask.block()));
        return abandoned;
    }

    /** Forgets what is begun of the piece, if it is; where it stands then is for the caller to say. */
    private @Nullable DownloadingPiece drop(int piece) {
        DownloadingPiece progress = begun.remove(piece);
        if (progress != null) {
            open.close(progress);
            idle.remove(progress);
            askedOnce.remove(progress);
            askedTwice.remove(progress);
            exclusive.remove(progress);
            unaskedCount -= progress.filedUnasked ? 1 : 0;
            wholeCount -= progress.complete() ? 1 : 0;
            growingCount -= progress.growing() ? 1 : 0;
        }
        return progress;
    }

    /** The piece is had: gives what was begun of it in vain. */
    List<Abandoned> had(int piece) {
        DownloadingPiece progress = drop(piece);
        order.remove(piece);
        deadlines.remove(piece);
        suspects.remove(piece);
        missing.clear(piece);
        done.set(piece);
        return progress == null || progress.complete() ? List.of() : List.of(settled(progress));
    }

    /** Gives the peers whose blocks the piece was made of. */
    Set<Integer> failed(int piece) {
        DownloadingPiece progress = drop(piece);
        if (progress == null || !progress.complete()) { // given up while it was checked
            suspects.add(piece, new int[0]);
            fileUnlessBegun(piece);
            return Set.of();
        }
        suspects.add(piece, progress.senders());
        fileUnlessBegun(piece);
        return progress.sources();
    }

    void lost(int piece) {
        drop(piece);
        done.clear(piece);
        fileUnlessBegun(piece);
    }

    /** Files anew where a priority changed; gives what was begun in vain. */
    List<Abandoned> prioritise(IntFunction<Priority> of) {
        List<Abandoned> unwanted = new ArrayList<>();
        for (int piece = 0; piece < priorities.length; piece++) {
            Priority priority = of.apply(piece);
            if (priority(piece) != priority) {
                priorities[piece] = priority.level();
                unwanted.addAll(file(piece));
            }
        }
        return unwanted;
    }

    void deadline(int piece, long deadlineNs) {
        if (!done.has(piece) && deadlines.set(piece, deadlineNs)) {
            file(piece);
        }
    }

    /** Gives what was begun in vain. */
    List<Abandoned> noDeadline(int piece) {
        return deadlines.remove(piece) ? file(piece) : List.of();
    }

    /** Files the piece anew; gives what was begun of it when it is wanted no longer. */
    private List<Abandoned> file(int piece) {
        DownloadingPiece progress = begun.get(piece);
        if (progress == null) {
            fileUnlessBegun(piece);
        } else if (!wanted(piece) && !progress.complete()) {
            return List.of(abandon(piece));
        } else {
            open.close(progress);
            progress.priority = priority(piece);
            refile(progress);
        }
        return List.of();
    }

    /** Puts a piece that is not begun where it belongs. */
    private void fileUnlessBegun(int piece) {
        if (done.has(piece) || begun.containsKey(piece)) {
            return;
        }
        order.remove(piece);
        if (!wanted(piece)) {
            missing.clear(piece);
            return;
        }
        missing.set(piece);
        if (!deadlines.contains(piece) && !suspects.contains(piece)) {
            order.insert(piece, priority(piece));
        }
    }

    private Priority priority(int piece) {
        return Priority.of(priorities[piece]);
    }

    /** Who waits for a piece wants it, whatever is selected. */
    private boolean wanted(int piece) {
        return priority(piece) != Priority.SKIP || deadlines.contains(piece);
    }
}

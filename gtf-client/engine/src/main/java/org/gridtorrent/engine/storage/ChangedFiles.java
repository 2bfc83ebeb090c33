package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.Metainfo;

/**
 * Files that somebody else changed, and pieces that cannot be read: what they hold is withdrawn, and
 * hashed again as it lies there now, and when it was put right. For the writer's thread, but for
 * {@link #isChanged} and {@link #isAnyLost}.
 */
final class ChangedFiles {
    private final FileLayout layout;
    private final Storage storage;
    private final ResumeJournal journal;
    private final Recovery recovery;
    private final LostPieces lost;
    private final VerifiedPieces had;
    private final UnsyncedBatch batch;
    private final DisputedFiles disputed;
    private final Committer committer;
    private final DiskFullRetry fullDisk;
    private final PieceStoreListener listener;
    /** Parts of them may have been written before a file was changed, and are perhaps gone. */
    private final Bitfield doubted;

    ChangedFiles(Metainfo metainfo, Storage storage, ResumeJournal journal, VerifiedPieces had,
            UnsyncedBatch batch, DisputedFiles disputed, Committer committer,
            DiskFullRetry fullDisk,
            PieceStoreListener listener) {
        this.layout = new FileLayout(metainfo);
        this.storage = storage;
        this.journal = journal;
        this.recovery = new Recovery(metainfo, storage, journal);
        this.lost = new LostPieces(layout, storage);
        this.had = had;
        this.batch = batch;
        this.disputed = disputed;
        this.committer = committer;
        this.fullDisk = fullDisk;
        this.listener = listener;
        this.doubted = new Bitfield(metainfo.pieceCount());
    }

    /**
     * Whether a file of the piece is not as it was recorded, and not because this store writes. For
     * any thread.
     */
    boolean isChanged(int piece) throws IOException {
        int turn = batch.turn();
        if (turn % 2 != 0) {
            return false;
        }
        boolean changed = false;
        for (int file : layout.filesOf(piece).toArray()) {
            changed |= recovery.isChanged(file);
        }
        return changed && batch.turn() == turn;
    }

    /** Writing changes a file's stamp: whether somebody else changed it must be known before. */
    void checkBeforeWriting(int[] files) throws IOException, InterruptedException {
        fullDisk.untilRoom(() -> {
            Set<Integer> changed = changedOf(files);
            if (!changed.isEmpty()) {
                changed.addAll(committer.commit());
                quarantine(changed);
            }
        });
    }

    void commit() throws IOException, InterruptedException {
        fullDisk.untilRoom(() -> quarantine(committer.commit()));
    }

    /** What the sync at work has taken along, when that is over. */
    void commitSynced() throws IOException, InterruptedException {
        fullDisk.untilRoom(() -> quarantine(committer.commitSynced()));
    }

    private Set<Integer> changedOf(int[] files) throws IOException {
        Set<Integer> changed = new TreeSet<>();
        for (int file : files) {
            if (batch.touched(file)
                    ? batch.isDisturbed(file, storage)
                    : recovery.isChanged(file)) {
                changed.add(file);
            }
        }
        return changed;
    }

    /** Whether a file was changed while the piece came in parts. */
    boolean takeDoubt(int piece) {
        boolean isDoubted = doubted.has(piece);
        doubted.clear(piece);
        return isDoubted;
    }

    /** What has come of the piece does not lie there any more: it is to come anew. */
    void spoiled(int piece) {
        List<Integer> files = layout.filesOf(piece).boxed().toList();
        disputed.add(files);
        listener.withdrawn(List.of(piece), changed(files));
    }

    /** Whether something was withdrawn that is not good again. For any thread. */
    boolean isAnyLost() {
        return lost.isAny();
    }

    void recheckAll() throws IOException, InterruptedException {
        had.takeRead();
        recheck(recovery::changedFiles);
    }

    /** Of the files alone of which something was read since the last time. */
    void recheckRead() throws IOException, InterruptedException {
        Bitfield read = had.takeRead();
        if (!read.isEmpty()) {
            recheck(() -> recovery.changedFilesOf(read));
        }
    }

    /** Of the files alone that hold what was lost. */
    void recheckLost() throws IOException, InterruptedException {
        List<Integer> settled = lost.settled();
        if (!settled.isEmpty()) {
            recheck(() -> settled);
        }
    }

    @FunctionalInterface
    private interface Search {
        Collection<Integer> files() throws IOException;
    }

    private void recheck(Search changed) throws IOException, InterruptedException {
        commit();
        fullDisk.untilRoom(() -> quarantine(changed.files()));
    }

    void distrust(int piece, String why) throws IOException, InterruptedException {
        commit();
        fullDisk.untilRoom(() -> {
            var suspect = new Bitfield(layout.pieces().pieceCount());
            suspect.set(piece);
            withdraw(suspect, "piece " + piece + " cannot be read: " + why);
        });
    }

    private void quarantine(Collection<Integer> files) throws IOException, InterruptedException {
        if (files.isEmpty()) {
            return;
        }
        disputed.add(files);
        for (int file : files) {
            storage.reopen(file);
        }
        Bitfield suspects = piecesOf(files);
        suspects.pieces().forEach(doubted::set);
        withdraw(suspects, changed(files));
        disputed.settled(file -> files.contains(file) && layout.piecesOf(file).allMatch(had::has));
    }

    private Bitfield piecesOf(Collection<Integer> files) {
        var pieces = new Bitfield(layout.pieces().pieceCount());
        files.forEach(file -> layout.piecesOf(file).forEach(pieces::set));
        return pieces;
    }

    private String changed(Collection<Integer> files) {
        return layout.files().get(files.iterator().next()).path()
                + " was changed by another program";
    }

    /**
     * Hashes once more what is had of the files that others wrote to as well. What is bad is withdrawn,
     * and its files are looked at again when they have it.
     */
    void settle() throws IOException, InterruptedException {
        commit();
        Set<Integer> files = disputed.take();
        if (files.isEmpty()) {
            return;
        }
        Bitfield suspects = piecesOf(files);
        fullDisk.untilRoom(() -> {
            Bitfield bad = had.copy();
            bad.pieces().filter(piece -> !suspects.has(piece)).forEach(bad::clear);
            recovery.rehash(bad, HashProgress.NONE).forEach(bad::clear);
            if (!bad.isEmpty()) {
                disputed.add(files);
                withdraw(bad, changed(files));
            }
        });
    }

    /** The good ones come back at once. */
    private void withdraw(Bitfield suspects, String reason)
            throws IOException, InterruptedException {
        List<Integer> withdrawn = had.withdraw(suspects);
        if (!withdrawn.isEmpty()) {
            listener.withdrawn(withdrawn, reason);
            journal.lost(withdrawn);
        }
        Bitfield again = lost.changedOf(suspects);
        had.copy().pieces().forEach(again::clear);
        withdrawn.forEach(again::set);
        if (!again.isEmpty()) {
            rehash(again);
        }
    }

    private void rehash(Bitfield pieces) throws IOException, InterruptedException {
        Map<Integer, Optional<FileStamp>> stood = lost.stand(pieces);
        List<Integer> good = recovery.rehash(pieces, HashProgress.NONE);
        lost.hashed(pieces, good, stood);
        if (!good.isEmpty()) {
            committer.nowHad(good);
        }
    }
}

package org.gridtorrent.engine.storage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gridtorrent.engine.piece.Bitfield;
import org.gridtorrent.metainfo.HashProgress;
import org.gridtorrent.metainfo.Metainfo;

/**
 * Files that somebody else changed, and pieces that cannot be read: what they hold is withdrawn, and
 * hashed again as it lies there now. For the writer's thread, but for {@link #isChanged}.
 */
final class ChangedFiles {
    private final FileLayout layout;
    private final Storage storage;
    private final ResumeJournal journal;
    private final Recovery recovery;
    private final HadPieces had;
    private final UnsyncedBatch batch;
    private final Committer committer;
    private final FullDisk fullDisk;
    private final PieceStoreListener listener;

    ChangedFiles(Metainfo metainfo, Storage storage, ResumeJournal journal, HadPieces had,
            UnsyncedBatch batch, Committer committer, FullDisk fullDisk,
            PieceStoreListener listener) {
        this.layout = new FileLayout(metainfo);
        this.storage = storage;
        this.journal = journal;
        this.recovery = new Recovery(metainfo, storage, journal);
        this.had = had;
        this.batch = batch;
        this.committer = committer;
        this.fullDisk = fullDisk;
        this.listener = listener;
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
            List<Integer> changed = changedOf(files);
            if (!changed.isEmpty()) {
                committer.commit();
                quarantine(changed);
            }
        });
    }

    private List<Integer> changedOf(int[] files) throws IOException {
        List<Integer> changed = new ArrayList<>();
        for (int file : files) {
            if (!batch.touched(file) && recovery.isChanged(file)) {
                changed.add(file);
            }
        }
        return changed;
    }

    /** @param all not only the files of which something was read since the last time */
    void recheck(boolean all) throws IOException, InterruptedException {
        Bitfield read = had.takeRead();
        if (all || !read.isEmpty()) {
            fullDisk.untilRoom(() -> {
                committer.commit();
                quarantine(all ? recovery.changedFiles() : recovery.changedFilesOf(read));
            });
        }
    }

    void distrust(int piece, String why) throws IOException, InterruptedException {
        fullDisk.untilRoom(() -> {
            committer.commit();
            var suspect = new Bitfield(layout.pieces().pieceCount());
            suspect.set(piece);
            withdraw(suspect, "piece " + piece + " cannot be read: " + why);
        });
    }

    private void quarantine(List<Integer> files) throws IOException, InterruptedException {
        if (files.isEmpty()) {
            return;
        }
        var suspects = new Bitfield(layout.pieces().pieceCount());
        for (int file : files) {
            layout.piecesOf(file).forEach(suspects::set);
            storage.reopen(file);
        }
        withdraw(suspects,
                layout.files().get(files.getFirst()).path() + " was changed by another program");
    }

    /** The good ones come back at once. */
    private void withdraw(Bitfield suspects, String reason)
            throws IOException, InterruptedException {
        List<Integer> withdrawn = had.withdraw(suspects);
        if (withdrawn.isEmpty()) {
            return;
        }
        listener.withdrawn(withdrawn, reason);
        journal.lost(withdrawn);
        var again = new Bitfield(suspects.size());
        withdrawn.forEach(again::set);
        List<Integer> good = recovery.rehash(again, HashProgress.NONE);
        if (!good.isEmpty()) {
            committer.nowHad(good);
        }
    }
}
